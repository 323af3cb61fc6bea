@_spi(Reflection) @preconcurrency import Swift

/// A view created from a swift tuple of view values.
public struct TupleView<T> {
    /// The views.
    public var value: T

    /// Creates a view from a tuple of views.
    public init(_ value: T) {
        self.value = value
    }

    init<each Content: View>(views: repeat each Content) where T == (repeat each Content) {
        value = (repeat each views)
    }
}

extension TupleView: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    nonisolated package static var readsObservables: Bool { false }

    package func makeNode(_ node: ViewNode) {
        for declare in Self.declarations { declare(value, node) }
    }

    @MainActor private static var declarations: [@MainActor (T, ViewNode) -> Void] {
        if let known = TupleDeclarations.known[T.self]
            as? [@MainActor (T, ViewNode) -> Void]
        {
            return known
        }
        var found: [@MainActor (T, ViewNode) -> Void] = []
        // The raw value of `ignoreUnknown`, whose declaration is a mutable global variable.
        _forEachFieldWithKeyPath(of: T.self, options: _EachFieldOptions(rawValue: 2)) { _, path in
            if let type = Swift.type(of: path).valueType as? any View.Type {
                let declare = declaration(of: path, type, at: found.count)
                if let declare { found.append(declare) }
            }
            return true
        }
        TupleDeclarations.known[T.self] = found
        return found
    }

    @MainActor private static func declaration<Content: View>(
        of path: PartialKeyPath<T>,
        _ type: Content.Type,
        at index: Int
    ) -> (@MainActor (T, ViewNode) -> Void)? {
        guard let path = path as? KeyPath<T, Content> else { return nil }
        return { value, node in node.child(.index(index), value[keyPath: path]) }
    }
}

@MainActor
private enum TupleDeclarations {
    static let known = TypeCache()
}
