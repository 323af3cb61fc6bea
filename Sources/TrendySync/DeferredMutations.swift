import Synchronization
import TrendyStore

/// Mutations over which the server failed in earlier runs and that had no chance to be proven at
/// fault, those of the longest ago first: a run begins with others, and comes round to them.
///
/// It is kept in memory only; a new process begins at the head of the queue.
final class DeferredMutations: Sendable {
    private let mutations = Mutex<[StoredMutation]>([])

    /// All of them, behind others that are not to be chosen either.
    func batch(with others: MutationBatch?) -> MutationBatch? {
        let all = (others?.mutations ?? []) + mutations.withLock { $0 }
        return all.isEmpty ? nil : MutationBatch(mutations: all)
    }

    /// The server has failed over them, one after another.
    func add(_ suspects: [StoredMutation]) {
        mutations.withLock { $0 += suspects }
    }

    /// Lets some of them have their turn again, those of the longest ago first.
    ///
    /// - Returns: whether there were any.
    func release(_ count: Int) -> Bool {
        mutations.withLock { mutations in
            defer { mutations.removeFirst(min(count, mutations.count)) }
            return !mutations.isEmpty
        }
    }
}
