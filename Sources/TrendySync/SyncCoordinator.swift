import Foundation
package import Logging
package import TrendyModel
package import TrendyStore
package import TrendyWire

/// Synchronizes a device with its server, one run at a time: sends pending mutations and fetches
/// changes.
package actor SyncCoordinator {
    private let store: DeviceStore
    private let transport: any SyncTransport
    private let queue: MutationQueue
    private let pullEngine: PullSyncEngine
    private let bootstrap: BootstrapFetcher
    private let drift: DriftRepair
    private let limits: SyncLimits
    private let account: EntityID?
    private let logger: Logger
    private let dependencies: Dependencies
    private let onProgress: @Sendable (SyncProgress) async -> Void

    /// The progress of the current run; `nil` when none is running.
    package private(set) var progress: SyncProgress?
    private var hasAppliedDeferred = false
    private var reporter: DeviceReporter?
    private let conditions: @Sendable () async -> DeviceReport.Conditions?
    private var isNetworkRestricted = false
    private var machine = SyncStateMachine()
    private var waiting: [CheckedContinuation<Permit, Never>] = []
    private var sharing: [CheckedContinuation<Permit, Never>] = []

    private enum Permit {
        case run
        case result(Result<SyncReport, any Error>)
    }

    /// Creates a coordinator over a store and a transport.
    ///
    /// - `account`: the account of the transport; a store of another account is refused.
    /// - `device`: the description to report to the server after a run; `nil` reports nothing.
    /// - `conditions`: what the device can capture now, for its report; `nil` when unknown. A run
    ///   waits for it, so it must return within seconds.
    /// - `onProgress`: receives the progress of a run.
    package init(
        store: DeviceStore,
        transport: any SyncTransport,
        account: EntityID? = nil,
        device: DeviceDescription? = nil,
        conditions: @escaping @Sendable () async -> DeviceReport.Conditions? = { nil },
        dependencies: Dependencies,
        logger: Logger,
        retryPolicy: RetryPolicy = RetryPolicy(),
        mergePolicy: any MergePolicy = ConflictResolver(),
        limits: SyncLimits = SyncLimits(),
        onProgress: @escaping @Sendable (SyncProgress) async -> Void = { _ in }
    ) {
        self.store = store
        self.transport = transport
        self.limits = limits
        self.account = account
        reporter = device.map { DeviceReporter($0) }
        self.conditions = conditions
        self.logger = logger
        self.dependencies = dependencies
        self.onProgress = onProgress
        queue = MutationQueue(
            store: store,
            transport: transport,
            dependencies: dependencies,
            retryPolicy: retryPolicy,
            mergePolicy: mergePolicy,
            limits: limits
        )
        pullEngine = PullSyncEngine(
            store: store,
            transport: transport,
            mergePolicy: mergePolicy,
            limits: limits,
            clock: dependencies.clock
        )
        drift = DriftRepair(
            store: store,
            transport: transport,
            mergePolicy: mergePolicy,
            limits: limits
        )
        bootstrap = BootstrapFetcher(
            store: store,
            transport: transport,
            mergePolicy: mergePolicy,
            limits: limits
        )
    }

    /// Runs a sync.
    ///
    /// All requests during a run share one further run and its result.
    ///
    /// - Parameters:
    ///   - trigger: the reason for the request; the sync history records it for the run that it
    ///     starts.
    ///   - deadline: the end of the available time. The run ends between two batches or pages
    ///     before it and leaves the rest pending; see ``SyncReport/isPartial``. A shared run
    ///     has the deadline of the caller that started it.
    /// - Returns: the result of the run.
    /// - Throws: ``SyncFailure`` when the server was unreachable or refused; completed work is
    ///   stored, and the rest stays pending.
    package func sync(
        _ trigger: SyncTrigger = .manual,
        until deadline: SyncDeadline? = nil
    ) async throws -> SyncReport {
        if machine.requested() == .wait {
            switch await withCheckedContinuation({ waiting.append($0) }) {
            case .run: break
            case .result(let result): return try result.get()
            }
        }
        let result = await runRecorded(trigger, deadline, clock: dependencies.clock)
        finish(with: result)
        return try result.get()
    }

    /// Sets whether only syncs that the person waits for should use the network.
    package func restrictNetwork(_ isRestricted: Bool) { isNetworkRestricted = isRestricted }

    /// Whether the transport has a session, for example from a sign-in in another process.
    var hasSession: Bool {
        get async { await (transport as? any SessionProviding)?.hasSession == true }
    }

    /// Prepares pending mutations for sending by the system, for example while the app is
    /// suspended.
    ///
    /// Batches may arrive in any order, and some may be lost. A mutation that depends on another
    /// batch, or changes the same entity, is therefore in none.
    ///
    /// - `count`: the maximum number of batches.
    /// - Returns: the next batches; empty when nothing may be sent now, or without a session.
    package func prepareUploads(atMost count: Int) async throws -> [UploadRequest] {
        // Mutations are only marked as sent, and so made unchangeable, when they can be sent.
        guard try await store.read({ try $0.sync.cursor() }) != nil,
            let prepare = await (transport as? any PushPreparing)?.preparer()
        else { return [] }
        return try await queue.nextPushes(atMost: count).map(prepare)
    }

    private func finish(with result: Result<SyncReport, any Error>) {
        let shared = sharing
        sharing = []
        var next = machine.finished() == .runAgain ? waiting : []
        if !next.isEmpty { waiting = [] }
        let wasCancelled = if case .failure(is CancellationError) = result { true } else { false }
        if wasCancelled, !shared.isEmpty {
            // These callers asked for a run, but this run was cancelled by another caller.
            if next.isEmpty { _ = machine.requested() }
            next = shared + next
        } else {
            for continuation in shared { continuation.resume(returning: .result(result)) }
        }
        guard let leader = next.first else { return }
        sharing = Array(next.dropFirst())
        leader.resume(returning: .run)
    }

    private func runRecorded(
        _ trigger: SyncTrigger,
        _ deadline: SyncDeadline?,
        clock: some Clock<Duration>
    ) async -> Result<SyncReport, any Error> {
        store.work.begin()
        defer { store.work.end() }
        let startedAt = dependencies.wallClock.now()
        let start = clock.now
        var report = SyncReport()
        func syncRun(_ outcome: SyncRun.Outcome, reason: FailureReason? = nil) -> SyncRun {
            SyncRun(
                startedAt: startedAt,
                duration: start.duration(to: clock.now),
                trigger: trigger.rawValue,
                pushed: report.pushed,
                pulled: report.pulled + (report.bootstrapped ?? 0),
                conflicts: report.conflicts,
                failed: report.failed,
                outcome: outcome,
                reason: reason
            )
        }
        do {
            defer { progress = nil }
            try await run(&report, deadline)
            report.isPartial = deadline?.wasReached == true
            let run = syncRun(report.isPartial ? .partial : .success)
            try await store.write { try $0.sync.record(run) }
            if deadline?.hasTime() != false { await reportDevice() }
            log(report)
            return .success(report)
        } catch {
            logCause(of: error)
            do {
                if error is CancellationError {
                    let run = syncRun(.cancelled)
                    try await store.write { try $0.sync.record(run) }
                } else {
                    let failure = error as? SyncFailure
                    var run = syncRun(.failure, reason: FailureReason(error))
                    // An ended session stays the reported failure until the next sign-in.
                    let needsSignIn = SyncFailure.Code.needsSignIn.rawValue
                    let isEnded =
                        try await store.read { try $0.queue.status() }.lastFailure == needsSignIn
                    run.failure = isEnded ? needsSignIn : failure?.code.rawValue
                    run.retryAfter = failure?.retryAfter
                    try await store.write { [run] in try $0.sync.record(run) }
                }
            } catch {
                logger.error("the failure of a sync could not be stored")
            }
            return .failure(error)
        }
    }

    private func log(_ report: SyncReport) {
        logger.info(
            "synced",
            metadata: [
                "pushed": "\(report.pushed)", "pulled": "\(report.pulled)",
                "conflicts": "\(report.conflicts)", "failed": "\(report.failed)",
            ]
        )
    }

    /// Reports the queue and the conditions of this device to the server.
    private func reportDevice() async {
        guard let reporter else { return }
        let conditions = await conditions()
        let now = dependencies.wallClock.now()
        do {
            let (status, reasons) = try await store.read {
                (try $0.queue.status(), try $0.queue.reasons())
            }
            guard let report = reporter.report(of: status, reasons, conditions, at: now) else {
                return
            }
            try await transport.report(report, deviceID: store.deviceID)
            self.reporter?.sent(report, at: now)
        } catch {
            // The run itself has succeeded; the next one reports again.
            logger.debug("the device was not reported (\(type(of: error)))")
        }
    }

    /// Logs why a response is malformed: offsets and formats only, never content.
    private func logCause(of error: any Error) {
        guard let cause = (error as? SyncFailure)?.cause else { return }
        logger.error("an answer could not be read", metadata: ["cause": "\(cause)"])
    }

    private func run(_ report: inout SyncReport, _ deadline: SyncDeadline?) async throws {
        if let account { try await store.claim(for: account) }
        if !hasAppliedDeferred {
            try await pullEngine.readQuarantined()
            try await pullEngine.applyRemainingDeferred()
            hasAppliedDeferred = true
        }
        if try await store.read({ try $0.sync.cursor() }) == nil {
            report.bootstrapped = try await readEverything(until: deadline)
            guard report.bootstrapped != nil else { return }
        }
        for round in 1...limits.rounds {
            let before = report
            do {
                try await pushAndPull(&report, deadline)
            } catch let failure as SyncFailure
                where failure.code == .cursorExpired && round < limits.rounds
            {
                report.bootstrapped = try await readEverything(until: deadline)
            }
            if deadline?.wasReached == true { return }
            if let offset = await transport.serverOffset {
                try await store.write { try $0.queue.update(serverOffset: offset) }
            }
            // A merge can create mutations to send; mutations that are scheduled for later stay
            // pending.
            let hasNew =
                report.conflicts > before.conflicts || report.pulled > 0
                || report.bootstrapped != nil
            guard hasNew, try await store.read({ try $0.queue.status() }).pending > 0 else { break }
        }
        do {
            try await repairDrift(&report, deadline)
        } catch let failure as SyncFailure
            where failure.code == .refused || failure.code == .malformedAnswer
        {
            logCause(of: failure)
            // Push and pull have succeeded, so the failed comparison is only recorded and repeated
            // another day.
            try await store.write {
                try $0.sync.recordDriftCheck(problem: .notCompared(failure.reason))
            }
        }
    }

    /// Compares device and server periodically, when nothing else is pending.
    private func repairDrift(_ report: inout SyncReport, _ deadline: SyncDeadline?) async throws {
        let now = dependencies.wallClock.now()
        let last = try await store.read { try $0.sync.lastDriftCheck() }
        let interval = isNetworkRestricted ? limits.restrictedDriftInterval : limits.driftInterval
        guard last.map({ now - $0 >= interval || $0 > now }) ?? true else { return }
        for round in 0...limits.driftRounds {
            guard try await !store.read({ try $0.queue.status() }).explainsDifferences,
                deadline?.hasTime() != false
            else { return }
            if round == limits.driftRounds {
                let comparison = try await drift.compare()
                guard try await !store.read({ try $0.queue.status() }).explainsDifferences else {
                    return
                }
                let difference = FailureReason.stillDiffers(
                    device: comparison.device.count,
                    server: comparison.server.count,
                    repaired: report.repaired,
                    rounds: round
                )
                let problem = comparison.agrees ? nil : difference
                return try await store.write { try $0.sync.recordDriftCheck(problem: problem) }
            }
            switch try await drift(until: deadline) {
            case .agrees:
                return try await store.write({ try $0.sync.recordDriftCheck(problem: nil) })
            case .notCaughtUp: return
            case .repaired(let count):
                report.repaired += count
                logger.error("device and server differed", metadata: ["entities": "\(count)"])
                try await pushAndPull(&report, deadline)
            }
        }
    }

    private func pushAndPull(
        _ report: inout SyncReport,
        _ deadline: SyncDeadline?
    ) async throws {
        let total = try await store.read { try $0.queue.status() }.pending
        if total > 0 { await show(.pushing(done: 0, total: total)) }
        var serverFailure: UnattributedServerFailure?
        do {
            let pushed = try await queue.drain(until: deadline) { done in
                await self.show(.pushing(done: done, total: max(total, done)))
            }
            report.add(pushed)
        } catch let failure as UnattributedServerFailure {
            serverFailure = failure
            report.add(failure.before)
        } catch let failure as SyncFailure where failure.leavesPullOpen {
            serverFailure = UnattributedServerFailure(
                failure: failure,
                suspects: [],
                before: ApplySummary()
            )
        }
        // Changes of other devices are fetched even when sending fails.
        report.pulled += try await pullEngine.pull(until: deadline) { received in
            await self.show(.pulling(received: received))
        }
        guard let serverFailure else { return }
        if deadline?.wasReached != true {
            let suspects = serverFailure.attributedFailures
            report.add(try await queue.recordAttempts(suspects, isProven: false))
        }
        throw serverFailure.failure
    }

    private func show(_ progress: SyncProgress) async {
        self.progress = progress
        await onProgress(progress)
    }

    private func readEverything(until deadline: SyncDeadline?) async throws -> Int? {
        try await bootstrap.run(until: deadline) { progress in
            await self.show(
                .bootstrapping(
                    received: progress.received,
                    total: max(progress.total, progress.received)
                )
            )
        }
    }
}
