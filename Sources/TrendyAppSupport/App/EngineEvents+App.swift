import Logging
import TrendyHealth
import TrendyKit
import TrendySync

extension EngineEvents {
    /// The callbacks of an app: logs failures and reports remote changes to `onChange`.
    ///
    /// The log contains only the type of an error, because its message may quote recorded data. The
    /// person sees the errors in the state of capture, places and sync.
    init(_ logger: Logger, onChange: @escaping @Sendable () -> Void) {
        self.init()
        onSync = { result in
            guard case .success(let report) = result else { return }
            if report.pulled + report.repaired + (report.bootstrapped ?? 0) > 0 { onChange() }
        }
        onCaptureFailure = { category, error in
            switch error {
            // The app is closing, or the person has not been asked for access yet. Neither is a
            // failure.
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
