/// Mutations that are sent in one request.
package struct MutationBatch: Sendable, Equatable {
    /// The mutations, oldest first, at most one for each entity.
    package var mutations: [StoredMutation]
    /// The sequence numbers of the mutations that were not in flight before this batch.
    var firstSent: Set<Int64> = []

    package init(mutations: [StoredMutation]) {
        self.mutations = mutations
    }

    init(mutations: [StoredMutation], firstSent: Set<Int64>) {
        self.mutations = mutations
        self.firstSent = firstSent
    }
}
