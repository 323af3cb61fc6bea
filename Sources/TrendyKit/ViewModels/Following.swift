import TrendyModel
import TrendyStore

/// Has a view model look at once, after each commit, and every so often since times on the screen
/// grow old, until the task is cancelled.
///
/// - Parameters:
///   - store: the database whose commits wake it.
///   - clock: waits for what is to be done every so often.
///   - pause: how long that is; not at all when `nil`.
///   - look: what is done; commits that come while it runs cause one more look.
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
        for await _ in listener.notices where !Task.isCancelled { await look() }
        group.cancelAll()
    }
}
