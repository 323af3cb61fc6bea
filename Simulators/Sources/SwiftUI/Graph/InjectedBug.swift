/// A deliberate defect of the graph, to prove that a test notices it.
package enum InjectedBug: Sendable {
    /// Rows of `ForEach` are identified by their position.
    case stateLostOnReorder
    /// The last invalidated node of an update is not evaluated.
    case evaluationDropped
    /// Children get the environment of the root.
    case environmentNotPassed
    /// Of several `onChange` actions due in one update, only the first runs.
    case changeActionLost
}
