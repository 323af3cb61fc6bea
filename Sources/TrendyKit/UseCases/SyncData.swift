import TrendyModel
public import TrendySync
import TrendyWords

/// One sync that a person or a task asks for, and how it ended in words.
public struct SyncData: Sendable {
    /// How a sync ended.
    public struct Outcome: Sendable {
        /// Whether everything was sent and fetched.
        public var isComplete: Bool
        /// What a person should read.
        public var words: String
        /// What it did; `nil` when it did not get through.
        public var report: SyncReport?
        /// Why it did not get through; `nil` when it did, and for what is no failure of sync.
        public var failure: SyncFailure?
    }

    private let coordinator: SyncCoordinator?

    /// A use case over what keeps device and server in step; `nil` when nobody is signed in.
    public init(coordinator: SyncCoordinator?) {
        self.coordinator = coordinator
    }

    /// Syncs, and tells how it ended; it never throws, since everything stays on this device.
    ///
    /// - Parameters:
    ///   - trigger: who asks for it.
    ///   - deadline: when it has to be over; at no time when `nil`.
    /// - Returns: how it ended.
    public func callAsFunction(
        _ trigger: SyncTrigger = .manual,
        until deadline: SyncDeadline? = nil
    ) async -> Outcome {
        guard let coordinator else {
            return Self.unfinished(SyncStatus.Obstacle.notSignedIn.words)
        }
        do {
            let report = try await coordinator.sync(trigger, until: deadline)
            let phrase = report.isPartial ? Words.Sync.partly : Words.Sync.done
            let words = phrase([
                "sent": String(report.pushed),
                "received": String(report.pulled + (report.bootstrapped ?? 0)),
            ])
            return Outcome(isComplete: !report.isPartial, words: words, report: report)
        } catch is CancellationError {
            return Self.unfinished(Words.Sync.stopped())
        } catch let failure as SyncFailure {
            return Self.unfinished(Trouble.words(for: failure), failure)
        } catch {
            return Self.unfinished(Words.Sync.trouble(["reason": Trouble.words(for: error)]))
        }
    }

    private static func unfinished(_ words: String, _ failure: SyncFailure? = nil) -> Outcome {
        let saved = Words.Sync.allSaved()
        return Outcome(isComplete: false, words: "\(words) \(saved)", failure: failure)
    }
}
