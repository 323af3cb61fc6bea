/// Lets one at a time read and change what a screen shows, in the order in which they came.
@MainActor
final class AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass(_ body: @MainActor () async -> Void) async {
        if isTaken {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isTaken = true
        }
        await body()
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
