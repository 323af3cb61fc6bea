/// Returns the result of recomputing the view's body with the provided animation.
///
/// The change takes effect at once.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// Returns the result of recomputing the view's body with the provided animation, and runs the
/// completion when all animations are complete: at once.
public func withAnimation<Result>(
    _ animation: Animation? = .default,
    completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result,
    completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

/// Executes a closure with the specified transaction and returns the result.
public func withTransaction<Result>(
    _ transaction: Transaction,
    _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

/// The criteria that determines when an animation is considered finished.
public struct AnimationCompletionCriteria: Hashable, Sendable {
    private let name: String

    /// The animation has logically completed, but may still be in its long tail.
    public static let logicallyComplete = AnimationCompletionCriteria(name: "logicallyComplete")
    /// The entire animation is finished and will now be removed.
    public static let removed = AnimationCompletionCriteria(name: "removed")
}

extension View {
    /// Applies the given animation to this view when the specified value changes.
    nonisolated public func animation<V: Equatable>(
        _ animation: Animation?,
        value: V
    ) -> some View {
        self
    }

    /// Associates a transition with the view.
    nonisolated public func transition(_ t: AnyTransition) -> some View {
        self
    }

    /// Modifies the view to use a given transition as its method of animating changes.
    nonisolated public func contentTransition(_ transition: ContentTransition) -> some View {
        self
    }
}
