/// Runs `work` until it ends or a time limit is reached, then cancels it and waits for it to end.
///
/// `work` must end when it is cancelled, such as a loop over an `AsyncStream`. For a call that may
/// ignore its cancellation, see ``SharedRequest``.
package func limited(
    to time: Duration,
    _ clock: any Clock<Duration>,
    _ work: @escaping @Sendable () async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { await work() }
        group.addTask {
            // Ends early only because it is cancelled.
            try? await clock.sleep(for: time)
        }
        await group.next()
        group.cancelAll()
    }
}
