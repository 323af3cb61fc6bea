import TrendyStore
import TrendyWire

/// The server failed over each mutation that it was sent alone, and none got through: whose fault
/// it is cannot be told.
struct UnattributedServerFailure: Error {
    /// A mutation over which the server failed, alone.
    struct SuspectMutation {
        let mutation: StoredMutation
        let failure: SyncFailure
    }

    /// The last failure.
    let failure: SyncFailure
    /// What it failed over, oldest first.
    let suspects: [SuspectMutation]
    /// What was settled before.
    let before: ApplySummary

    /// Those that may count as attempts when the server is seen to work otherwise: it said itself
    /// that it failed over this, not that something before it or behind it is missing.
    var attributedFailures: [SuspectMutation] {
        suspects.filter { $0.failure.problem?.status == 500 }
    }
}

extension [UnattributedServerFailure.SuspectMutation] {
    /// All of them; `nil` when there is none.
    var batch: MutationBatch? { isEmpty ? nil : MutationBatch(mutations: map(\.mutation)) }
}
