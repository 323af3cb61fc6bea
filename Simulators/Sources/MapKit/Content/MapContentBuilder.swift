internal import SwiftUI

/// A result builder that creates map content from closures.
@resultBuilder
public struct MapContentBuilder {
    /// Builds an expression within the builder.
    public static func buildExpression<Content: MapContent>(_ content: Content) -> Content {
        content
    }

    /// Creates an empty map content containing no statements.
    public static func buildBlock() -> EmptyMapContent {
        EmptyMapContent()
    }

    /// Creates a single content result.
    public static func buildBlock<C: MapContent>(_ content: C) -> C {
        content
    }

    /// Combines content.
    @_disfavoredOverload
    public static func buildBlock<each Content: MapContent>(
        _ content: repeat each Content
    ) -> TupleMapContent<(repeat each Content)> {
        var declarations: [@MainActor (ViewNode) -> Void] = []
        for part in repeat each content {
            let index = declarations.count
            let part = Transferred(part)
            declarations.append { $0.mapChild(.index(index), part.value) }
        }
        return TupleMapContent(value: (repeat each content), declarations: declarations)
    }

    /// Provides support for `if` statements without an `else`.
    public static func buildIf<Content: MapContent>(_ content: Content?) -> Content? {
        content
    }

    /// Produces content for the first branch of a condition.
    public static func buildEither<TrueContent: MapContent, FalseContent: MapContent>(
        first: TrueContent
    ) -> _ConditionalMapContent<TrueContent, FalseContent> {
        _ConditionalMapContent(storage: .first(first))
    }

    /// Produces content for the second branch of a condition.
    public static func buildEither<TrueContent: MapContent, FalseContent: MapContent>(
        second: FalseContent
    ) -> _ConditionalMapContent<TrueContent, FalseContent> {
        _ConditionalMapContent(storage: .second(second))
    }
}

/// A piece of map content that doesn't contain any content.
public struct EmptyMapContent {
    /// Creates an empty map content.
    nonisolated public init() {}
}

extension EmptyMapContent: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {}
}

/// Several pieces of map content.
public struct TupleMapContent<T> {
    /// The content.
    public var value: T
    let declarations: [@MainActor (ViewNode) -> Void]
}

extension TupleMapContent: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        for declare in declarations { declare(node) }
    }
}

/// One of two pieces of map content.
public struct _ConditionalMapContent<TrueContent: MapContent, FalseContent: MapContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage
}

extension _ConditionalMapContent: MapContent, PrimitiveMapContent {
    /// The content has no body.
    public typealias Body = Never

    func makeMapNode(_ node: ViewNode) {
        switch storage {
        case .first(let content): node.mapChild(.branch(true), content)
        case .second(let content): node.mapChild(.branch(false), content)
        }
    }
}
