import Logging
import TrendyModel
import TrendyStore

// The log: categories and numbers of events, never a value of a sample.
extension HealthCaptureCoordinator {
    /// Logs the outcome of a pass; most passes find nothing, which is logged for debugging only.
    func log(
        _ outcome: DerivedOutcome,
        _ category: HealthMetric,
        _ trigger: HealthTrigger,
        isPartial: Bool
    ) {
        let changes = outcome.created + outcome.updated + outcome.deleted
        logger.log(
            level: changes > 0 ? .info : .debug,
            "health data was captured",
            metadata: [
                "category": "\(category)", "trigger": "\(trigger)",
                "created": "\(outcome.created)", "updated": "\(outcome.updated)",
                "deleted": "\(outcome.deleted)", "is_partial": "\(isPartial)",
            ]
        )
    }

    /// Logs a failed pass by the code or the type of the error: its message may quote a sample.
    ///
    /// The caller reports the error as well.
    func logFailure(_ error: any Error, _ category: HealthMetric) {
        guard !(error is CancellationError) else { return }
        let code = (error as? HealthSourceError)?.code
        // A locked phone and a permission that was not requested yet are expected.
        let isExpected = code == .locked || code == .notAsked
        logger.log(
            level: isExpected ? .debug : .info,
            "health data was not captured",
            metadata: [
                "category": "\(category)",
                "error": "\(code?.rawValue ?? String(describing: type(of: error)))",
            ]
        )
    }
}
