import TrendyModel

/// Selects the mutations of one batch from candidates in queue order, without database access.
struct BatchSelection {
    let now: Instant
    let byteLimit: Int
    /// Entities whose creation the server has not accepted and the batch does not contain.
    var pendingParents: Set<EntityID>
    private(set) var mutations: [StoredMutation] = []
    /// Whether a mutation exceeded the byte limit.
    private(set) var isFull = false
    private var blockedQueues: Set<EntityID> = []
    private var bytes = 0

    init(now: Instant, byteLimit: Int, pendingParents: Set<EntityID>) {
        self.now = now
        self.byteLimit = byteLimit
        self.pendingParents = pendingParents
    }

    /// Excludes the mutations of an entity.
    mutating func block(_ entityID: EntityID) {
        blockedQueues.insert(entityID)
    }

    /// Adds a mutation if it is due, its entity is not blocked and no parent is pending.
    ///
    /// Mutations must be considered in queue order.
    mutating func consider(_ mutation: StoredMutation) {
        // Mutations are FIFO per entity, even if this one is not added.
        guard blockedQueues.insert(mutation.entityID).inserted else { return }
        guard mutation.state == .pending, mutation.isDue(at: now) else { return }
        if !pendingParents.isEmpty, mutation.operation != "delete" {
            let keys = EntityKeys(kind: mutation.kind, content: mutation.fields)
            guard !keys.parents.contains(where: { pendingParents.contains($0) }) else { return }
        }
        bytes += mutation.fields.utf8.count + 300
        guard bytes <= byteLimit || mutations.isEmpty else {
            isFull = true
            return
        }
        mutations.append(mutation)
        if mutation.operation == "create" { pendingParents.remove(mutation.entityID) }
    }
}
