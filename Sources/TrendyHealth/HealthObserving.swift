import Synchronization

/// Signals when a source may have new data.
///
/// HealthKit's observer queries are one implementation.
package protocol HealthObserving: Sendable {
    /// Starts observing and returns the stream of signals. Signals that arrive before the stream is
    /// consumed are kept.
    ///
    /// Call it at launch before anything else: HealthKit only calls observers that are registered
    /// by then.
    func signals() -> AsyncStream<HealthSignal>

    /// Registers the observers that failed again. HealthKit drops observers that were registered
    /// before the device was first unlocked.
    func renewObservation()

    /// Enables background delivery for `categories` and disables it for all others.
    ///
    /// - Returns: the error of each category that was refused; empty when all were accepted.
    func enableBackgroundDelivery(
        _ categories: [HealthMetric]
    ) async -> [HealthMetric: HealthSourceError]

    /// The categories with a running observer.
    var observedCategories: Set<HealthMetric> { get }
}

extension HealthObserving {
    /// None: this observer does not know.
    package var observedCategories: Set<HealthMetric> { [] }
}

/// A notification that categories of a source may have changed; read the changes from the source.
package final class HealthSignal: Sendable {
    /// The categories that may have changed.
    package let categories: [HealthMetric]
    /// The error of the observer; `nil` when it succeeded.
    package let error: HealthSourceError?
    private let answer: Mutex<(@Sendable () -> Void)?>

    /// Creates a signal.
    ///
    /// - `answer`: called once, when the signal is completed or deallocated.
    package init(
        _ categories: [HealthMetric],
        error: HealthSourceError? = nil,
        answer: @escaping @Sendable () -> Void = {}
    ) {
        self.categories = categories
        self.error = error
        self.answer = Mutex(answer)
    }

    deinit { complete() }

    /// Answers the signal: its changes are durable, or the source keeps them until the next pass.
    package func complete() {
        let answer = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        answer?()
    }
}
