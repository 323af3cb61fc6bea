package import TrendyModel

/// A problem that the device itself finds with a mutation.
///
/// The queue stores it in the same form as a problem of the server, with a type of its own.
package enum DeviceProblem: String, CaseIterable, Sendable {
    /// The mutation exceeded the merge limit.
    case repeatedConflicts = "repeated_conflicts"
    /// The server's result violates the wire contract.
    case unreadableResult = "unreadable_result"
    /// The mutation refers to an entity that the server does not have yet.
    case missingReference = "missing_reference"
    /// The server refused the mutation without a problem.
    case noReason = "no_reason"

    private static let prefix = "urn:trendy:device:"

    /// The device's problem that a stored one encodes; `nil` for a problem of the server.
    init?(_ problem: Problem) {
        guard problem.type.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(problem.type.dropFirst(Self.prefix.count)))
    }

    /// The form that the queue stores.
    ///
    /// Its status decides whether the mutation is retried.
    package var problem: Problem {
        var problem = Problem(self == .missingReference ? .conflict : .internal, detail: detail)
        problem.type = Self.prefix + rawValue
        problem.title = "The device found a problem"
        problem.userMessage = nil
        return problem
    }

    /// The reason for people.
    package var reason: FailureReason {
        switch self {
        case .repeatedConflicts: .repeatedConflicts
        case .unreadableResult: .unreadableResult
        case .missingReference: .missingReference
        case .noReason: .noReason
        }
    }

    /// The description for developers.
    private var detail: String {
        switch self {
        case .repeatedConflicts: "The mutation was merged more often than the limit"
        case .unreadableResult: "The result violates the wire contract"
        case .missingReference: "The server does not have a referenced entity yet"
        case .noReason: "The result has no problem"
        }
    }
}
