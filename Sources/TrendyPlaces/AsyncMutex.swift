/// One after the other, in the order in which they came.
///
/// Held by an actor, and used only on it: an actor alone lets others in whenever it waits.
final class AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits until it is one's turn.
    nonisolated(nonsending) func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Ends one's turn.
    func give() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
