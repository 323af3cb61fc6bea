/// Contents of a backup or of a restored database.
package struct BackupReport: Codable, Sendable, Equatable {
    /// The path of the written file.
    package var file: String
    /// The size of the file.
    package var bytes: Int
    /// The number of accounts.
    package var accounts: Int
    /// The number of entities, tombstones included.
    package var entities: Int
    /// The duration in seconds.
    package var seconds: Double
    /// The path of the database that the restore replaced; `nil` when there was none.
    package var replaced: String?
}

/// Progress of a copy, in database pages.
package struct CopyProgress: Sendable {
    /// Pages copied so far.
    package let pages: Int
    /// Pages of the whole database.
    package let total: Int
}
