/// Makes the body of a style after connecting the style's dynamic properties with a node.
struct StyleBody<Style, Content: View> {
    let style: Style
    let makeBody: @MainActor (Style) -> Content
}

extension StyleBody: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        var installed = style
        DynamicProperties.install(in: &installed, on: node)
        node.child(.body, makeBody(installed))
    }
}
