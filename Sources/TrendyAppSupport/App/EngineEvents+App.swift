import Logging
import TrendyHealth
import TrendyKit
import TrendySync

extension EngineEvents {
    /// The callbacks of an app: logs failures and reports remote changes to `onChange`.
    ///
    /// The log contains only the type of an error, because its message may quote recorded data. The
    /// person sees the errors in the state of capture, places and sync.
    ///
    /// - `storage`: receives the errors, to notice a full disk.
    /// - `onSyncEnd`: called after each sync, successful or not.
    init(
        _ logger: Logger,
        storage: StorageCondition,
        onSyncEnd: @escaping @Sendable () async -> Void = {},
        onChange: @escaping @Sendable () -> Void
    ) {
        self.init()
        onSync = { result in
            await onSyncEnd()
            let report: SyncReport
            switch result {
            case .success(let value): report = value
            case .failure(let error): return storage.received(error)
            }
            if report.pulled + report.repaired + (report.bootstrapped ?? 0) > 0 { onChange() }
        }
        onCaptureFailure = { category, error in
            storage.received(error)
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
            storage.received(error)
            logger.warning("A place's signal was not stored (\(type(of: error)))")
        }
    }
}
