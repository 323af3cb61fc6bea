/// The action that a node's view last gave, in an object that stays the same.
///
/// A closure is new in each evaluation. In the environment it would cause the evaluation of all
/// views below.
@MainActor
final class LatestAction {
    var perform: @MainActor () -> Void

    nonisolated init(_ perform: @escaping @MainActor () -> Void = {}) {
        self.perform = perform
    }
}

extension ViewNode {
    /// The node's action, which does from now on what is given.
    func latestAction(_ perform: @escaping @MainActor () -> Void) -> LatestAction {
        let action = memory { LatestAction() }
        action.perform = perform
        return action
    }
}
