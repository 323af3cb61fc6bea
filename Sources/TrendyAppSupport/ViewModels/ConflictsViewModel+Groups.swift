import TrendyKit
import TrendyLocalization
public import TrendyModel
import TrendyStore

extension ConflictsViewModel {
    /// The conflicts of one entity, side by side.
    public struct Group: Sendable, Equatable, Identifiable {
        /// The id of the entity.
        public let id: EntityID
        /// The entity's name, as `Coffee, 08:30`.
        public let title: String
        /// How long ago the newest of the conflicts was resolved.
        public let time: String
        /// The fields that both sides changed, newest conflict first; never empty.
        public internal(set) var fields: [Field]
    }

    /// A field that both sides changed.
    public struct Field: Sendable, Equatable, Identifiable {
        /// The number of the entry in the conflict log, which is an ``Item/ID``.
        public let id: Item.ID
        /// The name of the field; for a whole entry, that it was deleted on one side.
        public let name: String
        /// This device's value.
        public let mine: String
        /// The other device's value.
        public let theirs: String
        /// Whether this device's value won.
        public let isMineCurrent: Bool
        /// Whether one side deleted the whole entry.
        public let isDeletion: Bool
    }

    /// The setting whether the person resolves the conflicts of an event type.
    public struct AskFirst: Sendable, Equatable, Identifiable {
        /// The id of the event type.
        public let id: EntityID
        /// The name of the event type.
        public let name: String
        /// Whether the server's value applies until the person decides.
        public let isOn: Bool
    }

    /// Restores all losing values of an entity as one edit, or none when one cannot be restored.
    public func undoAll(of id: Group.ID) async {
        guard let group = groups.first(where: { $0.id == id }) else { return }
        await perform(orShow: Strings.FailedChanges.failed) {
            try await store.write { transaction in
                // The newest conflict last, because its value is the one to restore.
                for field in group.fields.reversed() {
                    try transaction.conflicts.restore(field.id)
                }
            }
        }
    }

    /// Accepts all winning values of an entity.
    public func acceptAll(of id: Group.ID) async {
        guard let group = groups.first(where: { $0.id == id }) else { return }
        await perform(orShow: Strings.FailedChanges.failed) {
            try await store.write { transaction in
                for field in group.fields { try transaction.conflicts.acknowledge(field.id) }
            }
        }
    }

    /// Sets whether the person resolves the conflicts of an event type; the setting stays on this
    /// device.
    public func setAsksFirst(_ isOn: Bool, for type: EntityID) async {
        await perform(orShow: Strings.FailedChanges.failed) {
            try await store.write {
                try $0.conflicts.setAsksBeforeResolving(isOn, eventType: type)
            }
        }
    }

    func field(of entry: ConflictLogEntry, _ names: EntityNames) async throws -> Field {
        let loss = entry.loss
        let isDeletion = loss.field == Resolution.Loss.fullEntity
        return Field(
            id: entry.id,
            name: isDeletion
                ? Strings.FailedChanges.fieldEntry() : FieldFormatter.name(of: loss.field),
            mine: try await side(loss.local, of: loss.field, names),
            theirs: try await side(loss.remote, of: loss.field, names),
            isMineCurrent: loss.isLocalWinner,
            isDeletion: isDeletion
        )
    }

    private func side(
        _ value: RawJSON?,
        of field: String,
        _ names: EntityNames
    ) async throws -> String {
        guard field == Resolution.Loss.fullEntity else {
            return try await names.value(value, of: field)
        }
        return value == nil
            ? Strings.FailedChanges.sideDeleted() : Strings.FailedChanges.sideEdited()
    }

    func readAskFirst() async throws -> [AskFirst] {
        try await store.read { transaction in
            try transaction.entities.fetchAll(kind: .eventType).map { type in
                AskFirst(
                    id: type.id,
                    name: EventTypeFormatter.type(type).name,
                    isOn: try transaction.conflicts.asksBeforeResolving(eventType: type.id)
                )
            }
        }
    }
}
