/// The format of a device's backup: a SQLite file whose application id is that of
/// `DatabaseKind.backup`.
///
/// | table | content |
/// |---|---|
/// | `backup` | one row: the version of the format and the time of the backup |
/// | `backup_file` | the files of the profile: name, size, SHA-256 hash, number of rows |
/// | `backup_part` | the content of each file, in parts of 1 MiB |
enum BackupFile {
    /// The version of the format; a format that older programs cannot read has a higher one.
    static let format: Int64 = 1
    /// The size of a part in bytes.
    static let partBytes = 1 << 20
    /// The maximum number of files in a backup; far more than any profile has.
    static let maximumFiles = 1000

    static let schema = """
        CREATE TABLE backup (format INTEGER NOT NULL, created_at INTEGER NOT NULL);
        CREATE TABLE backup_file (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            bytes INTEGER NOT NULL,
            sha256 BLOB NOT NULL,
            row_count INTEGER NOT NULL
        );
        CREATE TABLE backup_part (
            file_id INTEGER NOT NULL REFERENCES backup_file (id),
            number INTEGER NOT NULL,
            content BLOB NOT NULL,
            PRIMARY KEY (file_id, number)
        );
        """

    /// Whether a file of a profile belongs into a backup: a database or `profile.json`, with a plain
    /// name, directly in the directory.
    ///
    /// A log that SQLite would apply to a database is none.
    static func isValidName(_ name: String) -> Bool {
        name == "profile.json" || name.wholeMatch(of: /[A-Za-z0-9_-]{1,100}\.sqlite/) != nil
    }
}

/// A file in a backup.
package struct BackupEntry: Sendable, Equatable, Encodable {
    /// The name in the profile's directory.
    package let name: String
    /// The size in bytes.
    package let bytes: Int
    /// The number of rows of a database; 0 for other files.
    package let rows: Int
    /// The SHA-256 hash of the content.
    let hash: [UInt8]

    private enum CodingKeys: String, CodingKey {
        case name, bytes, rows
    }
}
