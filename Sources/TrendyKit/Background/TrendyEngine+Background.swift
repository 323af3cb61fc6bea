import TrendyHealth
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

extension TrendyEngine {
    /// The maximum number of batches handed to the system at once, as little time is left then.
    private static let maximumUploads = 4

    /// Sends the mutations that are due, as far as time allows.
    func sendPending() async {
        if await isSomethingDue { _ = await syncInBackground() }
    }

    /// Hands the mutations that are due to the system, which sends them while the app is suspended.
    ///
    /// Does nothing while an earlier upload is in progress: sent mutations are no longer coalesced,
    /// and without a network the whole queue would count as sent bit by bit.
    func handOver(to uploads: any BackgroundUploading) async {
        guard let coordinator, await isSomethingDue, await !isServerWaiting,
            await uploads.inProgress.isEmpty
        else { return }
        do {
            for push in try await coordinator.prepareUploads(atMost: Self.maximumUploads) {
                try await uploads.upload(push.request, body: push.body, name: push.name)
            }
        } catch {
            // The mutations stay in the queue and are sent when the app runs again.
        }
    }

    /// Whether the queue has a mutation whose next attempt is due.
    private var isSomethingDue: Bool {
        get async {
            // While the database cannot be read, nothing is sent.
            guard let status = try? await store.read({ try $0.queue.status() }) else {
                return false
            }
            let now = dependencies.wallClock.now()
            guard status.pending > status.blocked, let next = status.nextAttempt
            else { return false }
            return next <= now
        }
    }

    /// Whether the server has asked to wait before the next request.
    var isServerWaiting: Bool {
        get async {
            // The sync itself reports a database that cannot be read.
            guard let status = try? await store.read({ try $0.queue.status() }) else {
                return false
            }
            return status.serverWait(at: dependencies.wallClock.now()) > .zero
        }
    }

    /// Performs a background task: captures health data, reconciles regions and syncs.
    ///
    /// - `isThorough`: whether the task has minutes, enough to rescan older days.
    /// - Returns: whether everything was done.
    func catchUp(isThorough: Bool) async -> Bool {
        var isDone = true
        if let capture {
            do {
                try await capture.capture(trigger: isThorough ? .periodic : .launch)
                if isThorough { await capture.inferSourceOrders(events.onCaptureFailure) }
            } catch let error as HealthSourceError where error.code == .notAsked {
                // Data without permission does not count as incomplete work.
            } catch {
                events.onCaptureFailure(nil, error)
                isDone = false
            }
        }
        if !budget.isOver { await reconcilePlaces(.launch) }
        let isSynced = await syncInBackground()
        return isDone && isSynced && !budget.isOver && !Task.isCancelled
    }

    /// Syncs when there is time and a network and the server accepts requests.
    ///
    /// - Returns: `false` when changes remain because of an error or a lack of time.
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
            // The error is recorded in the status; pending changes are sent later.
            result = .failure(error)
        }
        await events.onSync(result)
        guard case .success(let report) = result else { return false }
        return !report.isPartial
    }
}
