import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendyWire

// What can be made of an answer, as far as it is as the contract says.
extension PushAnswer {
    /// How many results for mutations of a batch can be read, and how many cannot.
    func readings(for batch: MutationBatch) -> (whole: Int, broken: Int) {
        let mutations = Dictionary(
            batch.mutations.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var (whole, broken) = (0, unreadable.count { mutations[$0] != nil })
        for result in results {
            guard let mutation = mutations[result.id] else { continue }
            if result.isWhole(for: mutation) { whole += 1 } else { broken += 1 }
        }
        return (whole, broken)
    }

    /// What an answer fails with that tells of mutations of a batch, and of none in a way that can
    /// be read: whether it is the server or the mutations, others tell.
    func trouble(over batch: MutationBatch) -> SyncFailure? {
        let (whole, broken) = readings(for: batch)
        guard whole == 0, broken > 0 else { return nil }
        return SyncFailure(
            code: .malformedAnswer,
            message: Strings.Server.unreadable(),
            problem: .unreadableResult,
            cause: JSONError(offset: 0, message: "None of the results can be read")
        )
    }
}

extension PushResult {
    /// Whether it has what its status needs.
    func isWhole(for mutation: StoredMutation) -> Bool {
        switch status {
        // What never was on the server is gone from it without a version.
        case .applied, .duplicate: version != nil || mutation.operation == "delete"
        case .conflict: entity?.id == mutation.entityID
        case .rejected, .blocked: true
        }
    }
}

extension Problem {
    /// A result that is not as the contract says.
    static var unreadableResult: Problem {
        Problem(.internal, detail: Strings.Server.unreadableResult())
    }
}
