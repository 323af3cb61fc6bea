import GRDB
import TrendyModel
import TrendySQLite

/// The failed and the blocked mutations by the code of the reason; without their content.
package struct QueueReasons: Sendable, Equatable {
    /// The failed and stale mutations by code.
    package var failed: [String: Int] = [:]
    /// The pending mutations that a failed one blocks, by the code of the failed one.
    package var blocked: [String: Int] = [:]

    /// Creates an empty list.
    package init() {}

    /// The code of a mutation without a problem that was retried for too long.
    package static let stale = "stale"
    /// The code of a problem without a code.
    package static let unknown = "unknown"

    /// The code in a problem document: the last part of its type, as in `urn:trendy:error:conflict`.
    static func code(of problem: RawJSON?, _ state: StoredMutation.State) -> String {
        // A problem that cannot be decoded has no code.
        let type = problem.flatMap { try? Document(json: $0)["type"]?.string }
        let code = type?.split(separator: ":").last.map(String.init) ?? ""
        let isCode =
            !code.isEmpty && code.utf8.count <= 64
            && code.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
        if isCode { return code }
        return problem == nil && state == .stale ? stale : unknown
    }
}

extension QueueRecords {
    /// The reasons of failed and blocked mutations.
    ///
    /// Reads the failed and the blocked mutations, however long the queue is.
    package func reasons() throws -> QueueReasons {
        var reasons = QueueReasons()
        var roots: [(entity: EntityID, code: String)] = []
        for mutation in try failedMutations(limit: .max) {
            let code = QueueReasons.code(of: mutation.problem, mutation.state)
            reasons.failed[code, default: 0] += 1
            roots.append((mutation.entityID, code))
        }
        reasons.blocked = try BlockedMutations.counts(db, from: roots)
        return reasons
    }
}
