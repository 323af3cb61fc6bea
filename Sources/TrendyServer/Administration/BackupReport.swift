/// What a backup or a restored database holds.
package struct BackupReport: Codable, Sendable, Equatable {
    /// The file that was written.
    package var file: String
    /// Its size.
    package var bytes: Int
    /// How many accounts it holds.
    package var accounts: Int
    /// How many entities, deleted ones too.
    package var entities: Int
    /// How long it took.
    package var seconds: Double
    /// Where the database that was replaced lies now; `nil` when there was none.
    package var replaced: String?
}

/// How many pages of a database have been copied.
package struct CopyProgress: Sendable {
    /// The pages copied.
    package let pages: Int
    /// All pages.
    package let total: Int
}
