/// A result builder that constructs tabs for a tab view that supports programmatic selection.
@resultBuilder
public struct TabContentBuilder<TabValue: Hashable> {
    /// The tabs of a tab view as a view.
    public struct Content<C> {
        let content: C
    }

    /// Builds an expression within the builder.
    nonisolated public static func buildExpression<C: TabContent>(_ content: C) -> C
    where TabValue == C.TabValue {
        content
    }

    /// Passes single content through.
    nonisolated public static func buildBlock<C: TabContent>(_ content: C) -> C
    where TabValue == C.TabValue {
        content
    }

    /// Combines tabs.
    @_disfavoredOverload
    nonisolated public static func buildBlock<each C: TabContent>(
        _ content: repeat each C
    ) -> some TabContent<TabValue> {
        var declarations: [@MainActor (ViewNode) -> Void] = []
        for part in repeat each content {
            let index = declarations.count
            let part = Transferred(part)
            declarations.append { $0.tabChild(.index(index), part.value) }
        }
        return TabGroup<TabValue>(declarations: declarations)
    }

    /// Provides support for conditional statements without an `else`.
    nonisolated public static func buildIf<C: TabContent>(
        _ content: C?
    ) -> some TabContent<TabValue> where TabValue == C.TabValue {
        let content = Transferred(content)
        return TabGroup<TabValue>(
            declarations: [
                { node in
                    if let content = content.value { node.tabChild(.branch(true), content) }
                }
            ]
        )
    }
}

extension TabContentBuilder.Content: View, PrimitiveView where C: TabContent {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        node.child(.slot("tabs"), TabContentView(content: content))
    }
}

/// Several tabs.
struct TabGroup<TabValue: Hashable> {
    let declarations: [@MainActor (ViewNode) -> Void]
}

extension TabGroup: TabContent, PrimitiveTabContent {
    typealias Body = TabGroup<TabValue>

    var body: TabGroup<TabValue> { self }

    func declareTabs(on node: ViewNode) {
        for declare in declarations { declare(node) }
    }
}
