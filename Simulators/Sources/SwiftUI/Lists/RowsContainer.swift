internal import Foundation

/// What a list or form is made of.
package struct ListLook {
    /// The style by its name, such as `insetGrouped`.
    package let style: String
    package let window: RowWindow
    /// How rows are selected; `nil` if they are not.
    package let selection: RowSelection?
}

/// The selection of a list.
package struct RowSelection {
    package let contains: (AnyHashable) -> Bool
    package let toggle: (AnyHashable) -> Void
}

extension ViewNode {
    /// Makes the node a list with the content as its rows.
    func declareRows(_ content: some View, style: String, selection: RowSelection? = nil) {
        let window = memory { RowWindow(list: self) }
        var element = Element(.list, layout: .vertical(.leading, spacing: 0))
        element.style = [.named("list", style)]
        element.payload = ListLook(style: style, window: window, selection: selection)
        addRefresh(to: &element)
        self.element = element
        child(.slot("content"), content) { environment in
            environment.rowWindow = window
            environment.refresh = nil
        }
    }
}
