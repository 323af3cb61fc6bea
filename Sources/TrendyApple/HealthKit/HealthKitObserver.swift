#if canImport(HealthKit)
import Foundation
public import HealthKit
import Synchronization
public import TrendyHealth

/// HealthKit's observers, one for each category.
public final class HealthKitObserver: HealthObserving {
    private let store: HKHealthStore
    private let categories: [HealthCategory]
    private let queries = Mutex<[HKObserverQuery]>([])

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
        let observers = categories.map { category in
            HKObserverQuery(
                queryDescriptors: category.sampleTypes.map {
                    HKQueryDescriptor(sampleType: $0, predicate: nil)
                }
            ) { _, _, completion, error in
                let answer = Answer(call: completion)
                // A signal that finds no room goes, and answers as it does.
                continuation.yield(
                    HealthSignal([category], error: error.map { HealthSourceError($0) }) {
                        answer.call()
                    }
                )
            }
        }
        let old = queries.withLock { queries in
            defer { queries = observers }
            return queries
        }
        for query in old { store.stop(query) }
        for query in observers { store.execute(query) }
        continuation.onTermination = { [weak self] _ in self?.stop(observers) }
        return stream
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

    private func stop(_ observers: [HKObserverQuery]) {
        for query in observers { store.stop(query) }
    }

    /// What HealthKit wants to be called when an update has been dealt with.
    private struct Answer: @unchecked Sendable {
        // Unchecked: HealthKit lets it be called from any thread; `HealthSignal` calls it once.
        let call: HKObserverQueryCompletionHandler
    }
}
#endif
