/// A type-erased view.
public struct AnyView {
    private let view: any View

    /// Creates an instance that type-erases a view.
    nonisolated public init<V: View>(_ view: V) {
        if let erased = view as? AnyView {
            self = erased
        } else {
            self.view = view
        }
    }

    /// Creates an instance that type-erases a view.
    nonisolated public init<V: View>(erasing view: V) {
        self.init(view)
    }
}

extension AnyView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("erased"), view)
    }
}
