import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

extension TrendyEngine {
    /// Sends what waits and is due, as far as there is time.
    func sendWhatWaits() async {
        let status: QueueStatus
        do {
            status = try await store.status()
        } catch {
            // What waits is sent another time.
            return
        }
        let now = dependencies.wallClock.now()
        guard status.pending > status.blocked, status.serverWait(at: now) <= .zero,
            let next = status.nextAttempt, next <= now
        else { return }
        _ = await syncInBackground()
    }

    /// Hands what waits to the system, which sends it while the app is suspended.
    func handOver(to uploads: any BackgroundUploading) async {
        do {
            guard let push = try await coordinator?.prepareUpload(),
                await !uploads.underWay.contains(push.name)
            else { return }
            try await uploads.upload(push.request, body: push.body, name: push.name)
        } catch {
            // It stays in the queue, and is sent when the app runs again.
        }
    }

    /// Does what a background task is for: captures, goes over the regions, and syncs.
    ///
    /// - `isThorough`: whether there are minutes: older days are gone over too.
    /// - Returns: whether everything was done.
    func catchUp(isThorough: Bool) async -> Bool {
        var isDone = true
        if let capture {
            do {
                try await capture.capture(trigger: isThorough ? .periodic : .launch)
            } catch {
                events.onCaptureFailure(nil, error)
                isDone = false
            }
        }
        if !budget.isOver { await reconcilePlaces(.launch) }
        let isSynced = await syncInBackground()
        return isDone && isSynced && !budget.isOver && !Task.isCancelled
    }

    /// Syncs, as far as there is time and a network.
    ///
    /// - Returns: whether everything was done.
    private func syncInBackground() async -> Bool {
        guard let coordinator, await scheduler?.conditions.isOnline != false else { return true }
        guard !budget.isOver else { return false }
        let budget = budget
        let result: Result<SyncReport, any Error>
        do {
            let deadline = SyncDeadline { budget.remaining }
            result = .success(try await coordinator.sync(.background, until: deadline))
        } catch {
            // It is in the status, and what waits is sent another time.
            result = .failure(error)
        }
        await events.onSync(result)
        guard case .success(let report) = result else { return false }
        return !report.isPartial
    }
}
