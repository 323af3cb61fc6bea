/// A modifier that you apply to a view or another view modifier, producing a different version of
/// the original value.
@MainActor
@preconcurrency
public protocol ViewModifier {
    /// The type of view representing the body.
    associatedtype Body: View

    /// The content view type passed to `body()`.
    typealias Content = _ViewModifier_Content<Self>

    /// Gets the current body of the caller.
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

extension ViewModifier where Body == Never {
    /// Traps: the modifier has no body.
    public func body(content: Self.Content) -> Never {
        preconditionFailure("\(Self.self) has no body.")
    }
}

extension ViewModifier {
    /// Returns a new modifier that is the result of concatenating `self` with `modifier`.
    nonisolated public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

/// The view that a modifier's body places.
public struct _ViewModifier_Content<Modifier: ViewModifier> {
    let declare: @MainActor (ViewNode) -> Void
}

extension _ViewModifier_Content: View, PrimitiveView {
    /// The view has no body.
    public typealias Body = Never

    package func makeNode(_ node: ViewNode) {
        declare(node)
    }
}
