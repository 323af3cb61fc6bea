import TrendyModel

/// Chooses what leaves together; pure.
struct BatchSelection {
    let now: Instant
    let byteLimit: Int
    /// Creations that the server has not accepted, and that this batch does not hold.
    var pendingParents: Set<EntityID>
    private(set) var mutations: [StoredMutation] = []
    private(set) var isFull = false
    private var blockedQueues: Set<EntityID> = []
    private var bytes = 0

    init(now: Instant, byteLimit: Int, pendingParents: Set<EntityID>) {
        self.now = now
        self.byteLimit = byteLimit
        self.pendingParents = pendingParents
    }

    /// Keeps an entity's mutations out.
    mutating func close(_ entityID: EntityID) {
        blockedQueues.insert(entityID)
    }

    mutating func consider(_ mutation: StoredMutation) {
        // Whatever happens to this one, nothing of the same entity may overtake it.
        guard blockedQueues.insert(mutation.entityID).inserted else { return }
        guard mutation.state == .waiting, mutation.isDue(at: now) else { return }
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
