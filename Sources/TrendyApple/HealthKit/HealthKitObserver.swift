#if canImport(HealthKit)
import Foundation
package import HealthKit
import Synchronization
package import TrendyHealth

/// Observes HealthKit with one `HKObserverQuery` per category.
package final class HealthKitObserver: HealthObserving {
    private let store: HKHealthStore
    private let state: Mutex<State>

    private struct State {
        /// The observed metrics.
        var categories: [HealthMetric]
        var queries: [HealthMetric: HKObserverQuery] = [:]
        /// Categories whose query HealthKit ended with an error.
        var failed: Set<HealthMetric> = []
        /// The number of renewals so far.
        var round = 0
        var listener: AsyncStream<HealthSignal>.Continuation?
        /// The number of the current subscription.
        var number = 0
    }

    /// Creates observers over a store.
    ///
    /// - `categories`: the metrics to observe until ``enableBackgroundDelivery(_:)`` names others.
    package init(_ store: HKHealthStore, categories: [HealthMetric] = HealthMetric.standard) {
        self.store = store
        state = Mutex(State(categories: categories))
    }

    /// Starts the observer queries and returns their signals.
    ///
    /// Stops the queries of an earlier call. The stream buffers at most twice as many signals as
    /// the catalogue has metrics; a signal that finds the buffer full is dropped and completed at
    /// once.
    package func signals() -> AsyncStream<HealthSignal> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HealthSignal.self,
            bufferingPolicy: .bufferingOldest(HealthMetric.allCases.count * 2)
        )
        let (old, categories, number) = state.withLock { state in
            let old = state.queries.values
            state = State(
                categories: state.categories,
                listener: continuation,
                number: state.number + 1
            )
            return (old, state.categories, state.number)
        }
        for query in old { store.stop(query) }
        for category in categories { observe(category) }
        continuation.onTermination = { [weak self] _ in self?.stop(number) }
        return stream
    }

    /// Restarts the queries that HealthKit ended with an error.
    package func renewObservation() {
        let failed = state.withLock { state in
            defer {
                state.failed = []
                state.round += 1
            }
            return state.categories.filter { state.failed.contains($0) }
        }
        for category in failed { observe(category) }
    }

    /// The categories whose query runs: it was started, and HealthKit has not ended it with an error.
    package var observedCategories: Set<HealthMetric> {
        state.withLock { Set($0.queries.keys).subtracting($0.failed) }
    }

    private func observe(_ category: HealthMetric) {
        // A type that this version of the system does not have.
        guard !category.observedTypes.isEmpty else { return }
        let round = state.withLock(\.round)
        let query = HKObserverQuery(
            queryDescriptors: category.observedTypes.map {
                HKQueryDescriptor(sampleType: $0, predicate: nil)
            }
        ) { [weak self] query, _, completion, error in
            let updateCompletion = UpdateCompletion(call: completion)
            if error != nil { self?.note(query, failed: category, in: round) }
            // A dropped signal completes the update when it is deinitialized.
            self?.state.withLock(\.listener)?.yield(
                HealthSignal([category], error: error.map { HealthSourceError($0) }) {
                    updateCompletion.call()
                }
            )
        }
        let hasListener = state.withLock { state in
            guard state.listener != nil else { return false }
            state.queries[category] = query
            return true
        }
        if hasListener { store.execute(query) }
    }

    private func note(_ query: HKObserverQuery, failed category: HealthMetric, in round: Int) {
        let isOver = state.withLock { state in
            guard state.queries[category] === query else { return false }
            if state.round == round { state.failed.insert(category) }
            return state.round > round
        }
        // The error arrived after a renewal, which missed this query; restart it now.
        if isOver { observe(category) }
    }

    /// Stops the queries of a subscription, unless a newer one exists.
    private func stop(_ number: Int) {
        let queries = state.withLock { state -> [HKObserverQuery] in
            guard state.number == number else { return [] }
            defer { state = State(categories: state.categories, number: number) }
            return Array(state.queries.values)
        }
        for query in queries { store.stop(query) }
    }

    /// Observes `categories` and enables background delivery for them; stops observing all others
    /// and disables background delivery for those observed before.
    package func enableBackgroundDelivery(
        _ categories: [HealthMetric]
    ) async -> [HealthMetric: HealthSourceError] {
        let (former, new, stopped) = state.withLock { state in
            let former = state.categories
            state.categories = categories
            let new = state.listener == nil ? [] : categories.filter { !former.contains($0) }
            let stopped = former.filter { !categories.contains($0) }
                .compactMap { state.queries.removeValue(forKey: $0) }
            return (former, new, stopped)
        }
        for query in stopped { store.stop(query) }
        for category in new { observe(category) }
        // A type can belong to several metrics.
        let wanted = Set(categories.flatMap(\.observedTypes))
        var refusals: [HealthMetric: HealthSourceError] = [:]
        for category in categories + former.filter({ !categories.contains($0) }) {
            for type in category.observedTypes {
                do {
                    if wanted.contains(type) {
                        try await store.enableBackgroundDelivery(
                            for: type,
                            frequency: category.delivery.frequency
                        )
                    } else {
                        try await store.disableBackgroundDelivery(for: type)
                    }
                } catch {
                    refusals[category] = HealthSourceError(error)
                }
            }
        }
        return refusals
    }

    /// HealthKit's completion handler for a processed update.
    private struct UpdateCompletion: @unchecked Sendable {
        // Unchecked: HealthKit accepts the call from any thread; `HealthSignal` calls it exactly
        // once.
        let call: HKObserverQueryCompletionHandler
    }
}
#endif
