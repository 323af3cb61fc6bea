public import Foundation

struct SafeAreaInset<Inset: View> {
    let edge: Edge
    let alignment: Alignment
    let spacing: CGFloat?
    let inset: Inset
}

extension SafeAreaInset: PrimitiveModifier {
    typealias Body = Never

    func makeNode(_ node: ViewNode, content: some View) {
        node.element = Element(.generic, layout: .inset(edge, alignment, spacing: spacing))
        node.child(.slot("content"), content)
        node.child(.slot("inset"), inset)
    }
}

extension View {
    /// Shows the specified content above or below the modified view.
    nonisolated public func safeAreaInset<V: View>(
        edge: VerticalEdge,
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        modifier(
            SafeAreaInset(
                edge: edge == .top ? .top : .bottom,
                alignment: Alignment(horizontal: alignment, vertical: .center),
                spacing: spacing,
                inset: content()
            )
        )
    }

    /// Shows the specified content beside the modified view.
    nonisolated public func safeAreaInset<V: View>(
        edge: HorizontalEdge,
        alignment: VerticalAlignment = .center,
        spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        modifier(
            SafeAreaInset(
                edge: edge == .leading ? .leading : .trailing,
                alignment: Alignment(horizontal: .center, vertical: alignment),
                spacing: spacing,
                inset: content()
            )
        )
    }
}
