#if canImport(Darwin)
import Foundation
import TrendyKit

/// Sets `isExcludedFromBackup` of files.
struct FileBackupExclusion: BackupExclusion {
    func set(isExcluded: Bool, path: String) throws {
        var url = URL(fileURLWithPath: path)
        // SQLite may have removed its log meanwhile.
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard
            try url.resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup
                != isExcluded
        else { return }
        var values = URLResourceValues()
        values.isExcludedFromBackup = isExcluded
        try url.setResourceValues(values)
    }
}
#endif
