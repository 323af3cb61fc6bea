#if canImport(HealthKit)
import Foundation
public import HealthKit
import Synchronization
public import TrendyHealth

/// HealthKit's observers, one for each category.
public final class HealthKitObserver: HealthObserving {
    private let store: HKHealthStore
    private let categories: [HealthCategory]
    private let state = Mutex(State())

    private struct State {
        var queries: [HealthCategory: HKObserverQuery] = [:]
        /// Those that HealthKit has given up.
        var failed: Set<HealthCategory> = []
        /// How often they were executed again.
        var round = 0
        var listener: AsyncStream<HealthSignal>.Continuation?
        /// Numbers those who listened.
        var number = 0
    }

    /// Observers over a store.
    public init(_ store: HKHealthStore, categories: [HealthCategory] = HealthCategory.allCases) {
        self.store = store
        self.categories = categories
    }

    /// Executes the observers, and hands out what they are told.
    ///
    /// Those of an earlier call are stopped. At most one signal of a category waits to be taken:
    /// another one says nothing more, and is answered at once.
    public func signals() -> AsyncStream<HealthSignal> {
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

    /// Executes the observers again that HealthKit has given up.
    public func renewObservation() {
        let failed = state.withLock { state in
            defer {
                state.failed = []
                state.round += 1
            }
            return categories.filter { state.failed.contains($0) }
        }
        for category in failed { observe(category) }
    }

    private func observe(_ category: HealthCategory) {
        let round = state.withLock(\.round)
        let query = HKObserverQuery(
            queryDescriptors: category.sampleTypes.map {
                HKQueryDescriptor(sampleType: $0, predicate: nil)
            }
        ) { [weak self] query, _, completion, error in
            let answer = Answer(call: completion)
            if error != nil { self?.note(query, failed: category, in: round) }
            // A signal that finds no room goes, and answers as it does.
            self?.state.withLock(\.listener)?.yield(
                HealthSignal([category], error: error.map { HealthSourceError($0) }) {
                    answer.call()
                }
            )
        }
        let isHeard = state.withLock { state in
            guard state.listener != nil else { return false }
            state.queries[category] = query
            return true
        }
        if isHeard { store.execute(query) }
    }

    private func note(_ query: HKObserverQuery, failed category: HealthCategory, in round: Int) {
        let isOver = state.withLock { state in
            guard state.queries[category] === query else { return false }
            if state.round == round { state.failed.insert(category) }
            return state.round > round
        }
        // Told late: what it failed for is over by now.
        if isOver { observe(category) }
    }

    /// Stops the observers of a listener, unless another one listens by now.
    private func stop(_ number: Int) {
        let queries = state.withLock { state -> [HKObserverQuery] in
            guard state.number == number else { return [] }
            defer { state = State(number: number) }
            return Array(state.queries.values)
        }
        for query in queries { store.stop(query) }
    }

    /// Enables background delivery, and disables it for the categories that are not given.
    public func deliverInBackground(
        _ categories: [HealthCategory]
    ) async -> [HealthCategory: HealthSourceError] {
        var refusals: [HealthCategory: HealthSourceError] = [:]
        for category in HealthCategory.allCases {
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

    /// What HealthKit wants to be called when an update has been dealt with.
    private struct Answer: @unchecked Sendable {
        // Unchecked: HealthKit lets it be called from any thread; `HealthSignal` calls it once.
        let call: HKObserverQueryCompletionHandler
    }
}
#endif
