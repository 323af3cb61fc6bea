import Synchronization

/// Tells when a source may have something new; HealthKit's observers are one.
public protocol HealthObserving: Sendable {
    /// Begins to listen, and hands out what comes; what came before somebody listened is kept.
    ///
    /// To be called at launch before anything else: HealthKit calls observers only that are there
    /// by then.
    func signals() -> AsyncStream<HealthSignal>

    /// Listens again to what it could not listen to: HealthKit gives observers up that were there
    /// before the device was first unlocked.
    func renewObservation()

    /// Asks to be woken in the background for categories, and takes the asking back for others.
    ///
    /// - Returns: why it was refused, by category, in words for people; nothing where it was not.
    func deliverInBackground(
        _ categories: [HealthCategory]
    ) async -> [HealthCategory: HealthSourceError]
}

/// Something may have changed; what, tells the source.
public final class HealthSignal: Sendable {
    /// The categories that may have changed.
    public let categories: [HealthCategory]
    /// Why observing failed; `nil` when it did not.
    public let error: HealthSourceError?
    private let answer: Mutex<(@Sendable () -> Void)?>

    /// A signal.
    ///
    /// - `answer`: called once, when the signal has been dealt with or nobody holds it any more.
    public init(
        _ categories: [HealthCategory],
        error: HealthSourceError? = nil,
        answer: @escaping @Sendable () -> Void = {}
    ) {
        self.categories = categories
        self.error = error
        self.answer = Mutex(answer)
    }

    deinit { complete() }

    /// Answers: what was signalled is durable, or is kept by the source until the next pass.
    public func complete() {
        let answer = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        answer?()
    }
}
