import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

extension TrendyEngine {
    /// Batches that are handed to the system at once, at most: the time for it is nearly over.
    private static let mostUploads = 4

    /// Sends what waits and is due, as far as there is time.
    func sendPending() async {
        if await isSomethingDue { _ = await syncInBackground() }
    }

    /// Hands what waits and is due to the system, which sends it while the app is suspended.
    ///
    /// Not while it has some of it already: what counts as sent is not coalesced any more, and
    /// without a network all of it would count as sent bit by bit.
    func handOver(to uploads: any BackgroundUploading) async {
        guard let coordinator, await isSomethingDue, await !isServerWaiting,
            await uploads.underWay.isEmpty
        else { return }
        do {
            for push in try await coordinator.prepareUploads(atMost: Self.mostUploads) {
                try await uploads.upload(push.request, body: push.body, name: push.name)
            }
        } catch {
            // It stays in the queue, and is sent when the app runs again.
        }
    }

    /// Whether something waits that may be sent now.
    private var isSomethingDue: Bool {
        get async {
            // What waits while the database cannot be read is sent another time.
            guard let status = try? await store.status() else { return false }
            let now = dependencies.wallClock.now()
            guard status.pending > status.blocked, let next = status.nextAttempt
            else { return false }
            return next <= now
        }
    }

    /// Whether the server asked to be left alone until later.
    private var isServerWaiting: Bool {
        get async {
            // A database that cannot be read now is told of by the sync.
            guard let status = try? await store.status() else { return false }
            return status.serverWait(at: dependencies.wallClock.now()) > .zero
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
            } catch let error as HealthSourceError where error.code == .notAsked {
                // What nobody has allowed is not left undone.
            } catch {
                events.onCaptureFailure(nil, error)
                isDone = false
            }
        }
        if !budget.isOver { await reconcilePlaces(.launch) }
        let isSynced = await syncInBackground()
        return isDone && isSynced && !budget.isOver && !Task.isCancelled
    }

    /// Syncs, as far as there is time and a network, and the server lets itself be asked.
    ///
    /// - Returns: whether everything was done.
    private func syncInBackground() async -> Bool {
        guard let coordinator, await scheduler?.conditions.isOnline != false,
            await !isServerWaiting
        else { return true }
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
