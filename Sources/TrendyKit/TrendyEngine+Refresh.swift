import TrendyHealth
import TrendyModel
import TrendySync

// What a person starts by pulling a screen down.
extension TrendyEngine {
    /// Captures new health data and syncs, and returns when both are done, or after `limit`.
    ///
    /// The engine continues after the limit, until it stops. Errors appear in the state of capture
    /// and sync.
    package func refresh(within limit: Duration) async {
        let (done, request) = AsyncStream.makeStream(of: Void.self)
        refreshRequests.yield(request)
        await withTaskGroup(of: Void.self) { [clock = dependencies.clock] group in
            group.addTask { for await _ in done {} }
            // The sleep ends early only because the group is cancelled.
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Performs the requests of ``refresh(within:)`` until the task is cancelled.
    func performRefreshes() async {
        for await request in refreshRequests.messages() {
            if let capture { await capture.captureAll(.launch, events.onCaptureFailure) }
            await syncAtOnce()
            request.finish()
        }
    }

    /// Syncs if there is a network and the server accepts requests.
    private func syncAtOnce() async {
        guard let coordinator, await scheduler?.conditions.isOnline != false,
            await !isServerWaiting, !Task.isCancelled
        else { return }
        let budget = budget
        do {
            let deadline = SyncDeadline { budget.remaining }
            await events.onSync(.success(try await coordinator.sync(.manual, until: deadline)))
        } catch {
            // The error is recorded in the status; pending changes are sent later.
            await events.onSync(.failure(error))
        }
    }
}
