public import Foundation

/// A flexible space that expands along the major axis of its containing stack layout.
public struct Spacer: Sendable {
    /// The minimum length this spacer can be shrunk to, along the axis of expansion.
    public var minLength: CGFloat?

    /// Creates a spacer.
    nonisolated public init(minLength: CGFloat? = nil) {
        self.minLength = minLength
    }
}

extension Spacer: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        var element = Element(.decoration)
        element.style = [.spacer(minLength: minLength)]
        node.element = element
    }
}
