/// A FIFO mutex for asynchronous work on the main actor.
@MainActor
final class AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func withLock(_ body: @MainActor () async -> Void) async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
        await body()
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
