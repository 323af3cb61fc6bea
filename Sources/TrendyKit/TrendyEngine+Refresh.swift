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
        await limited(to: limit, dependencies.clock) { for await _ in done {} }
    }

    /// Requests a sync for a person, and returns without waiting for the run.
    ///
    /// The run starts at once, or after the current one, when ``syncContinuously()`` is running;
    /// its progress and result appear in the status. Does nothing when signed out.
    package func requestSync() async {
        await scheduler?.requestManualSync()
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
