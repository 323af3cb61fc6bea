import Logging
import TrendyHealth
import TrendySync

extension EngineEvents {
    /// What an app does with them: it logs what fails, and hears of what came.
    ///
    /// Errors are told by their kind alone: what they say may quote what was recorded. The person
    /// reads them in the state of capture, places and sync.
    init(_ logger: Logger, onChange: @escaping @Sendable () -> Void) {
        self.init()
        onSync = { result in
            guard case .success(let report) = result else { return }
            if report.pulled + report.repaired + (report.bootstrapped ?? 0) > 0 { onChange() }
        }
        onCaptureFailure = { category, error in
            switch error {
            // The app leaves, or the person has not been asked yet: nothing is wrong.
            case is CancellationError: return
            case let error as HealthSourceError where error.code == .notAsked: return
            default: break
            }
            let name = category?.rawValue ?? "health data"
            logger.warning("\(name) was not captured (\(type(of: error)))")
        }
        onPlaceFailure = { error in
            logger.warning("A place's signal was not stored (\(type(of: error)))")
        }
    }
}
