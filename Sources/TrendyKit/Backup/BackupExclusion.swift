package import TrendyStore

/// Marks files that the system's backup omits; implemented by an adapter.
package protocol BackupExclusion: Sendable {
    /// Sets whether the backup omits a file or directory; does nothing when it does not exist.
    func set(isExcluded: Bool, path: String) throws
}

/// Decides which files of the profile's directory the system's backup omits: those whose whole
/// content can be fetched or computed again.
package enum BackupRule {
    /// Whether the backup omits a file.
    ///
    /// An unknown file is never omitted.
    ///
    /// - Parameters:
    ///   - name: the file's name in the directory.
    ///   - current: the name of the current database.
    ///   - hasLocalContent: whether the current database has content that the server does not have.
    /// - Returns: whether it is omitted.
    package static func isExcluded(
        _ name: String,
        current: String,
        hasLocalContent: Bool
    ) -> Bool {
        // The upload bodies are copies of pending changes; a lock has no content.
        if name == "Uploads" || name.hasSuffix(".lock") { return true }
        // SQLite's files belong together.
        for suffix in ["", "-wal", "-shm"] where name == current + suffix {
            return current != "local.sqlite" && !hasLocalContent
        }
        return false
    }
}

extension QueueStatus {
    /// Whether the database has content that the server does not have: changes that were not sent,
    /// values that lost a conflict, or an account that was never read.
    package var hasLocalContent: Bool {
        pending + failed + stale + conflicts > 0 || cursor == nil
    }
}
