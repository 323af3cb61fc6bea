/// Holds a view that a container composes elsewhere.
struct Carrier<Content: View> {
    let content: Content
}

extension Carrier: View, PrimitiveView {
    typealias Body = Never

    func makeNode(_ node: ViewNode) {
        node.element = Element(.carrier)
        node.child(.slot("content"), content)
    }
}
