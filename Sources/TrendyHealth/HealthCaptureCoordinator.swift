package import Logging
package import TrendyModel
package import TrendyStore

/// Captures health data: reads the changes of a source, recomputes the affected days and stores the
/// results.
///
/// One pass of a category runs at a time. All requests that arrive during a pass share the next
/// one.
package actor HealthCaptureCoordinator {
    /// The number of passes that this coordinator has started.
    package private(set) var passes = 0

    let store: DeviceStore
    let source: any HealthSource
    let zones: @Sendable () -> ZoneHistory
    let isDeadlineExceeded: @Sendable () -> Bool
    private let onChange: @Sendable (HealthMetric, [EntityID]) async -> Void
    let dependencies: Dependencies
    let options: HealthCaptureOptions
    let logger: Logger
    let categories: [HealthMetric]

    private var running: Set<HealthMetric> = []
    private var waiting: [HealthMetric: [Waiter]] = [:]
    private var wantsWindow: Set<HealthMetric> = []
    private var pauses: [HealthMetric: Pause] = [:]
    private var lockedTypes: Set<HealthMetric> = []
    /// When the system called the observers.
    var calls: [HealthMetric: HealthObserverCalls] = [:]

    /// A caller that waits for a pass that starts after its request.
    private struct Waiter {
        let trigger: HealthTrigger
        let deadline: Instant?
        let continuation: CheckedContinuation<Permit, Never>
    }

    private enum Permit {
        /// The caller runs the pass.
        case lead
        /// Another caller ran the pass on its behalf.
        case done(Result<DerivedOutcome, any Error>)
    }

    /// Creates a coordinator between a source and a store.
    ///
    /// - `categories`: the categories that ``capture(_:trigger:progress:)`` uses by default.
    /// - `zones`: returns the time-zone history that bounds the person's days, read at the start of
    ///   each pass.
    /// - `isDeadlineExceeded`: whether the system is about to suspend the app. The coordinator then
    ///   starts nothing more and leaves the rest to the next pass.
    /// - `onChange`: receives the new events of the last day after a pass, for categories with
    ///   notifications enabled.
    package init(
        store: DeviceStore,
        source: any HealthSource,
        dependencies: Dependencies,
        options: HealthCaptureOptions = HealthCaptureOptions(),
        categories: [HealthMetric] = HealthMetric.allCases,
        logger: Logger = .silent,
        zones: @escaping @Sendable () -> ZoneHistory,
        isDeadlineExceeded: @escaping @Sendable () -> Bool = { false },
        onChange: @escaping @Sendable (HealthMetric, [EntityID]) async -> Void = { _, _ in }
    ) {
        self.store = store
        self.source = source
        self.dependencies = dependencies
        self.options = options
        self.logger = logger
        self.categories = categories
        self.zones = zones
        self.isDeadlineExceeded = isDeadlineExceeded
        self.onChange = onChange
    }

    // MARK: passes

    /// Captures categories one after the other.
    ///
    /// A failure in one category does not stop the others.
    ///
    /// A page of days and its mutations are one transaction; the last page also stores the
    /// category's anchor. Unchanged days write nothing.
    ///
    /// - Throws: the first error of the source or the store, after every category was tried. Pages
    ///   stored before the error are kept.
    @discardableResult
    package func capture(
        _ categories: [HealthMetric]? = nil,
        trigger: HealthTrigger = .signal,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> DerivedOutcome {
        var outcome = DerivedOutcome()
        var failure: (any Error)?
        for category in try await enabled(categories ?? self.categories) {
            do {
                outcome = outcome + (try await pass(category, trigger, progress: progress))
            } catch let error as CancellationError {
                throw error
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return outcome
    }

    /// Waits for a pass that starts after this call: one that it runs itself, or one shared with
    /// other callers.
    private func pass(
        _ category: HealthMetric,
        _ trigger: HealthTrigger,
        until deadline: Instant? = nil,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> DerivedOutcome {
        if trigger != .signal { wantsWindow.insert(category) }
        if running.contains(category) {
            let permit = await withCheckedContinuation { continuation in
                waiting[category, default: []].append(
                    Waiter(trigger: trigger, deadline: deadline, continuation: continuation)
                )
            }
            if case .done(let result) = permit { return try result.get() }
        } else {
            running.insert(category)
        }
        let sharers = waiting.removeValue(forKey: category) ?? []
        // The shared pass fulfils every request, so it uses the latest deadline of all callers.
        let triggers = [trigger] + sharers.map(\.trigger)
        let deadlines = [deadline] + sharers.map(\.deadline)
        let result = await run(
            category,
            triggers.contains(.periodic) ? .periodic : trigger,
            until: deadlines.contains(nil) ? nil : deadlines.compactMap(\.self).max(),
            progress
        )
        if case .failure(is CancellationError) = result {
            // Only the leading caller was cancelled: another waiting caller runs the pass.
            waiting[category, default: []] = sharers + (waiting[category] ?? [])
        } else {
            for sharer in sharers { sharer.continuation.resume(returning: .done(result)) }
        }
        if waiting[category]?.isEmpty == false, let next = waiting[category]?.removeFirst() {
            next.continuation.resume(returning: .lead)
        } else {
            running.remove(category)
        }
        return try result.get()
    }

    private func run(
        _ category: HealthMetric,
        _ trigger: HealthTrigger,
        until deadline: Instant?,
        _ progress: @escaping @Sendable (Progress) -> Void
    ) async -> Result<DerivedOutcome, any Error> {
        store.work.begin()
        defer { store.work.end() }
        guard !isDeadlineExceeded() else { return .success(DerivedOutcome()) }
        passes += 1
        let hasWindow = wantsWindow.remove(category) != nil
        var outcome = HealthPass.Outcome()
        var notifies = false
        do {
            let settings = try await settings(of: category)
            guard isEnabled(category, settings) else { return .success(DerivedOutcome()) }
            let zones = zones()
            let now = dependencies.wallClock.now()
            let today = zones.day(containing: now)
            let window = DayRangeSet([today.advanced(by: 1 - options.windowDays)...today])
            var days = hasWindow ? window : DayRangeSet()
            let rescanned = trigger == .periodic ? try await daysToRescan(category, today) : nil
            if let rescanned { days.formUnion(DayRangeSet([rescanned])) }
            let pass = makePass(
                category,
                settings,
                zones: zones,
                now: now,
                sourceOrder: try await sourceOrder(of: category),
                until: deadline
            )
            notifies = settings.notifies
            try await pass.run(window: days, onDeletion: window, &outcome) { done, total in
                progress(Progress(category: category, doneDays: done, totalDays: total))
            }
            if outcome.isPartial { wantsWindow.formUnion(hasWindow ? [category] : []) }
            // A pass that read nothing says nothing about the source's health.
            guard outcome.hasBegun else { return .success(outcome.derived) }
            let cursor = outcome.isPartial ? nil : rescanned?.lowerBound
            let calls = calls[category]
            let lastCall = try await store.write {
                try $0.health.update(category: category.rawValue, failure: nil)
                if let cursor {
                    try $0.health.update(category: category.rawValue, rescanCursor: cursor)
                }
                return try Self.store(calls, of: category, in: $0)
            }
            adopt(lastCall, of: category)
            lockedTypes.remove(category)
            log(outcome.derived, category, trigger, isPartial: outcome.isPartial)
            if notifies { await notify(of: outcome, category) }
            return .success(outcome.derived)
        } catch {
            if hasWindow { wantsWindow.insert(category) }
            await record(error, category)
            logFailure(error, category)
            // Pages stored before the error are kept, and no later pass reports their events as
            // new.
            if notifies, !(error is CancellationError) { await notify(of: outcome, category) }
            return .failure(error)
        }
    }

    private func notify(of outcome: HealthPass.Outcome, _ category: HealthMetric) async {
        guard !outcome.derived.recent.isEmpty else { return }
        await onChange(category, outcome.derived.recent)
    }

    private func record(_ error: any Error, _ category: HealthMetric) async {
        guard !(error is CancellationError) else { return }
        if let error = error as? HealthSourceError, error.code == .locked {
            // Expected: the pass is repeated after the phone is unlocked.
            lockedTypes.insert(category)
            return
        }
        // When the store is not writable, the failure cannot be recorded; the caller receives the
        // error.
        let failure = FailureReason(error)
        try? await store.write {
            try $0.health.update(category: category.rawValue, failure: failure)
        }
    }

    // MARK: signals

    /// Captures everything once, then the categories of each signal, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - signals: the stream of a ``HealthObserving``.
    ///   - unlocks: an element each time the phone is unlocked.
    ///   - capturesFirst: whether everything is captured first; `false` when the system launched
    ///     the app for another purpose.
    ///   - onError: receives the error of each failed pass.
    package func run(
        _ signals: AsyncStream<HealthSignal>,
        unlocks: AsyncStream<Void>,
        capturesFirst: Bool = true,
        onError: @escaping @Sendable (HealthMetric?, any Error) -> Void = { _, _ in }
    ) async {
        await withDiscardingTaskGroup { group in
            if capturesFirst { group.addTask { await self.captureAll(.launch, onError) } }
            group.addTask {
                for await _ in unlocks { await self.unlocked(onError) }
            }
            for await signal in signals {
                // The system keeps the process running until the signal is answered.
                store.work.begin(isWake: true)
                if let error = signal.error {
                    onError(signal.categories.first, error)
                } else {
                    noteCall(signal.categories)
                }
                var due: [(category: HealthMetric, wait: Duration)] = []
                for category in signal.categories {
                    switch permit(of: category) {
                    case .now: due.append((category, .zero))
                    case .later(let wait) where wait < options.wakeTime:
                        due.append((category, wait))
                    case .later(let wait):
                        group.addTask { await self.passLater(category, after: wait, onError) }
                    case .planned: break
                    }
                }
                group.addTask { [due] in await self.answer(signal, due, onError) }
            }
            group.cancelAll()
        }
    }

    /// Captures every enabled category.
    package func captureAll(
        _ trigger: HealthTrigger,
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void = { _, _ in }
    ) async {
        let categories: [HealthMetric]
        do {
            categories = try await enabled(self.categories)
        } catch {
            return onError(nil, error)
        }
        for category in categories where !Task.isCancelled {
            do {
                _ = try await pass(category, trigger)
            } catch {
                onError(category, error)
            }
        }
    }

    /// Captures the categories that were unreadable while the phone was locked.
    package func unlocked(
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void = { _, _ in }
    ) async {
        let categories = categories.filter { lockedTypes.contains($0) }
        for category in categories where !Task.isCancelled {
            do {
                _ = try await pass(category, .launch)
            } catch {
                onError(category, error)
            }
        }
    }

    /// When a pass for a signal that arrives now may run.
    private func permit(of category: HealthMetric) -> SignalPermit {
        let now = dependencies.wallClock.now()
        // A pause that ends too far from now was set by a wrong clock.
        guard var pause = pauses[category], pause.end - now <= options.maximumPause,
            now - pause.end <= options.maximumPause
        else {
            pauses[category] = Pause(end: now + options.firstPause, length: options.firstPause)
            return .now
        }
        guard !pause.isPlanned else { return .planned }
        if now < pause.end {
            pause.isPlanned = true
            pauses[category] = pause
            return .later(pause.end - now)
        }
        let isQuiet = now - pause.end > pause.length
        let length = isQuiet ? options.firstPause : min(pause.length * 2, options.maximumPause)
        pauses[category] = Pause(end: now + length, length: length)
        return .now
    }

    /// Answers the signal when its changes are durable, or after ``HealthCaptureOptions/wakeTime``
    /// at the latest.
    ///
    /// The source keeps the changes that were not read by then.
    private func answer(
        _ signal: HealthSignal,
        _ due: [(category: HealthMetric, wait: Duration)],
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void
    ) async {
        defer { store.work.end() }
        let clock = dependencies.clock
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for (category, wait) in due {
                    if wait == .zero {
                        await self.passAfterSignal(category, onError)
                    } else {
                        await self.passLater(category, after: wait, onError)
                    }
                }
                return true
            }
            group.addTask { [options] in
                // The group cancels this task when the passes are done; the error of the cancelled
                // sleep carries no information.
                try? await clock.sleep(for: options.wakeTime)
                return false
            }
            let isDone = await group.next() == true
            signal.complete()
            if isDone { group.cancelAll() }
        }
    }

    private func passLater(
        _ category: HealthMetric,
        after wait: Duration,
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void
    ) async {
        do {
            try await dependencies.clock.sleep(for: wait)
        } catch {
            return
        }
        // Signals keep arriving: lengthen the next pause.
        let length = min((pauses[category]?.length ?? options.firstPause) * 2, options.maximumPause)
        pauses[category] = Pause(end: dependencies.wallClock.now() + length, length: length)
        await passAfterSignal(category, onError)
    }

    private func passAfterSignal(
        _ category: HealthMetric,
        _ onError: @escaping @Sendable (HealthMetric?, any Error) -> Void
    ) async {
        do {
            let deadline = dependencies.wallClock.now() + options.wakeTime
            _ = try await pass(category, .signal, until: deadline)
        } catch {
            onError(category, error)
        }
    }
}
