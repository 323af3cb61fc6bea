import TrendyModel

/// What people did, kept outside of the system: the truth that the system is measured by.
///
/// Each value that a person writes is a word of its own, which names its account, so that it can be
/// found again wherever it ends up.
final class ExpectedState {
    /// What is known of a write.
    enum State {
        /// The process ended before it answered: it may be there or not.
        case unknown
        /// The store said that it is there.
        case acknowledged
        /// The store said that it is not.
        case refused
    }

    /// Something made by a person.
    struct Creation {
        let account: String
        let device: String
        let word: String
        var state = State.unknown
        var entity: EntityID?
    }

    /// A field set or cleared by a person.
    struct Edit {
        let account: String
        let device: String
        let entity: EntityID
        let field: String
        /// `nil` when it was cleared.
        let word: String?
        /// What the person saw there before.
        var replaced: String?
        var state = State.unknown
    }

    /// Something deleted by a person, or taken back.
    struct Deletion {
        let account: String
        let device: String
        let entity: EntityID
        let isUndo: Bool
        var state = State.unknown
    }

    private(set) var creations: [Creation] = []
    private(set) var edits: [Edit] = []
    private(set) var deletions: [Deletion] = []
    /// What a person gave up on a device after it had been refused; nothing is promised of it.
    private(set) var givenUp: Set<EntityID> = []
    /// What visits said that people deleted or gave up.
    private(set) var deletedVisits: [EntityID: Event] = [:]
    /// How often the server went back to a backup: what it had accepted since then came from
    /// devices, which bring it again.
    private(set) var restorations = 0
    private var lastWord = 0

    /// A word that nobody has written yet.
    func word(_ account: String) -> String {
        lastWord += 1
        return "\(account)-w\(lastWord)"
    }

    func serverWasRestored() { restorations += 1 }

    func giveUp(_ entity: EntityID) { givenUp.insert(entity) }

    /// The app ended as a person gave something up on a device: what waited behind that may have
    /// gone with it, which nobody was told.
    func giveUpUntold(on device: String, _ account: String, taken: Set<EntityID>) {
        for creation in creations where creation.device == device && creation.account == account {
            if let id = creation.entity, !taken.contains(id) { giveUp(id) }
        }
    }

    /// Keeps what a visit said that a person is about to delete, or to give up.
    func keep(_ visit: Event, id: EntityID) { deletedVisits[id] = visit }

    func begin(_ creation: Creation) -> Int {
        creations.append(creation)
        return creations.count - 1
    }

    func begin(_ edit: Edit) -> Int {
        edits.append(edit)
        return edits.count - 1
    }

    func begin(_ deletion: Deletion) -> Int {
        deletions.append(deletion)
        return deletions.count - 1
    }

    func end(creation: Int, _ state: State, entity: EntityID? = nil) {
        creations[creation].state = state
        creations[creation].entity = entity
    }

    func end(edit: Int, _ state: State, replaced: String? = nil) {
        edits[edit].state = state
        edits[edit].replaced = replaced
    }

    func end(deletion: Int, _ state: State) {
        deletions[deletion].state = state
    }
}
