import TrendyLocalization
import TrendyModel
package import TrendySync

/// Runs one sync and describes its outcome.
package struct SyncData: Sendable {
    /// The outcome of a sync.
    package struct Outcome: Sendable {
        /// Whether everything was sent and received.
        package var isComplete: Bool
        /// A localized description for the person.
        package var text: String
        /// The report of the sync; `nil` when it failed.
        package var report: SyncReport?
        /// The error that ended the sync; `nil` when it succeeded, or when the error is not a sync
        /// failure.
        package var failure: SyncFailure?
    }

    private let coordinator: SyncCoordinator?

    /// Creates a use case over a sync coordinator; `nil` when signed out.
    package init(coordinator: SyncCoordinator?) {
        self.coordinator = coordinator
    }

    /// Syncs and returns the outcome.
    ///
    /// Never throws; unsent changes stay on this device.
    ///
    /// - Parameters:
    ///   - trigger: what requested the sync.
    ///   - deadline: when it must end; `nil` for no limit.
    /// - Returns: the outcome.
    package func callAsFunction(
        _ trigger: SyncTrigger = .manual,
        until deadline: SyncDeadline? = nil
    ) async -> Outcome {
        guard let coordinator else {
            return Self.unfinished(SyncStatus.Blocker.notSignedIn.text)
        }
        do {
            let report = try await coordinator.sync(trigger, until: deadline)
            let phrase = report.isPartial ? Strings.Sync.partly : Strings.Sync.done
            let text = phrase([
                "sent": String(report.pushed),
                "received": String(report.pulled + (report.bootstrapped ?? 0)),
            ])
            return Outcome(isComplete: !report.isPartial, text: text, report: report)
        } catch is CancellationError {
            return Self.unfinished(Strings.Sync.stopped())
        } catch let failure as SyncFailure {
            return Self.unfinished(SyncStatus.Blocker(failure).text, failure)
        } catch {
            return Self.unfinished(
                Strings.Sync.trouble(["reason": ErrorPresenter.text(for: error)])
            )
        }
    }

    private static func unfinished(_ reason: String, _ failure: SyncFailure? = nil) -> Outcome {
        let saved = Strings.Sync.allSaved()
        return Outcome(isComplete: false, text: "\(reason) \(saved)", failure: failure)
    }
}
