import TrendyLocalization
import TrendyModel
public import TrendySync

/// One sync that a person or a task asks for, and how it ended in words.
public struct SyncData: Sendable {
    /// How a sync ended.
    public struct Outcome: Sendable {
        /// Whether everything was sent and fetched.
        public var isComplete: Bool
        /// What a person should read.
        public var text: String
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
            return Self.unfinished(SyncStatus.Blocker.notSignedIn.text)
        }
        do {
            let report = try await coordinator.sync(trigger, until: deadline)
            let phrase = report.isPartial ? Strings.Sync.partly : Strings.Sync.done
            let words = phrase([
                "sent": String(report.pushed),
                "received": String(report.pulled + (report.bootstrapped ?? 0)),
            ])
            return Outcome(isComplete: !report.isPartial, text: words, report: report)
        } catch is CancellationError {
            return Self.unfinished(Strings.Sync.stopped())
        } catch let failure as SyncFailure {
            return Self.unfinished(ErrorPresenter.text(for: failure), failure)
        } catch {
            return Self.unfinished(
                Strings.Sync.trouble(["reason": ErrorPresenter.text(for: error)])
            )
        }
    }

    private static func unfinished(_ words: String, _ failure: SyncFailure? = nil) -> Outcome {
        let saved = Strings.Sync.allSaved()
        return Outcome(isComplete: false, text: "\(words) \(saved)", failure: failure)
    }
}
