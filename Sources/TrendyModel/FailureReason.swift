/// Why an operation failed, as a case with arguments and without text for people.
///
/// The modules below TrendyKit throw and store reasons; TrendyKit presents them in the person's
/// language. The `Codable` form is stored in the device's database, so a case must not be renamed.
public indirect enum FailureReason: Sendable, Hashable, Codable {
    // MARK: The device's database

    /// The database was synced for another account, of this server or of another.
    case otherAccount
    /// There is already a database at the destination of a move.
    case databaseExists(path: String)
    /// Another program holds the lock of the database.
    case databaseInUse(path: String)
    /// The file cannot be opened; `details` is the system's reason.
    case databaseNotOpened(DatabaseFailure, path: String, details: String?)
    /// The database cannot be read or written now.
    case databaseUnavailable
    /// The disk is full.
    case diskFull
    /// Writes are suspended, because the process is about to be suspended.
    case suspended
    /// Another entity of the kind has the name that is to be restored.
    case nameTaken(kind: String)
    /// There is no open conflict with the id.
    case noConflict(id: String)
    /// There is no failed mutation with the id.
    case noFailedMutation(id: String)
    /// There is no entity with the id, or it is deleted.
    case noEntity(id: String)
    /// Fields are not valid.
    case invalidFields([FieldViolation])
    /// This version cannot read a field of an entity.
    case unreadableField(String)
    /// An event type to delete still has this many events.
    case typeHasEvents(count: Int)
    /// This many entities depend on the one to discard.
    case hasDependents(count: Int)
    /// The queue contains an operation of a newer version.
    case unknownOperation
    /// A manual visit ends before it begins, or lies in the future.
    case invalidVisit
    /// There is no open visit at the place.
    case noOpenVisit
    /// A manual health entry is not plausible.
    case invalidMeasurement

    // MARK: Conditions of the sync

    /// The session has ended.
    case sessionEnded
    /// The program is too old for the server.
    case upgradeRequired
    /// The device is offline.
    case offline
    /// The server is not ready, or asks the device to wait.
    case serverBusy
    /// The server asks the device to wait this long.
    case serverWait(seconds: Int)
    /// Low Power Mode postpones the run.
    case lowPower
    /// An expensive or constrained network postpones the run.
    case restrictedNetwork
    /// The run reached its deadline.
    case timedOut

    // MARK: The server and its answers

    /// The server sent a problem.
    case problem(code: String?, fields: [FieldViolation])
    /// The answer violates the wire contract.
    case unreadableAnswer
    /// The answer to one mutation violates the wire contract.
    case unreadableResult
    /// The answer ended too early.
    case truncatedAnswer
    /// The cursor of the pages does not advance.
    case stuckCursor
    /// There are more pages of changes than the limit.
    case endlessChanges
    /// There are more pages of a range than the limit.
    case endlessRange
    /// The snapshot has more lines than the limit.
    case endlessSnapshot
    /// A mutation exceeded the merge limit.
    case repeatedConflicts
    /// The server has a new epoch.
    case serverRestored
    /// A mutation refers to an entity that the server does not have yet.
    case missingReference
    /// The server refused a mutation without a reason.
    case noReason

    // MARK: The connection

    /// Another service answers at the address.
    case notTrendy(address: String)
    /// The server at the address, or a proxy in front of it, is not ready.
    case notReady(address: String)
    /// The server at the address, or a proxy in front of it, has a smaller body limit.
    case bodyLimit(address: String)
    /// The server at the address cannot be reached.
    case unreachable(address: String, ConnectionFailure)
    /// The text is not the address of a server.
    case invalidAddress(String, AddressFailure)
    /// The server refused the registration.
    case signUpRefused(FailureReason)
    /// The server accepted the registration and did not answer with an account.
    case notSignedUp

    // MARK: The comparison with the server

    /// The device and the server could not be compared.
    case notCompared(FailureReason)
    /// The device and the server still differ after all repairs.
    case stillDiffers(device: Int, server: Int, repaired: Int, rounds: Int)

    // MARK: Others

    /// Health data cannot be read; `details` is HealthKit's own description.
    case healthData(HealthDataFailure, details: String?)
    /// A text that is shown unchanged, from an older version or from the server's operator.
    case text(String)
}

extension FailureReason {
    /// Why a database file cannot be opened.
    public enum DatabaseFailure: String, Sendable, Hashable, Codable {
        /// A newer version wrote it.
        case newerSchema
        /// The disk is full.
        case diskFull
        /// Another program is using it.
        case busy
        /// The file system cannot guarantee durability.
        case notDurable
        /// It is damaged, or no database.
        case damaged
        /// It belongs to another program or to a server.
        case foreign
        /// Other users can read it, and its permissions cannot be changed.
        case notPrivate
        /// The system cannot open or write it.
        case cannotOpen
    }

    /// Why a field is not valid.
    public struct FieldViolation: Sendable, Hashable, Codable {
        /// The field's name on the wire.
        public let field: String
        /// The kind of violation, as in ``FieldError/code``.
        public let code: String

        /// Creates a violation.
        public init(field: String, code: String) {
            self.field = field
            self.code = code
        }

        /// The violation of an error.
        public init(_ error: FieldError) { self.init(field: error.field, code: error.code) }
    }

    /// Why a server cannot be reached.
    public enum ConnectionFailure: Sendable, Hashable, Codable {
        /// No answer arrived in time.
        case timedOut
        /// The address does not exist, or refuses connections.
        case noServer
        /// The connection was closed.
        case closed
        /// The device has no network connection.
        case noNetwork
        /// The TLS handshake failed, for example because the certificate is not trusted.
        case notSecure
        /// The answer is not HTTP.
        case notHTTP
        /// The address is not valid.
        case invalidAddress
        /// Another failure, as the network library describes it; for logs only.
        case other(String)
    }

    /// Why a text is not the address of a server.
    public enum AddressFailure: String, Sendable, Hashable, Codable {
        /// It contains whitespace.
        case whitespace
        /// The scheme is neither `http` nor `https`.
        case scheme
        /// It has no host.
        case noHost
        /// The host contains invalid characters.
        case host
        /// The host contains characters outside ASCII.
        case international
        /// The IPv6 address is not valid.
        case ipv6
        /// The port is not valid.
        case port
        /// It contains a user name.
        case user
        /// It contains a path, query or fragment.
        case path
    }

    /// Why health data cannot be read.
    public enum HealthDataFailure: String, Sendable, Hashable, Codable {
        /// The device is locked.
        case locked
        /// Authorization was not requested.
        case notAsked = "not_asked"
        /// This device has no health data.
        case unavailable
        /// The person denied access.
        case denied
        /// All samples disappeared without a reported deletion: read access was revoked.
        case readAccessRevoked = "read_access_revoked"
        /// Another failure.
        case failed
    }
}

/// An error that gives a ``FailureReason``.
public protocol FailureReasonProviding: Error {
    /// Why the operation failed.
    var reason: FailureReason { get }
}

extension FailureReason: FailureReasonProviding {
    /// The reason itself.
    public var reason: FailureReason { self }

    /// Converts any error; an unknown error becomes ``databaseUnavailable``.
    package init(_ error: any Error) {
        self =
            switch error {
            case let error as any FailureReasonProviding: error.reason
            case let error as FieldError: .unreadableField(error.field)
            default:
                // SQLite's description of a full disk, which other libraries may wrap.
                String(describing: error).contains("SQLite error 13")
                    ? .diskFull : .databaseUnavailable
            }
    }
}
