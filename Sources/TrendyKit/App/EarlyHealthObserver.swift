import Synchronization
import TrendyHealth

/// Listens to the system for engines that come and go.
///
/// HealthKit calls only who is there when the launch is over, whatever becomes of the database, and
/// wants an answer in time: it stops calling an app that keeps it waiting three times. What is told
/// before there is an engine waits for it. Where none can be had it is answered unread, and the next
/// engine is told of it anew: the samples stay, and so does the place up to which they were read.
final class EarlyHealthObserver: HealthObserving {
    private struct State {
        var listener: AsyncStream<HealthSignal>.Continuation?
        var waiting: [HealthSignal] = []
        /// What was told and nobody read.
        var unread: Set<HealthCategory> = []
        /// Whether an engine comes in a moment.
        var isExpected = true
        var isBegun = false
        /// Whether there was an engine before.
        var hasServed = false

        /// Hands on what waits, the oldest first; what a listener that is far behind has no room
        /// for goes with the next one.
        mutating func handOn() {
            while let listener, let next = waiting.first {
                switch listener.yield(next) {
                case .enqueued: waiting.removeFirst()
                case .terminated: self.listener = nil
                default: return
                }
            }
        }

        /// What is answered unread, of all that waits.
        mutating func giveUp() -> [HealthSignal] {
            defer { waiting = [] }
            for signal in waiting { unread.formUnion(signal.categories) }
            return waiting
        }
    }

    private let base: any HealthObserving
    private let categories: [HealthCategory]
    private let state = Mutex(State())

    init(_ base: any HealthObserving, categories: [HealthCategory]) {
        self.base = base
        self.categories = categories
    }

    /// Begins to listen, at once.
    ///
    /// - Returns: hands on what is told, until its task is cancelled.
    func begin() -> @Sendable () async -> Void {
        let signals = base.signals()
        state.withLock { $0.isBegun = true }
        return { [self] in
            for await signal in signals { hear(signal) }
        }
    }

    /// An engine comes, or none does for now: then what waits is answered.
    func expect(_ isExpected: Bool) {
        let answered = state.withLock { state in
            state.isExpected = isExpected
            return isExpected ? [] : state.giveUp()
        }
        for signal in answered { signal.complete() }
    }

    private func hear(_ signal: HealthSignal) {
        let answered = state.withLock { state in
            state.handOn()
            // One that waits for the same says as much.
            guard !state.waiting.contains(where: { $0.categories == signal.categories }) else {
                return [signal]
            }
            state.waiting.append(signal)
            state.handOn()
            return state.listener == nil && !state.isExpected ? state.giveUp() : []
        }
        for signal in answered { signal.complete() }
    }

    // MARK: HealthObserving

    /// What waits, and whatever comes after it; a listener of before is told no more.
    func signals() -> AsyncStream<HealthSignal> {
        guard state.withLock(\.isBegun) else { return base.signals() }
        let (stream, listener) = AsyncStream.makeStream(
            of: HealthSignal.self,
            bufferingPolicy: .bufferingOldest(categories.count * 2)
        )
        let old = state.withLock { state in
            // Another account has read nothing of it.
            if state.hasServed { state.unread = Set(categories) }
            if !state.unread.isEmpty {
                listener.yield(HealthSignal(categories.filter { state.unread.contains($0) }))
            }
            for signal in state.waiting { listener.yield(signal) }
            let old = state.listener
            state = State(listener: listener, isBegun: true, hasServed: true)
            return old
        }
        old?.finish()
        // What HealthKit gave up while nobody was there to hear of it.
        base.renewObservation()
        return stream
    }

    func renewObservation() { base.renewObservation() }

    func deliverInBackground(
        _ categories: [HealthCategory]
    ) async -> [HealthCategory: HealthSourceError] {
        await base.deliverInBackground(categories)
    }
}
