#if canImport(HealthKit)
import Foundation
package import HealthKit
import Synchronization
package import TrendyHealth

/// Observes HealthKit with one `HKObserverQuery` per category.
package final class HealthKitObserver: HealthObserving {
    private let store: HKHealthStore
    private let categories: [HealthMetric]
    private let state = Mutex(State())

    private struct State {
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
    package init(_ store: HKHealthStore, categories: [HealthMetric] = HealthMetric.allCases) {
        self.store = store
        self.categories = categories
    }

    /// Starts the observer queries and returns their signals.
    ///
    /// Stops the queries of an earlier call. The stream buffers at most twice as many signals as
    /// there are categories; a signal that finds the buffer full is dropped and completed at once.
    package func signals() -> AsyncStream<HealthSignal> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HealthSignal.self,
            bufferingPolicy: .bufferingOldest(categories.count * 2)
        )
        let (old, number) = state.withLock { state in
            let old = state.queries.values
            state = State(listener: continuation, number: state.number + 1)
            return (old, state.number)
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
            return categories.filter { state.failed.contains($0) }
        }
        for category in failed { observe(category) }
    }

    private func observe(_ category: HealthMetric) {
        let round = state.withLock(\.round)
        let query = HKObserverQuery(
            queryDescriptors: category.sampleTypes.map {
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
            defer { state = State(number: number) }
            return Array(state.queries.values)
        }
        for query in queries { store.stop(query) }
    }

    /// Enables background delivery for categories and disables it for all others.
    package func enableBackgroundDelivery(
        _ categories: [HealthMetric]
    ) async -> [HealthMetric: HealthSourceError] {
        var refusals: [HealthMetric: HealthSourceError] = [:]
        for category in HealthMetric.allCases {
            for type in category.sampleTypes {
                do {
                    if categories.contains(category) {
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
