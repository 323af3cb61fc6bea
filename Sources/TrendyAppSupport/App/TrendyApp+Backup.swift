import Logging
import TrendyKit
import TrendyStore

extension TrendyApp {
    /// Excludes the files from the system's backup whose content can be fetched again.
    func excludeFromBackup() async {
        guard let exclusion = platform.backupExclusion, let engine else { return }
        // The system may suspend the app in the background, which must not happen during a read.
        let token = platform.system.beginBackgroundTime("Trendy backup") {}
        defer { if let token { platform.system.endBackgroundTime(token) } }
        let exclude = ExcludeFromBackup(
            directory: platform.directory,
            files: platform.files,
            exclusion: exclusion
        )
        do {
            try await exclude(engine.store, databasePath: accounts.open().databasePath)
        } catch {
            // A backup that contains too much loses nothing; the next sync tries again.
            platform.logger.warning("The backup was not limited (\(type(of: error)))")
        }
    }
}
