import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendyWire

/// How often the entities of one run have met something else on the server.
struct MergeLimiter {
    private let limit: Int
    private var merges: [EntityID: Int] = [:]
    private var isExceeded = false

    /// - `limit`: how often each may.
    init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more; whether it may be merged.
    mutating func allows(_ id: EntityID) -> Bool {
        merges[id, default: 0] += 1
        guard merges[id, default: 0] > limit else { return true }
        isExceeded = true
        return false
    }

    /// What a run has come to; an error when one met something else too often, which waits now.
    func checked(_ summary: ApplySummary) throws -> ApplySummary {
        guard isExceeded else { return summary }
        let failure = SyncFailure(code: .malformedAnswer, message: Strings.Server.contrary())
        throw UnattributedServerFailure(failure: failure, suspects: [], before: summary)
    }
}

extension MutationOutcome {
    /// Whether it leaves something else to be sent in the place of what was sent.
    var isMerge: Bool {
        switch self {
        case .diverged, .nameTaken: true
        case .accepted, .refused, .blocked: false
        }
    }
}
