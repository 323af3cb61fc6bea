/// A check of a device's directory, of a database, or of a backup.
///
/// Contains counts, sizes and names of files and tables only, and nothing that a person recorded.
package struct DeviceCheck: Sendable, Encodable {
    /// The type of the checked path.
    package enum Kind: String, Sendable, Encodable {
        /// A device's directory.
        case profile
        /// A device's database.
        case database
        /// A backup of a device.
        case backup
    }

    /// A checked file.
    package struct File: Sendable, Encodable {
        /// The name in the directory or the backup.
        package var name: String
        /// The size in bytes.
        package var bytes: Int
        /// The number of the newest migration; `nil` when it is not a device's database, or cannot
        /// be read.
        package var schemaVersion: Int?
        /// The number of live entities by kind; `nil` when they were not counted.
        package var entities: [String: Int]?
        /// The number of changes that the server does not have; `nil` when they were not counted.
        package var unsent: Int?
        /// Whether the file is intact; `nil` when it is not a database.
        package var isIntact: Bool?
    }

    /// The checked path.
    package var path: String
    /// The type of the path.
    package var kind: Kind
    /// The time of the backup in RFC 3339; `nil` for other kinds.
    package var createdAt: String?
    /// The files, sorted by name.
    package var files: [File] = []
    /// The free bytes of the disk; `nil` when unknown.
    package var freeBytes: UInt64?
    /// The findings; empty when there are none.
    package var findings: [Diagnosis.Finding] = []
}
