import TrendyModel
import TrendyWire

/// The record of an applied mutation, so that a repetition gets the same answer.
///
/// Only applied mutations are recorded: later data can make a refused mutation valid.
package struct IdempotencyRecord: Sendable, Equatable {
    /// The lifetime of a record.
    package static let lifetime = Duration.seconds(30 * 86_400)

    /// The version of the entity after the mutation; `nil` for the deletion of a missing entity.
    package let version: Int64?
    /// The hash that a request and its repetition share.
    package let requestHash: [UInt8]

    /// Creates a record.
    package init(version: Int64?, requestHash: [UInt8]) {
        self.version = version
        self.requestHash = requestHash
    }

    /// The answer to a repetition of the id.
    func result(of id: EntityID, hash: [UInt8]) -> PushResult {
        guard hash == requestHash else {
            return PushResult(
                id: id,
                status: .rejected,
                problem: Problem(
                    .idempotencyMismatch,
                    detail: "The mutation \(id) was applied with other content before."
                )
            )
        }
        return PushResult(id: id, status: .duplicate, version: version)
    }
}
