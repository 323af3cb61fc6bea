import Synchronization
import TrendyHealth
import TrendyKit

/// Observes HealthKit from launch and forwards its signals to engines that open and close later.
///
/// HealthKit calls only the observers that exist when the launch ends, whatever the state of the
/// database. It also expects each callback to be completed in time: it stops calling an app that
/// misses three. Signals that arrive before an engine exists are queued for it. When no engine can
/// be opened, they are completed unread, and the next engine receives a signal for their
/// categories. That loses nothing, because the samples and the anchor stay in place.
final class EarlyHealthObserver: HealthObserving {
    private struct State {
        var listener: AsyncStream<HealthSignal>.Continuation?
        var queued: [HealthSignal] = []
        /// Categories of signals that were completed without being read.
        var unread: Set<HealthMetric> = []
        /// Whether an engine will open shortly.
        var isExpected = true
        var hasBegun = false
        /// Whether an engine has subscribed before.
        var hasServed = false

        /// Delivers queued signals in order.
        ///
        /// Signals that the listener's buffer has no room for stay queued and follow with the next
        /// signal.
        mutating func deliverQueued() {
            while let listener, let next = queued.first {
                switch listener.yield(next) {
                case .enqueued: queued.removeFirst()
                case .terminated: self.listener = nil
                default: return
                }
            }
        }

        /// Empties the queue, marks its categories as unread, and returns the signals to complete.
        mutating func dropQueued() -> [HealthSignal] {
            defer { queued = [] }
            for signal in queued { unread.formUnion(signal.categories) }
            return queued
        }
    }

    private let base: any HealthObserving
    private let categories: [HealthMetric]
    private let selection: HealthSelection?
    private let state = Mutex(State())

    /// - `selection`: stores the observed metrics for the next launch.
    init(
        _ base: any HealthObserving,
        categories: [HealthMetric],
        selection: HealthSelection? = nil
    ) {
        self.base = base
        self.categories = categories
        self.selection = selection
    }

    /// Starts observing HealthKit immediately.
    ///
    /// - Returns: a function that forwards signals until its task is cancelled.
    func begin() -> @Sendable () async -> Void {
        let signals = base.signals()
        state.withLock { $0.hasBegun = true }
        return { [self] in
            for await signal in signals { receive(signal) }
        }
    }

    /// Announces whether an engine will open.
    ///
    /// Without one, queued signals are completed unread.
    func expectEngine(_ isExpected: Bool) {
        let completed = state.withLock { state in
            state.isExpected = isExpected
            return isExpected ? [] : state.dropQueued()
        }
        for signal in completed { signal.complete() }
    }

    private func receive(_ signal: HealthSignal) {
        let completed = state.withLock { state in
            state.deliverQueued()
            // A queued signal for the same categories covers this one.
            guard !state.queued.contains(where: { $0.categories == signal.categories }) else {
                return [signal]
            }
            state.queued.append(signal)
            state.deliverQueued()
            return state.listener == nil && !state.isExpected ? state.dropQueued() : []
        }
        for signal in completed { signal.complete() }
    }

    // MARK: HealthObserving

    /// The queued signals and those that follow.
    ///
    /// The stream of the previous subscriber ends.
    func signals() -> AsyncStream<HealthSignal> {
        guard state.withLock(\.hasBegun) else { return base.signals() }
        let (stream, listener) = AsyncStream.makeStream(
            of: HealthSignal.self,
            bufferingPolicy: .bufferingOldest(categories.count * 2)
        )
        let old = state.withLock { state in
            // Another account has read none of the data.
            if state.hasServed { state.unread = Set(categories) }
            if !state.unread.isEmpty {
                listener.yield(HealthSignal(categories.filter { state.unread.contains($0) }))
            }
            for signal in state.queued { listener.yield(signal) }
            let old = state.listener
            state = State(listener: listener, hasBegun: true, hasServed: true)
            return old
        }
        old?.finish()
        // HealthKit may have stopped calling while no engine was subscribed.
        base.renewObservation()
        return stream
    }

    func renewObservation() { base.renewObservation() }

    var observedCategories: Set<HealthMetric> { base.observedCategories }

    func enableBackgroundDelivery(
        _ categories: [HealthMetric]
    ) async -> [HealthMetric: HealthSourceError] {
        selection?.store(categories)
        return await base.enableBackgroundDelivery(categories)
    }
}
