import Synchronization
import TrendyStore

/// Mutations that are sent last because the server failed on them in earlier runs, oldest failure
/// first.
///
/// It is not proven whether they caused the failure.
///
/// Kept in memory only; a new process starts at the head of the queue.
final class DeferredMutations: Sendable {
    private let mutations = Mutex<[StoredMutation]>([])

    /// The deferred mutations, appended to others that must not be selected either.
    func batch(with others: MutationBatch?) -> MutationBatch? {
        let all = (others?.mutations ?? []) + mutations.withLock { $0 }
        return all.isEmpty ? nil : MutationBatch(mutations: all)
    }

    /// Defers mutations on which the server failed.
    func add(_ suspects: [StoredMutation]) {
        mutations.withLock { $0 += suspects }
    }

    /// Releases some deferred mutations for another attempt, oldest failure first.
    ///
    /// - Returns: whether there were any.
    func release(_ count: Int) -> Bool {
        mutations.withLock { mutations in
            defer { mutations.removeFirst(min(count, mutations.count)) }
            return !mutations.isEmpty
        }
    }
}
