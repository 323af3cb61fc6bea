public import Foundation

/// A view that arranges its subviews in a horizontal line.
public struct HStack<Content: View> {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Creates a horizontal stack with the given spacing and vertical alignment.
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension HStack: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .horizontal(alignment, spacing: spacing))
        node.child(.slot("content"), content)
    }
}
