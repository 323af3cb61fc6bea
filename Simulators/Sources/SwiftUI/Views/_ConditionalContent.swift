/// View content that shows one of two possible children.
public struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case trueContent(TrueContent)
        case falseContent(FalseContent)
    }

    let storage: Storage
}

extension _ConditionalContent: View, PrimitiveView
where TrueContent: View, FalseContent: View {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        switch storage {
        case .trueContent(let content): node.child(.branch(true), content)
        case .falseContent(let content): node.child(.branch(false), content)
        }
    }
}
