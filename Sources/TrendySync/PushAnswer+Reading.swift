import TrendyModel
import TrendyStore
import TrendyWire

// Validates the results of a push.
extension PushAnswer {
    /// The number of valid and of unreadable results for the mutations of a batch.
    func readings(for batch: MutationBatch) -> (whole: Int, broken: Int) {
        let mutations = Dictionary(
            batch.mutations.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var (whole, broken) = (0, unreadable.count { mutations[$0] != nil })
        for result in results {
            guard let mutation = mutations[result.id] else { continue }
            if result.isComplete(for: mutation) { whole += 1 } else { broken += 1 }
        }
        return (whole, broken)
    }

    /// The failure of an answer in which every result is unreadable; other mutations show whether
    /// the server or these mutations are at fault.
    func failure(for batch: MutationBatch) -> SyncFailure? {
        let (whole, broken) = readings(for: batch)
        guard whole == 0, broken > 0 else { return nil }
        return SyncFailure(
            code: .malformedAnswer,
            reason: .unreadableAnswer,
            problem: DeviceProblem.unreadableResult.problem,
            cause: JSONError(offset: 0, message: "None of the results can be read")
        )
    }
}

extension PushResult {
    /// Whether the result has the fields that its status requires.
    func isComplete(for mutation: StoredMutation) -> Bool {
        switch status {
        // Deleting an entity that never reached the server gives no version.
        case .applied, .duplicate: version != nil || mutation.operation == "delete"
        case .conflict: entity?.id == mutation.entityID
        case .rejected, .blocked: true
        }
    }
}
