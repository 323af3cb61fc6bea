import TrendyModel
import TrendyStore
import TrendyWire

/// Limits how often each entity may be merged in one run.
struct MergeLimiter {
    private let limit: Int
    private var merges: [EntityID: Int] = [:]
    private var isExceeded = false

    /// - `limit`: the maximum number of merges for each entity.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a merge of an entity; returns whether it is allowed.
    mutating func allows(_ id: EntityID) -> Bool {
        merges[id, default: 0] += 1
        guard merges[id, default: 0] > limit else { return true }
        isExceeded = true
        return false
    }

    /// Returns the summary of a run; throws when an entity exceeded the limit and is postponed.
    func checked(_ summary: ApplySummary) throws -> ApplySummary {
        guard isExceeded else { return summary }
        let failure = SyncFailure(code: .malformedAnswer, reason: .repeatedConflicts)
        throw UnattributedServerFailure(failure: failure, suspects: [], before: summary)
    }
}

extension MutationOutcome {
    /// Whether the outcome leaves a merged mutation to send.
    var isMerge: Bool {
        switch self {
        case .diverged, .nameTaken: true
        case .accepted, .refused, .blocked: false
        }
    }
}
