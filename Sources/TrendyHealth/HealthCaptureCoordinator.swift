public import TrendyModel
public import TrendyStore

/// Reads what changed in a source, computes the days it touches anew, and stores the results: one
/// pass of a category at a time, and one more for all that was asked for meanwhile.
public actor HealthCaptureCoordinator {
    /// How far a capture has come.
    public struct Progress: Sendable, Equatable {
        /// The category that is being computed.
        public var category: HealthCategory
        /// Days of it that are done.
        public var doneDays: Int
        /// Days of it in all.
        public var totalDays: Int
    }

    /// The passes that were begun since this was made.
    public private(set) var passes = 0

    let store: DeviceStore
    private let source: any HealthSource
    private let zones: @Sendable () -> ZoneHistory
    private let isDeadlineExceeded: @Sendable () -> Bool
    private let onChange: @Sendable (HealthCategory, [EntityID]) async -> Void
    private let dependencies: Dependencies
    let options: HealthCaptureOptions
    private let categories: [HealthCategory]

    private var running: Set<HealthCategory> = []
    private var waiting: [HealthCategory: [Waiter]] = [:]
    private var wantsWindow: Set<HealthCategory> = []
    private var pauses: [HealthCategory: Pause] = [:]
    private var lockedTypes: Set<HealthCategory> = []

    /// Whoever waits for a pass that begins after they asked.
    private struct Waiter {
        let trigger: HealthTrigger
        let deadline: Instant?
        let continuation: CheckedContinuation<Permit, Never>
    }

    private enum Permit {
        /// It is their turn to run it.
        case lead
        /// Somebody else has run it for them.
        case done(Result<DerivedOutcome, any Error>)
    }

    /// When the next pass of a category may begin.
    private struct Pause {
        var end: Instant
        var length: Duration
        /// Whether a pass at the end is planned already.
        var isPlanned = false
    }

    /// A coordinator between a source and a store.
    ///
    /// - `categories`: what is captured when nothing else is said.
    /// - `zones`: where the person's days begin and end, as it is known when it is asked.
    /// - `isDeadlineExceeded`: whether the system is about to suspend the app: nothing more is begun then,
    ///   and what is left is for the next pass.
    /// - `onChange`: told of the new events of a pass, of the last day, of a category of which the
    ///   person wants to be told.
    public init(
        store: DeviceStore,
        source: any HealthSource,
        dependencies: Dependencies,
        options: HealthCaptureOptions = HealthCaptureOptions(),
        categories: [HealthCategory] = HealthCategory.allCases,
        zones: @escaping @Sendable () -> ZoneHistory,
        isDeadlineExceeded: @escaping @Sendable () -> Bool = { false },
        onChange: @escaping @Sendable (HealthCategory, [EntityID]) async -> Void = { _, _ in }
    ) {
        self.store = store
        self.source = source
        self.dependencies = dependencies
        self.options = options
        self.categories = categories
        self.zones = zones
        self.isDeadlineExceeded = isDeadlineExceeded
        self.onChange = onChange
    }

    // MARK: passes

    /// Captures categories, one after the other; one that fails does not stop the others.
    ///
    /// A page of days, its mutations and, with the last page, the category's anchor are one
    /// transaction; what is unchanged writes nothing.
    ///
    /// - Throws: the first error of the source or the store, once every category has had its turn;
    ///   the pages stored until then stay.
    @discardableResult
    public func capture(
        _ categories: [HealthCategory]? = nil,
        trigger: HealthTrigger = .signal,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> DerivedOutcome {
        var outcome = DerivedOutcome()
        var failure: (any Error)?
        for category in categories ?? self.categories {
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

    /// A pass that begins after this was called: one's own, or one that others asked for as well.
    private func pass(
        _ category: HealthCategory,
        _ trigger: HealthTrigger,
        until deadline: Instant? = nil,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> DerivedOutcome {
        if trigger != .signal { wantsWindow.insert(category) }
        if running.contains(category) {
            let turn = await withCheckedContinuation { continuation in
                waiting[category, default: []].append(
                    Waiter(trigger: trigger, deadline: deadline, continuation: continuation)
                )
            }
            if case .done(let result) = turn { return try result.get() }
        } else {
            running.insert(category)
        }
        let sharers = waiting.removeValue(forKey: category) ?? []
        // It does what each of them asked for: nobody's time cuts another's pass short.
        let triggers = [trigger] + sharers.map(\.trigger)
        let deadlines = [deadline] + sharers.map(\.deadline)
        let result = await run(
            category,
            triggers.contains(.periodic) ? .periodic : trigger,
            until: deadlines.contains(nil) ? nil : deadlines.compactMap(\.self).max(),
            progress
        )
        if case .failure(is CancellationError) = result {
            // Whoever shared it was not cancelled: another one of them runs it.
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
        _ category: HealthCategory,
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
            var settings = try await store.healthState(category: category.rawValue).settings
            guard settings.isEnabled else { return .success(DerivedOutcome()) }
            if let type = settings.eventTypeID, try await store.entity(id: type) == nil {
                // The type was deleted, perhaps on another device: the category's own does.
                settings.eventTypeID = nil
            }
            let zones = zones()
            let now = dependencies.wallClock.now()
            let today = zones.day(containing: now)
            let window = DayRangeSet([today.advanced(by: 1 - options.windowDays)...today])
            var days = hasWindow ? window : DayRangeSet()
            let revisited = trigger == .periodic ? try await daysToRescan(category, today) : nil
            if let revisited { days.formUnion(DayRangeSet([revisited])) }
            let wallClock = dependencies.wallClock
            let pass = HealthPass(
                category: category,
                store: store,
                source: source,
                zones: zones,
                now: now,
                settings: settings,
                sourceOrder: options.sourceOrder,
                isDeadlineExceeded: isDeadlineExceeded,
                shouldStop: { [isDeadlineExceeded] in
                    isDeadlineExceeded() || deadline.map { wallClock.now() >= $0 } ?? false
                }
            )
            notifies = settings.notifies
            try await pass.run(window: days, onDeletion: window, &outcome) { done, total in
                progress(Progress(category: category, doneDays: done, totalDays: total))
            }
            if outcome.isPartial { wantsWindow.formUnion(hasWindow ? [category] : []) }
            // Who has read nothing does not know whether it works.
            guard outcome.hasBegun else { return .success(outcome.derived) }
            try await store.noteHealth(category: category.rawValue, failure: nil)
            if let revisited, !outcome.isPartial {
                try await store.noteHealth(
                    category: category.rawValue,
                    revisited: revisited.lowerBound
                )
            }
            lockedTypes.remove(category)
            if notifies { await tell(of: outcome, category) }
            return .success(outcome.derived)
        } catch {
            if hasWindow { wantsWindow.insert(category) }
            await note(error, category)
            // What was stored before is stored, and is new to no later pass.
            if notifies, !(error is CancellationError) { await tell(of: outcome, category) }
            return .failure(error)
        }
    }

    private func tell(of outcome: HealthPass.Outcome, _ category: HealthCategory) async {
        guard !outcome.derived.recent.isEmpty else { return }
        await onChange(category, outcome.derived.recent)
    }

    private func note(_ error: any Error, _ category: HealthCategory) async {
        guard !(error is CancellationError) else { return }
        if let error = error as? HealthSourceError, error.code == .locked {
            // Expected: it goes on at the unlock.
            lockedTypes.insert(category)
            return
        }
        // A store that cannot be written has nowhere to keep this; the caller has the error.
        try? await store.noteHealth(
            category: category.rawValue,
            failure: ErrorPresenter.text(for: error)
        )
    }

    // MARK: signals

    /// Listens until it is cancelled: captures everything once, then whatever is signalled.
    ///
    /// - Parameters:
    ///   - signals: what a ``HealthObserving`` hands out.
    ///   - unlocks: tells when the phone was unlocked.
    ///   - capturesFirst: whether everything is captured first; not when the system has started
    ///     the app for something else.
    ///   - onError: called with what went wrong in a pass.
    public func run(
        _ signals: AsyncStream<HealthSignal>,
        unlocks: AsyncStream<Void>,
        capturesFirst: Bool = true,
        onError: @escaping @Sendable (HealthCategory?, any Error) -> Void = { _, _ in }
    ) async {
        await withDiscardingTaskGroup { group in
            if capturesFirst { group.addTask { await self.captureAll(.launch, onError) } }
            group.addTask {
                for await _ in unlocks { await self.unlocked(onError) }
            }
            for await signal in signals {
                // Until it is answered the system waits for it, and so it lets the process run.
                store.work.begin(isWake: true)
                if let error = signal.error { onError(signal.categories.first, error) }
                var due: [(category: HealthCategory, wait: Duration)] = []
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

    /// Captures everything that is enabled.
    public func captureAll(
        _ trigger: HealthTrigger,
        _ onError: @escaping @Sendable (HealthCategory?, any Error) -> Void = { _, _ in }
    ) async {
        for category in categories where !Task.isCancelled {
            do {
                _ = try await pass(category, trigger)
            } catch {
                onError(category, error)
            }
        }
    }

    /// The phone was unlocked: what could not be read is read now.
    public func unlocked(
        _ onError: @escaping @Sendable (HealthCategory?, any Error) -> Void = { _, _ in }
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

    private enum SignalPermit {
        case now
        case later(Duration)
        case planned
    }

    /// When a pass that is signalled now may run.
    private func permit(of category: HealthCategory) -> SignalPermit {
        let now = dependencies.wallClock.now()
        // A pause that lies far off was set by a clock that was wrong.
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

    /// Answers once what was signalled is durable, and in time in any case: what is not yet is
    /// still with the source, which keeps it until it is read.
    private func answer(
        _ signal: HealthSignal,
        _ due: [(category: HealthCategory, wait: Duration)],
        _ onError: @escaping @Sendable (HealthCategory?, any Error) -> Void
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
                // Cancelled once the passes are done.
                try? await clock.sleep(for: options.wakeTime)
                return false
            }
            let isDone = await group.next() == true
            signal.complete()
            if isDone { group.cancelAll() }
        }
    }

    private func passLater(
        _ category: HealthCategory,
        after wait: Duration,
        _ onError: @escaping @Sendable (HealthCategory?, any Error) -> Void
    ) async {
        do {
            try await dependencies.clock.sleep(for: wait)
        } catch {
            return
        }
        // Signals keep coming: the next pause is longer.
        let length = min((pauses[category]?.length ?? options.firstPause) * 2, options.maximumPause)
        pauses[category] = Pause(end: dependencies.wallClock.now() + length, length: length)
        await passAfterSignal(category, onError)
    }

    private func passAfterSignal(
        _ category: HealthCategory,
        _ onError: @escaping @Sendable (HealthCategory?, any Error) -> Void
    ) async {
        do {
            let deadline = dependencies.wallClock.now() + options.wakeTime
            _ = try await pass(category, .signal, until: deadline)
        } catch {
            onError(category, error)
        }
    }
}
