import TrendyStore
import TrendyWire

/// The server failed on every mutation that was sent alone, and none succeeded: either side may be
/// at fault.
struct UnattributedServerFailure: Error {
    /// A mutation on which the server failed when it was sent alone.
    struct SuspectMutation {
        let mutation: StoredMutation
        let failure: SyncFailure
    }

    /// The last failure.
    let failure: SyncFailure
    /// The mutations on which the server failed, oldest first.
    let suspects: [SuspectMutation]
    /// The summary of the mutations applied before.
    let before: ApplySummary

    /// The failures that count as attempts once the server accepts another mutation: the server
    /// itself reported a failure on this mutation, rather than an intermediary or a dependency.
    var attributedFailures: [SuspectMutation] {
        suspects.filter { $0.failure.problem?.status == 500 }
    }
}

extension [UnattributedServerFailure.SuspectMutation] {
    /// All mutations as a batch; `nil` when there is none.
    var batch: MutationBatch? { isEmpty ? nil : MutationBatch(mutations: map(\.mutation)) }
}
