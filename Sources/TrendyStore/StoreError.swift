// TrendyStore: the device's database, in which an entity and its pending mutation are one write.

import TrendyLocalization
import TrendySQLite

/// Why the device's store cannot do what was asked.
public struct StoreError: Error, Sendable, CustomStringConvertible {
    /// The kind of trouble.
    public enum Code: Sendable, Hashable {
        /// Another program has the profile open.
        case inUse
        /// The file cannot be opened; the message tells why.
        case cannotOpen
        /// The database was written by a newer program.
        case newerSchema
        /// The process is about to be suspended; nothing was written.
        case suspended
        /// The disk is full.
        case diskFull
        /// There is no such entity, or it is deleted.
        case notFound
        /// The fields break rules; nothing was written.
        case invalid
        /// Something refers to what would go; nothing was written.
        case hasDependents
        /// The account cannot take over the data, because it has a database already.
        case accountExists
        /// The database was synced for another account, of this server or of another.
        case otherAccount
    }

    /// The kind of trouble.
    public let code: Code
    /// What happened and what to do.
    public let message: String
    /// What exactly is wrong, for whoever writes programs; `nil` where the message says all.
    public let detail: String?

    /// Makes an error.
    public init(code: Code, message: String, detail: String? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
    }

    init(_ error: SQLiteFileError) {
        let (code, phrase): (Code, LocalizedText) =
            switch error.code {
            case .newerSchema: (.newerSchema, Strings.Store.newerSchema)
            case .diskFull: (.diskFull, Strings.Store.diskFull)
            case .busy: (.inUse, Strings.Store.busy)
            case .notDurable: (.cannotOpen, Strings.Store.notDurable)
            case .notADatabase: (.cannotOpen, Strings.Store.damaged)
            case .foreign: (.cannotOpen, Strings.Store.foreign)
            case .notPrivate: (.cannotOpen, Strings.Store.notPrivate)
            case .cannotOpen, .missing: (.cannotOpen, Strings.Store.cannotOpen)
            }
        self.init(
            code: code,
            message: phrase([
                "path": error.path, "reason": error.reason ?? Strings.Store.noReason(),
            ])
        )
    }

    /// What happened and what to do, with what exactly is wrong.
    public var description: String { detail.map { "\(message) (\($0))" } ?? message }
}
