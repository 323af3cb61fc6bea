/// How a picker selects.
package struct PickerLook {
    /// The style by its name: menu, segmented, inline, navigationLink, wheel.
    package let style: String
    package let isSelected: (AnyHashable) -> Bool
    package let select: (AnyHashable) -> Void
}

/// A control for selecting from a set of mutually exclusive values.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
    private let selection: Binding<SelectionValue>
    private let label: Label
    private let content: Content

    /// Creates a picker that displays a custom label.
    nonisolated public init(
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }
}

extension Picker: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let environment = node.environment
        let style = environment.isInMenu ? "inline" : environment.pickerStyleName
        let selected = selection.wrappedValue
        var element = Element(.picker, layout: .horizontal(.center, spacing: nil))
        element.style = [.named("picker", style)]
        element.payload = PickerLook(
            style: style,
            isSelected: { $0.base as? SelectionValue == selected },
            select: { [selection] tag in
                if let value = tag.base as? SelectionValue { selection.wrappedValue = value }
            }
        )
        node.element = element
        // The tags of the options are not those of a container around.
        node.stopsUpwardData = true
        node.declareLabel(label)
        node.child(.slot("options"), Carrier(content: content)) { $0.labelsHidden = false }
    }
}

extension Picker where Label == Text {
    /// Creates a picker that generates its label from a localized string key.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }

    /// Creates a picker that generates its label from a string.
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}

extension Picker where Label == SwiftUI.Label<Text, Image> {
    /// Creates a picker that generates its label from a localized string key and a system image.
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        systemImage: String,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) {
            SwiftUI.Label(titleKey, systemImage: systemImage)
        }
    }
}
