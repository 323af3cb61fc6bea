import TrendyModel

/// The expected state after all actions of people, kept outside of the system under test.
///
/// Each value that a person writes is a unique word that names its account, so that it can be found
/// wherever it is stored.
final class ExpectedState {
    /// The outcome of a write.
    enum State {
        /// The process ended before the store answered; the write may be present or absent.
        case unknown
        /// The store confirmed the write.
        case acknowledged
        /// The store refused the write.
        case refused
    }

    /// An entity that a person created.
    struct Creation {
        let account: String
        let device: String
        let word: String
        var state = State.unknown
        var entity: EntityID?
        /// The true time of the write.
        var time: ClosedRange<Instant>
    }

    /// A field that a person set or cleared.
    struct Edit {
        let account: String
        let device: String
        let entity: EntityID
        let field: String
        /// The new value; `nil` when the field was cleared.
        let word: String?
        /// The value that the person saw before.
        var replaced: String?
        var state = State.unknown
        /// The true time of the write.
        var time: ClosedRange<Instant>
    }

    /// An entity that a person deleted or restored.
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
    /// Refused changes that a person discarded on a device.
    ///
    /// No guarantee covers them.
    private(set) var givenUp: Set<EntityID> = []
    /// The content of visits that people deleted or discarded.
    private(set) var deletedVisits: [EntityID: Event] = [:]
    /// The number of restorations of the server from a backup.
    ///
    /// Changes that the server had accepted after the backup come from the devices, which send them
    /// again.
    private(set) var restorations = 0
    private var lastWord = 0

    /// Creates a unique word for a new value.
    func word(_ account: String) -> String {
        lastWord += 1
        return "\(account)-w\(lastWord)"
    }

    func serverWasRestored() { restorations += 1 }

    func giveUp(_ entity: EntityID) { givenUp.insert(entity) }

    /// The app ended while a person discarded a change; changes queued behind it may be discarded
    /// too, without a report.
    func noteInterruptedDiscard(on device: String, _ account: String, taken: Set<EntityID>) {
        for creation in creations where creation.device == device && creation.account == account {
            if let id = creation.entity, !taken.contains(id) { giveUp(id) }
        }
    }

    /// Keeps the content of a visit that a person is about to delete or discard.
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

    func end(creation: Int, _ state: State, at now: Instant, entity: EntityID? = nil) {
        creations[creation].state = state
        creations[creation].entity = entity
        creations[creation].time = creations[creation].time.lowerBound...now
    }

    func end(edit: Int, _ state: State, at now: Instant, replaced: String? = nil) {
        edits[edit].state = state
        edits[edit].replaced = replaced
        edits[edit].time = edits[edit].time.lowerBound...now
    }

    func end(deletion: Int, _ state: State) {
        deletions[deletion].state = state
    }
}
