/// A view that doesn't contain any content.
public struct EmptyView {
    /// Creates an empty view.
    public init() {}
}

extension EmptyView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {}
}

extension EmptyView: Sendable, BitwiseCopyable {}
