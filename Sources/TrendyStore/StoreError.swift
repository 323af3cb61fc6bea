package import TrendyModel
import TrendySQLite

/// An error of the device's database.
package struct StoreError: FailureReasonProviding, CustomStringConvertible {
    /// The kind of an error.
    package enum Code: Sendable, Hashable {
        /// Another process holds the lock of the database.
        case inUse
        /// The file cannot be opened, for the reason in ``StoreError/reason``.
        case cannotOpen
        /// A newer version wrote the database.
        case newerSchema
        /// Writes are refused, because the process may be suspended; nothing was written.
        case suspended
        /// The disk is full.
        case diskFull
        /// The entity, mutation or log entry does not exist, or is deleted or handled already.
        case notFound
        /// The fields violate the model's rules; nothing was written.
        case invalid
        /// Other entities refer to this one; nothing was written.
        case hasDependents
        /// The account already has a database, so another one cannot be moved to its path.
        case accountExists
        /// The database belongs to another account of this or another server.
        case otherAccount
    }

    /// The kind of the error.
    package let code: Code
    /// Why the operation failed.
    package let reason: FailureReason
    /// Technical details for developers; `nil` when the reason contains everything.
    package let details: String?

    /// Creates an error.
    package init(_ code: Code, _ reason: FailureReason, details: String? = nil) {
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

    /// No entity has the id, or it is deleted.
    static func notFound(_ id: EntityID) -> StoreError {
        StoreError(.notFound, .noEntity(id: "\(id)"))
    }

    /// Fields violate the model's rules.
    static func invalid(_ violations: [FieldError]) -> StoreError {
        StoreError(
            .invalid,
            .invalidFields(violations.map(FailureReason.FieldViolation.init)),
            details: violations.map(\.description).joined(separator: "; ")
        )
    }

    /// The code and the reason, for logs and developers.
    package var description: String {
        details.map { "\(reason) (\($0))" } ?? "\(reason)"
    }
}
