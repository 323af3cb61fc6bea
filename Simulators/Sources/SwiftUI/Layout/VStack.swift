public import Foundation

/// A view that arranges its subviews in a vertical line.
public struct VStack<Content: View> {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    /// Creates a vertical stack with the given spacing and horizontal alignment.
    nonisolated public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }
}

extension VStack: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        node.element = Element(.generic, layout: .vertical(alignment, spacing: spacing))
        node.child(.slot("content"), content)
    }
}
