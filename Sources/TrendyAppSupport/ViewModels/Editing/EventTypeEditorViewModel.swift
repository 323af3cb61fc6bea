public import Foundation
public import Observation
import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of the editor of one event type, new or existing.
@MainActor
@Observable
public final class EventTypeEditorViewModel: Identifiable {
    /// An icon to choose.
    public struct IconChoice: Sendable, Equatable, Identifiable {
        /// The name of the SF Symbol.
        public let id: String
        /// The spoken name.
        public let name: String
    }

    /// A colour to choose.
    public struct ColorChoice: Sendable, Equatable, Identifiable {
        /// The colour, `#RRGGBB`.
        public let id: String
        /// The name.
        public let name: String
    }

    /// A property of the type.
    public struct PropertyRow: Sendable, Equatable, Identifiable {
        /// The definition's id.
        public let id: EntityID
        /// The display name.
        public let label: String
        /// The property's type as text.
        public let detail: String
    }

    private static let maximumNameBytes = 400

    /// The phase of the editor.
    public private(set) var phase = EditorPhase.loading
    /// Whether the type is new.
    public var isNew: Bool { typeID == nil }
    /// The title of the screen.
    public var title: String { isNew ? Strings.Editor.newType() : Strings.Editor.editType() }
    /// The text of the phase ``EditorPhase/missing``.
    public var missingText: String { Strings.Editor.missing() }
    /// The name.
    public var name = ""
    /// The SF Symbol.
    public var icon: String
    /// The colour, `#RRGGBB`.
    public var color: String
    /// The icons to choose from, with the current one first when it is not in the list.
    public private(set) var icons: [IconChoice]
    /// The colours to choose from, with the current one first when it is not in the list.
    public private(set) var colors: [ColorChoice]
    /// The properties in their order; empty until the type is saved.
    public private(set) var properties: [PropertyRow] = []
    /// Whether properties can be added; a new type has to be saved first.
    public var canAddProperties: Bool { !isNew && phase == .ready }
    /// The text beside the name; `nil` when it is valid.
    public var nameProblem: String? {
        if trimmedName.isEmpty { return wasRefused ? Strings.Editor.nameMissing() : nil }
        if trimmedName.utf8.count > Self.maximumNameBytes { return Strings.Editor.nameTooLong() }
        return takenNames.contains(trimmedName.lowercased()) ? Strings.Editor.nameTaken() : nil
    }
    /// The question before a deletion; `nil` when none was requested.
    public private(set) var deletionWarning: String?
    /// Why the last action failed; `nil` when it succeeded.
    public private(set) var problem: String?
    /// Whether the person changed something.
    public var hasChanges: Bool {
        name != loaded.name || icon != loaded.icon || color != loaded.color
    }
    /// Whether the values can be saved.
    public var canSave: Bool { phase == .ready && (isNew || hasChanges) && isValid }
    /// Whether a save or a deletion is in progress.
    public var isBusy: Bool { phase == .saving }

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let typeID: EntityID?
    private var wasRefused = false
    private var takenNames: Set<String> = []
    private var loaded: EventType

    /// Creates an editor.
    ///
    /// - `type`: the type to edit; `nil` for a new one.
    package init(store: DeviceStore, dependencies: Dependencies, type: EntityID? = nil) {
        self.store = store
        self.dependencies = dependencies
        typeID = type
        icons = Strings.Icons.choices.map { IconChoice(id: $0.symbol, name: $0.name()) }
        colors = Strings.Colors.choices.map { ColorChoice(id: $0.hex, name: $0.name()) }
        let initial = EventType(name: "")
        loaded = initial
        icon = initial.icon
        color = initial.color
    }

    /// Reads the type and its properties; call it when the editor appears.
    ///
    /// A second call reads only the properties again, which their editor may have changed.
    public func load() async {
        do {
            if phase == .loading { try await loadType() }
            if phase == .ready { try await loadProperties() }
            problem = nil
        } catch {
            problem = Strings.Editor.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    private func loadType() async throws {
        let all = try await store.read { try $0.entities.fetchAll(kind: .eventType) }
        takenNames = Set(
            all.filter { $0.id != typeID }.flatMap { entity in
                [
                    EventTypeFormatter.type(entity).name,
                    entity.readable(as: EventType.self)?.fields.name,
                ]
                .compactMap { $0?.lowercased() }
            }
        )
        if let typeID {
            guard let entity = all.first(where: { $0.id == typeID }) else {
                phase = .missing
                return
            }
            loaded = EventTypeFormatter.type(entity)
            (name, icon, color) = (loaded.name, loaded.icon, loaded.color)
            if !icons.contains(where: { $0.id == icon }) {
                icons.insert(IconChoice(id: icon, name: icon), at: 0)
            }
            if !colors.contains(where: { $0.id == color }) {
                colors.insert(ColorChoice(id: color, name: color), at: 0)
            }
        }
        phase = .ready
    }

    private func loadProperties() async throws {
        guard let typeID else { return }
        let new = try await definitions(of: typeID).map { id, definition in
            PropertyRow(
                id: id,
                label: definition.label,
                detail: PropertyType(rawValue: definition.propertyType)?.text
                    ?? Strings.Timeline.unknownType()
            )
        }
        if new != properties { properties = new }
    }

    private func definitions(
        of type: EntityID
    ) async throws -> [(id: EntityID, fields: PropertyDefinition)] {
        try await store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
            .compactMap { entity in
                guard let read = entity.readable(as: PropertyDefinition.self),
                    read.fields.eventTypeID == type
                else { return nil }
                return (entity.id, read.fields)
            }
            .sorted {
                ($0.fields.displayOrder, $0.fields.key) < ($1.fields.displayOrder, $1.fields.key)
            }
    }

    /// Saves the values.
    ///
    /// - Returns: whether they were saved; ``problem`` or the text beside the name say why not.
    @discardableResult
    public func save() async -> Bool {
        guard phase == .ready else { return false }
        wasRefused = !isValid
        guard !wasRefused else { return false }
        phase = .saving
        do {
            phase = .saved(try await write())
            problem = nil
            return true
        } catch let error as StoreError where error.code == .notFound {
            phase = .missing
        } catch {
            phase = .ready
            problem = Strings.Editor.notSaved(["reason": ErrorPresenter.text(for: error)])
        }
        return false
    }

    private func write() async throws -> EntityID {
        let fields = EventType(name: trimmedName, color: color, icon: icon)
        guard let typeID else { return try await store.write { try $0.entities.create(fields) } }
        // A built-in type keeps its stored name while its localized name is not edited.
        var change = fields.document.changes(from: loaded.document)
        if name == loaded.name { change["name"] = nil }
        try await store.write { [change] in try $0.entities.update(id: typeID, change: change) }
        return typeID
    }

    /// Sets ``deletionWarning``, which contains the number of events that would be deleted too.
    public func askToDelete() async {
        guard let typeID, phase == .ready else { return }
        do {
            let count = try await store.read { try $0.entities.eventCount(ofType: typeID) }
            deletionWarning =
                count == 0
                ? Strings.EventTypes.deleteUnused(["name": loaded.name])
                : Strings.EventTypes.deleteUsed(count, ["name": loaded.name])
        } catch {
            problem = Strings.Editor.notDeleted(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Deletes the type with its events and properties, after ``askToDelete()``.
    ///
    /// - Returns: whether it was deleted.
    @discardableResult
    public func confirmDelete() async -> Bool {
        guard let typeID, phase == .ready, deletionWarning != nil else { return false }
        deletionWarning = nil
        phase = .saving
        do {
            let properties = try await definitions(of: typeID).map(\.id)
            try await store.write { transaction in
                for property in properties { try transaction.entities.delete(id: property) }
                try transaction.entities.delete(id: typeID, cascade: true)
            }
            phase = .deleted
            return true
        } catch {
            phase = .ready
            problem = Strings.Editor.notDeleted(["reason": ErrorPresenter.text(for: error)])
            return false
        }
    }

    /// Withdraws ``deletionWarning``.
    public func cancelDelete() {
        deletionWarning = nil
    }

    /// Moves properties to another position, as a list does.
    ///
    /// - Parameters:
    ///   - offsets: the positions of the moved properties.
    ///   - destination: the position, in the old order, before which they are inserted.
    public func moveProperties(from offsets: IndexSet, to destination: Int) async {
        guard let typeID, phase == .ready else { return }
        let moved = offsets.filter { properties.indices.contains($0) }.map { properties[$0] }
        var new = properties
        let before = offsets.count { $0 < destination }
        new.removeAll { row in moved.contains { $0.id == row.id } }
        new.insert(contentsOf: moved, at: min(max(0, destination - before), new.count))
        do {
            let orders = Dictionary(
                try await definitions(of: typeID).map { ($0.id, $0.fields.displayOrder) },
                uniquingKeysWith: { first, _ in first }
            )
            try await store.write { [new] transaction in
                for (index, row) in new.enumerated() where orders[row.id] != Int64(index) {
                    var change = Document()
                    change["display_order"] = RawJSON(Int64(index))
                    try transaction.entities.update(id: row.id, change: change)
                }
            }
            properties = new
            problem = nil
        } catch {
            problem = Strings.EventTypes.notMoved(["reason": ErrorPresenter.text(for: error)])
        }
    }

    private var trimmedName: String { name.trimmingCharacters(in: .whitespacesAndNewlines) }

    private var isValid: Bool { !trimmedName.isEmpty && nameProblem == nil }
}

extension PropertyType {
    /// The name of the type.
    var text: String { texts.name() }

    /// A sentence about what values of the type are.
    var explanation: String { texts.why() }

    private var texts: (name: LocalizedText, why: LocalizedText) {
        typealias Texts = Strings.PropertyTypes
        return switch self {
        case .text: (Texts.text, Texts.textWhy)
        case .number: (Texts.number, Texts.numberWhy)
        case .boolean: (Texts.boolean, Texts.booleanWhy)
        case .date: (Texts.date, Texts.dateWhy)
        case .select: (Texts.select, Texts.selectWhy)
        case .duration: (Texts.duration, Texts.durationWhy)
        case .url: (Texts.url, Texts.urlWhy)
        case .email: (Texts.email, Texts.emailWhy)
        }
    }
}
