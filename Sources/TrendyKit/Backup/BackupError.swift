import TrendyLocalization
import TrendySQLite
import TrendyStore

/// An error of backing up, restoring or checking a device; nothing was changed.
package struct BackupError: Error, Sendable, CustomStringConvertible {
    /// The kind of an error.
    package enum Code: Sendable, Hashable {
        /// A file exists and must not be replaced.
        case exists
        /// The path is a symbolic link, or not of the expected type.
        case unsuitablePath
        /// A file or directory does not exist, or has no data.
        case missing
        /// The file belongs to another program.
        case foreign
        /// A newer version wrote the file.
        case newer
        /// The file is damaged.
        case damaged
        /// The disk is full.
        case diskFull
        /// Another process uses the data.
        case inUse
        /// A file cannot be read or written.
        case unusable
    }

    /// The kind of the error.
    package let code: Code
    /// What happened and what to do.
    package let message: String

    /// What happened and what to do.
    package var description: String { message }

    private init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }

    init(_ code: Code, _ text: LocalizedText, _ path: String) {
        self.init(code, message: text(["path": path]))
    }

    /// The role of a file that an operation failed on.
    enum Role {
        /// A database of the device.
        case database
        /// A backup.
        case backup
    }

    /// Converts an error of a file.
    ///
    /// - `file`: the file to name instead of a temporary one; the file of the error when `nil`.
    init(_ error: SQLiteFileError, _ role: Role, file: String? = nil) {
        let path = file ?? error.path
        switch error.code {
        case .newerSchema: self.init(.newer, Strings.Backup.newer, path)
        case .notADatabase:
            let text =
                role == .backup ? Strings.Backup.damaged : Strings.Backup.damagedSource
            self.init(.damaged, text, path)
        case .foreign:
            let text =
                role == .backup ? Strings.Backup.foreign : Strings.Backup.foreignDatabase
            self.init(.foreign, text, path)
        case .diskFull: self.init(.diskFull, Strings.Backup.diskFull, path)
        case .busy: self.init(.inUse, Strings.Backup.inUse, path)
        case .missing: self.init(.missing, Strings.Backup.missing, path)
        case .notDurable, .notPrivate, .cannotOpen:
            let reason = error.reason ?? error.message
            self.init(
                .unusable,
                message: Strings.Backup.unusable(["path": path, "reason": reason])
            )
        }
    }

    /// Converts an error of a store that a backup contains.
    init(_ error: StoreError, backup: String) {
        switch error.code {
        case .newerSchema: self.init(.newer, Strings.Backup.newer, backup)
        case .diskFull: self.init(.diskFull, Strings.Backup.diskFull, backup)
        default: self.init(.damaged, Strings.Backup.damaged, backup)
        }
    }
}
