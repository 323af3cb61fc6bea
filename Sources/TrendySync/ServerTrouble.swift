import TrendyStore
import TrendyWire

/// The server failed over each mutation that it was sent alone, and none got through: whose fault
/// it is cannot be told.
struct ServerTrouble: Error {
    /// A mutation over which the server failed, alone.
    struct Suspect {
        let mutation: StoredMutation
        let failure: SyncFailure
    }

    /// The last failure.
    let failure: SyncFailure
    /// What it failed over, oldest first.
    let suspects: [Suspect]
    /// What was settled before.
    let before: SettleSummary

    /// Those that may count as attempts when the server is seen to work otherwise: it said itself
    /// that it failed over this, not that something before it or behind it is missing.
    var ownFailures: [Suspect] { suspects.filter { $0.failure.problem?.status == 500 } }
}

extension [ServerTrouble.Suspect] {
    /// All of them; `nil` when there is none.
    var batch: MutationBatch? { isEmpty ? nil : MutationBatch(mutations: map(\.mutation)) }
}
