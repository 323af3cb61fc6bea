/// A visual element that can be used to separate other content.
public struct Divider: Sendable {
    /// Creates a divider.
    nonisolated public init() {}
}

extension Divider: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.separator)
    }
}
