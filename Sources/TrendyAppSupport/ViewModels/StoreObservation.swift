import TrendyKit
import TrendyModel
import TrendyStore

/// Calls a closure immediately, after each commit, and periodically, because relative times on the
/// screen age; returns when the task is cancelled.
///
/// - Parameters:
///   - store: the database whose commits trigger a call.
///   - clock: the clock of the periodic calls.
///   - pause: the period; `nil` for no periodic calls.
///   - look: the closure; commits during a call cause one more call.
@MainActor
func observeStore(
    _ store: DeviceStore,
    clock: any Clock<Duration>,
    every pause: Duration? = .seconds(60),
    _ look: @MainActor () async -> Void
) async {
    let listener = store.commits()
    defer { listener.stop() }
    listener.wake()
    await withTaskGroup(of: Void.self) { group in
        if let pause {
            group.addTask {
                do {
                    while true {
                        try await clock.sleep(for: pause)
                        listener.wake()
                    }
                } catch {
                    // The sleep ends early only because the task is cancelled.
                }
            }
        }
        for await _ in listener.events where !Task.isCancelled { await look() }
        group.cancelAll()
    }
}
