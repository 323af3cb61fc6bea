import TrendyKit
import TrendyStore
import TrendySync

/// The number of things that need the person's decision: failed changes and conflicts.
@MainActor
enum DecisionCount {
    /// The number; 0 when it cannot be read, because the page itself shows the error.
    static func of(_ context: PageContext) async -> Int {
        guard let status = try? await context.engine.status() else { return 0 }
        return status.failedMutations + status.queue.conflicts
    }
}
