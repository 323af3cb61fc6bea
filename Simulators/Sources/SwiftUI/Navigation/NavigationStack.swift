internal import Foundation

/// A view that displays a root view and enables you to present additional views over the root view.
public struct NavigationStack<Data, Root: View> {
    private let path: NavigationContext.Path?
    private let root: Root

    /// Creates a navigation stack that manages its own navigation state.
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        path = nil
        self.root = root()
    }

    /// Creates a navigation stack with heterogeneous navigation state that you can control.
    nonisolated public init(
        path: Binding<NavigationPath>,
        @ViewBuilder root: () -> Root
    ) where Data == NavigationPath {
        self.path = NavigationContext.Path(
            read: { path.wrappedValue.values },
            write: { path.wrappedValue.values = $0 }
        )
        self.root = root()
    }

    /// Creates a navigation stack with homogeneous navigation state that you can control.
    nonisolated public init(
        path: Binding<Data>,
        @ViewBuilder root: () -> Root
    )
    where
        Data: MutableCollection,
        Data: RandomAccessCollection,
        Data: RangeReplaceableCollection,
        Data.Element: Hashable
    {
        self.path = NavigationContext.Path(
            read: { path.wrappedValue.map { AnyHashable($0) } },
            // A value of another type cannot be in this path and is not shown.
            write: { path.wrappedValue = Data($0.compactMap { $0.base as? Data.Element }) }
        )
        self.root = root()
    }
}

extension NavigationStack: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        let context = node.memory { NavigationContext() }
        if let path { context.path = path }
        node.element = Element(.navigationStack, layout: .vertical(.leading, spacing: 0))
        node.stopsUpwardData = true
        node.child(
            .slot("root"),
            NavigationPageView(content: root, index: 0, context: context) {}
        )
        for (offset, value) in context.path.read().enumerated() {
            let index = offset + 1
            node.child(
                .id(AnyHashable(PageID(index: index, value: value)), occurrence: 0),
                NavigationPageView(
                    content: NavigationValueContent(value: value, context: context),
                    index: index,
                    context: context
                ) { context.keepPages(through: index - 1) }
            )
        }
    }

    private struct PageID: Hashable {
        let index: Int
        let value: AnyHashable
    }
}
