/// Constructs a toolbar item set from multi-expression closures.
@resultBuilder
public struct ToolbarContentBuilder {
    /// Builds an expression within the builder.
    nonisolated public static func buildExpression<Content: ToolbarContent>(
        _ content: Content
    ) -> Content {
        content
    }

    /// Passes a single item through.
    nonisolated public static func buildBlock<Content: ToolbarContent>(
        _ content: Content
    ) -> some ToolbarContent {
        content
    }

    /// Combines items.
    @_disfavoredOverload
    nonisolated public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> some ToolbarContent {
        var declarations: [@MainActor (ViewNode) -> Void] = []
        for part in repeat each content {
            let index = declarations.count
            let part = Transferred(part)
            declarations.append { $0.toolbarChild(.index(index), part.value) }
        }
        return ToolbarItems(declarations: declarations)
    }

    /// Provides support for conditional statements without an `else`.
    nonisolated public static func buildIf<Content: ToolbarContent>(
        _ content: Content?
    ) -> Content? {
        content
    }

    /// Provides support for conditional statements: the first branch.
    nonisolated public static func buildEither<
        TrueContent: ToolbarContent,
        FalseContent: ToolbarContent
    >(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(storage: .trueContent(first))
    }

    /// Provides support for conditional statements: the second branch.
    nonisolated public static func buildEither<
        TrueContent: ToolbarContent,
        FalseContent: ToolbarContent
    >(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> {
        _ConditionalContent(storage: .falseContent(second))
    }

    /// Provides support for statements with limited availability.
    nonisolated public static func buildLimitedAvailability(
        _ content: any ToolbarContent
    ) -> some ToolbarContent {
        let content = Transferred(content)
        return ToolbarItems(
            declarations: [
                { $0.toolbarChild(.slot("available"), content.value) }
            ]
        )
    }
}

/// Several items of a toolbar.
struct ToolbarItems {
    let declarations: [@MainActor (ViewNode) -> Void]
}

extension ToolbarItems: PrimitiveToolbarContent {
    typealias Body = Never

    func declareItems(on node: ViewNode) {
        for declare in declarations { declare(node) }
    }
}

extension Optional: ToolbarContent, PrimitiveToolbarContent where Wrapped: ToolbarContent {
    func declareItems(on node: ViewNode) {
        if let self { node.toolbarChild(.branch(true), self) }
    }
}

extension _ConditionalContent: ToolbarContent, PrimitiveToolbarContent
where TrueContent: ToolbarContent, FalseContent: ToolbarContent {
    func declareItems(on node: ViewNode) {
        switch storage {
        case .trueContent(let content): node.toolbarChild(.branch(true), content)
        case .falseContent(let content): node.toolbarChild(.branch(false), content)
        }
    }
}
