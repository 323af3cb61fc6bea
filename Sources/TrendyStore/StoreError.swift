// TrendyStore: the device's database, in which an entity and its pending mutation are one write.

public import TrendyModel
import TrendySQLite

/// An error of the device's database.
public struct StoreError: FailureReasonProviding, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: Sendable, Hashable {
        /// Another program holds the lock of the database.
        case inUse
        /// The file cannot be opened; ``StoreError/reason`` says why.
        case cannotOpen
        /// A newer version wrote the database.
        case newerSchema
        /// The process is about to be suspended; nothing was written.
        case suspended
        /// The disk is full.
        case diskFull
        /// There is no such entity, or it is deleted.
        case notFound
        /// The fields are not valid; nothing was written.
        case invalid
        /// Other entities refer to the one to delete; nothing was written.
        case hasDependents
        /// The account has a database already and cannot take over the data of another.
        case accountExists
        /// The database was synced for another account, of this server or of another.
        case otherAccount
    }

    /// The kind of the error.
    public let code: Code
    /// Why the operation failed.
    public let reason: FailureReason
    /// Technical details for developers; `nil` where the reason is complete.
    public let details: String?

    /// Creates an error.
    public init(_ code: Code, _ reason: FailureReason, details: String? = nil) {
        self.code = code
        self.reason = reason
        self.details = details
    }

    init(_ error: SQLiteFileError) {
        let (code, failure): (Code, FailureReason.DatabaseFailure) =
            switch error.code {
            case .newerSchema: (.newerSchema, .newerSchema)
            case .diskFull: (.diskFull, .diskFull)
            case .busy: (.inUse, .busy)
            case .notDurable: (.cannotOpen, .notDurable)
            case .notADatabase: (.cannotOpen, .damaged)
            case .foreign: (.cannotOpen, .foreign)
            case .notPrivate: (.cannotOpen, .notPrivate)
            case .cannotOpen, .missing: (.cannotOpen, .cannotOpen)
            }
        self.init(code, .databaseNotOpened(failure, path: error.path, details: error.reason))
    }

    /// There is no entity with the id, or it is deleted.
    static func notFound(_ id: EntityID) -> StoreError {
        StoreError(.notFound, .noEntity(id: "\(id)"))
    }

    /// Fields are not valid.
    static func invalid(_ violations: [FieldError]) -> StoreError {
        StoreError(
            .invalid,
            .invalidFields(violations.map(FailureReason.FieldViolation.init)),
            details: violations.map(\.description).joined(separator: "; ")
        )
    }

    /// The code and the reason, for logs and developers.
    public var description: String {
        details.map { "\(reason) (\($0))" } ?? "\(reason)"
    }
}
