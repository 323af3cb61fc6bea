import Foundation
public import Logging
import TrendyLocalization
public import TrendyModel
public import TrendyStore
import TrendyWire

/// Keeps a device and its server in step: one run at a time, each of which sends what waits and
/// fetches what changed.
public actor SyncCoordinator {
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

    /// How far the run that is under way has come; `nil` when none is.
    public private(set) var progress: SyncProgress?
    private var hasAppliedDeferred = false
    private var isNetworkRestricted = false
    private var machine = SyncStateMachine()
    private var waiting: [CheckedContinuation<Permit, Never>] = []
    private var sharing: [CheckedContinuation<Permit, Never>] = []

    private enum Permit {
        case run
        case result(Result<SyncReport, any Error>)
    }

    /// A coordinator over a store and a transport.
    ///
    /// - `account`: whom the transport speaks for; a store of somebody else is refused.
    /// - `onProgress`: called as a run goes on.
    public init(
        store: DeviceStore,
        transport: any SyncTransport,
        account: EntityID? = nil,
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

    /// Syncs.
    ///
    /// While a run is under way, all further requests together cause one more run, and are given
    /// its result.
    ///
    /// - Parameters:
    ///   - trigger: what asks for it; the history tells it of the run that it began.
    ///   - deadline: when it has to be over. It ends between two batches or pages with time to
    ///     spare, and what was not done waits; ``SyncReport/isPartial`` tells. A run that others
    ///     wait for has the deadline of whoever began it.
    /// - Returns: what the run did.
    /// - Throws: ``SyncFailure`` when the server could not be reached or refused; what the run had
    ///   done until then is stored, and what it had not waits.
    public func sync(
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

    /// Whether only what somebody waits for should use the network, from now on.
    public func restrictNetwork(_ isSpared: Bool) { isNetworkRestricted = isSpared }

    /// Whether the transport has a session, such as one of a sign-in in another process.
    var hasSession: Bool {
        get async { await (transport as? any SessionProviding)?.hasSession == true }
    }

    /// Prepares what waits for somebody else to send, such as a system that goes on while the app
    /// is suspended.
    ///
    /// Several batches may arrive in any order, and each without the others: what refers to
    /// something of another batch, or to the same entity, is in none.
    ///
    /// - `count`: how many batches at most.
    /// - Returns: the next batches; empty when nothing may be sent now, or nobody may.
    public func prepareUploads(atMost count: Int) async throws -> [UploadRequest] {
        // Nothing counts as sent, and so as beyond change, before it can be.
        guard try await store.cursor() != nil,
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
            // They asked for a run, and this one was cut short for another caller's reasons.
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
        func ended(_ outcome: SyncRun.Outcome, reason: String? = nil) -> SyncRun {
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
            try await store.note(ended(report.isPartial ? .partial : .success))
            logger.info(
                "synced",
                metadata: [
                    "pushed": "\(report.pushed)", "pulled": "\(report.pulled)",
                    "conflicts": "\(report.conflicts)", "failed": "\(report.failed)",
                ]
            )
            return .success(report)
        } catch {
            logCause(of: error)
            do {
                if error is CancellationError {
                    try await store.note(ended(.cancelled))
                } else {
                    let failure = error as? SyncFailure
                    let reason = failure?.message ?? ErrorPresenter.text(for: error)
                    var run = ended(.failure, reason: reason)
                    // A session that has ended stays so, whatever comes before the next sign-in.
                    let needsSignIn = SyncFailure.Code.needsSignIn.rawValue
                    let isEnded = try await store.status().lastFailure == needsSignIn
                    run.failure = isEnded ? needsSignIn : failure?.code.rawValue
                    run.retryAfter = failure?.retryAfter
                    try await store.note(run)
                }
            } catch {
                logger.error("the failure of a sync could not be stored")
            }
            return .failure(error)
        }
    }

    /// Tells what is wrong with a damaged answer; its places and forms only, never what it holds.
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
        if try await store.cursor() == nil {
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
                try await store.note(serverOffset: offset)
            }
            // Merging can leave something new to be sent; what waits for a later time stays.
            let hasNew =
                report.conflicts > before.conflicts || report.pulled > 0
                || report.bootstrapped != nil
            guard hasNew, try await store.status().pending > 0 else { break }
        }
        do {
            try await repairDrift(&report, deadline)
        } catch let failure as SyncFailure
            where failure.code == .refused || failure.code == .malformedAnswer
        {
            logCause(of: failure)
            // All that was to be sent and fetched has been; this is told, and tried another day.
            try await store.noteDriftCheck(
                problem: Strings.Sync.notCompared(["reason": failure.description])
            )
        }
    }

    /// Compares device and server, now and then, once nothing else is to be done.
    private func repairDrift(_ report: inout SyncReport, _ deadline: SyncDeadline?) async throws
    {
        let now = dependencies.wallClock.now()
        let last = try await store.lastDriftCheck()
        let interval = isNetworkRestricted ? limits.restrictedDriftInterval : limits.driftInterval
        guard last.map({ now - $0 >= interval || $0 > now }) ?? true else { return }
        for round in 0...limits.driftRounds {
            guard try await !store.status().explainsDifferences, deadline?.hasTime() != false
            else { return }
            if round == limits.driftRounds {
                let comparison = try await drift.compare()
                guard try await !store.status().explainsDifferences else { return }
                return try await store.noteDriftCheck(
                    problem: comparison.agrees
                        ? nil
                        : Strings.Sync.stillDiffers([
                            "device": "\(comparison.device.count)",
                            "server": "\(comparison.server.count)",
                            "repaired": "\(report.repaired)", "rounds": "\(round)",
                        ])
                )
            }
            switch try await drift(until: deadline) {
            case .agrees: return try await store.noteDriftCheck(problem: nil)
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
        let total = try await store.status().pending
        if total > 0 { await show(.pushing(done: 0, total: total)) }
        var trouble: UnattributedServerFailure?
        do {
            let pushed = try await queue.drain(until: deadline) { done in
                await self.show(.pushing(done: done, total: max(total, done)))
            }
            report.add(pushed)
        } catch let failure as UnattributedServerFailure {
            trouble = failure
            report.add(failure.before)
        } catch let failure as SyncFailure where failure.leavesPullOpen {
            trouble = UnattributedServerFailure(
                failure: failure,
                suspects: [],
                before: ApplySummary()
            )
        }
        // What others changed arrives also while nothing can be sent.
        report.pulled += try await pullEngine.pull(until: deadline) { received in
            await self.show(.pulling(received: received))
        }
        guard let trouble else { return }
        if deadline?.wasReached != true {
            report.add(try await queue.recordAttempts(trouble.attributedFailures, isProven: false))
        }
        throw trouble.failure
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
