public import Foundation
public import Observation
package import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of the editor of one event, new or existing.
///
/// Saving writes only what the person changed, so a change that arrives from another device while
/// the editor is open is kept.
@MainActor
@Observable
public final class EventEditorViewModel: Identifiable {
    /// The phase of the editor.
    public private(set) var phase = EditorPhase.loading
    /// Whether the event is new.
    public var isNew: Bool { eventID == nil }
    /// The title of the screen.
    public var title: String { isNew ? Strings.Editor.newEvent() : Strings.Editor.editEvent() }
    /// The text of the phase ``EditorPhase/missing``.
    public var missingText: String { Strings.Editor.missing() }
    /// A text about the source of a captured event; `nil` for an event of the person.
    public private(set) var sourceText: String?
    /// Whether the type, times and properties can be edited; a captured health event is recomputed
    /// from its samples, so only its note can.
    public private(set) var canEditTimes = true

    /// The types to choose from.
    public private(set) var types: [EventTypeChoice] = []
    /// The chosen type; `nil` before one is chosen.
    public var typeID: EntityID? {
        get { draft.typeID }
        set {
            guard newValue != draft.typeID else { return }
            draft.typeID = newValue
            makeProperties()
        }
    }
    /// The start, or the first day.
    public var start: Date {
        get { draft.start }
        set {
            // The end moves along, so that the duration stays.
            draft.end += newValue.timeIntervalSince(draft.start)
            draft.start = newValue
        }
    }
    /// Whether the event has an end, or covers several days.
    public var hasEnd: Bool {
        get { draft.hasEnd }
        set { draft.hasEnd = newValue }
    }
    /// The end; the last day, inclusive, of an all-day event.
    public var end: Date {
        get { draft.end }
        set { draft.end = newValue }
    }
    /// Whether the event covers whole days.
    public var isAllDay: Bool {
        get { draft.isAllDay }
        set { draft.isAllDay = newValue }
    }
    /// The note.
    public var note: String {
        get { draft.note }
        set { draft.note = newValue }
    }
    /// The properties of the chosen type, in their order, then values without a definition.
    public var properties: [PropertyDraft] {
        get { drafts.map(validated) }
        set { drafts = newValue }
    }

    /// The text beside the type; `nil` when it is valid.
    public var typeProblem: String? {
        draft.typeID == nil && wasRefused ? Strings.Editor.chooseType() : nil
    }
    /// The text beside the end; `nil` when it is valid.
    public var endProblem: String? { draft.endProblem(in: formats.zones()) }
    /// The text beside the note; `nil` when it is valid.
    public var noteProblem: String? { draft.noteProblem }
    /// The duration as text; `nil` without a valid end.
    public var durationText: String? {
        guard endProblem == nil else { return nil }
        let zones = formats.zones()
        if draft.isAllDay {
            let (first, last) = draft.days(in: zones)
            return Strings.Editor.days(first.distance(to: last) + 1)
        }
        let (start, end) = draft.times(in: zones)
        return end.map { Strings.Editor.duration(["span": DisplayFormatter.duration($0 - start)]) }
    }
    /// The time zone of the date pickers.
    public private(set) var timeZone: TimeZone
    /// Why the last action failed; `nil` when it succeeded.
    public private(set) var problem: String?
    /// The id of the event that ``save()`` creates; `nil` for one of the source of ids.
    @ObservationIgnored package var newID: EntityID?
    /// Whether ``save()`` refuses to write when the event changed since ``load()``.
    @ObservationIgnored package var requiresUnchanged = false
    /// Whether the last save was refused because the event had changed.
    @ObservationIgnored package private(set) var isOutdated = false

    /// Whether the person changed something.
    public var hasChanges: Bool { draft != loaded || !changedKeys.isEmpty }
    /// Whether the values can be saved.
    public var canSave: Bool {
        phase == .ready && (isNew || hasChanges) && isValid
    }
    /// Whether a save or a deletion is in progress.
    public var isBusy: Bool { phase == .saving }

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let formats: DisplayFormatter
    @ObservationIgnored private let actions: EventActions
    @ObservationIgnored private let eventID: EntityID?
    private var draft: EventDraft
    private var drafts: [PropertyDraft] = []
    private var wasRefused = false
    @ObservationIgnored private var loaded: EventDraft
    @ObservationIgnored private var loadedDrafts: [PropertyDraft] = []
    @ObservationIgnored private var stored: Event?
    @ObservationIgnored private var storedContent: RawJSON?
    @ObservationIgnored private var definitions: [EntityID: [PropertyDefinition]] = [:]

    /// Creates an editor.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the clock and the source of ids.
    ///   - formats: formats values, and defines where days begin and end.
    ///   - actions: offers to undo a deletion.
    ///   - event: the event to edit; `nil` for a new one.
    ///   - type: the type of a new event; `nil` lets the person choose.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        formats: DisplayFormatter,
        actions: EventActions,
        event: EntityID? = nil,
        type: EntityID? = nil
    ) {
        self.store = store
        self.dependencies = dependencies
        self.formats = formats
        self.actions = actions
        eventID = event
        let now = dependencies.wallClock.now()
        let draft = EventDraft(typeID: type, at: now)
        self.draft = draft
        loaded = draft
        timeZone = formats.zones().zone(at: now)
    }

    /// Reads the event, the types and their properties; call it when the editor appears.
    ///
    /// A second call reads only the types and properties again, which their editors may have
    /// changed; entered values stay.
    public func load() async {
        let isFirst = phase == .loading
        guard isFirst || phase == .ready else { return }
        do {
            let types = try await EventTypeChoice.all(in: store)
            definitions = try await PropertyDefinition.byType(in: store)
            if isFirst, let eventID {
                let entity = try await store.read { try $0.entities.fetch(id: eventID) }
                guard let event = entity?.readable(as: Event.self)?.fields else {
                    phase = .missing
                    return
                }
                storedContent = entity?.content
                show(event)
            }
            self.types = types.filter { !$0.isCaptured || $0.id == draft.typeID }
            makeProperties()
            if isFirst {
                loadedDrafts = drafts
                phase = .ready
            }
            problem = nil
        } catch {
            problem = Strings.Editor.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Saves the values.
    ///
    /// - Returns: whether they were saved; ``problem`` or the texts beside the fields say why not.
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
        } catch let error as StoreError where error.code == .notFound && eventID != nil {
            phase = .missing
        } catch is EditEvent.ChangedMeanwhile {
            phase = .ready
            isOutdated = true
        } catch {
            phase = .ready
            problem = Strings.Editor.notSaved(["reason": EventActions.reason(error)])
        }
        return false
    }

    /// Deletes the event; `EventActions` offers to undo it.
    ///
    /// - Returns: whether it was deleted.
    @discardableResult
    public func delete() async -> Bool {
        guard let eventID, phase == .ready else { return false }
        phase = .saving
        do {
            phase = try await actions.deleteOfferingUndo(eventID) ? .deleted : .missing
            return true
        } catch {
            phase = .ready
            problem = Strings.Editor.notDeleted(["reason": ErrorPresenter.text(for: error)])
            return false
        }
    }

    // MARK: Reading

    private func show(_ event: Event) {
        let zones = formats.zones()
        stored = event
        draft = EventDraft(event, in: zones)
        loaded = draft
        timeZone = zones.zone(at: event.timestamp)
        switch event.sourceType {
        case .healthKit:
            sourceText = Strings.Editor.fromHealth()
            canEditTimes = false
        case .geofence: sourceText = Strings.Editor.fromPlaces()
        default: sourceText = nil
        }
    }

    /// Makes the drafts of the chosen type; values that were entered before keep their keys.
    private func makeProperties() {
        guard canEditTimes else { return }
        let format = entryFormat
        let entered = Dictionary(
            drafts.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let defined = draft.typeID.flatMap { definitions[$0] } ?? []
        var new = defined.map { definition in
            var value = stored?.properties[definition.key]
            if stored == nil, let initial = definition.defaultValue {
                value = PropertyValue(type: definition.propertyType, value: initial)
            }
            return PropertyDraft(definition, key: definition.key, value: value, format: format)
        }
        let keys = Set(defined.map(\.key))
        for key in stored?.properties.keys ?? [] where !keys.contains(key) {
            new.append(
                PropertyDraft(nil, key: key, value: stored?.properties[key], format: format)
            )
        }
        for index in new.indices {
            guard let old = entered[new[index].id], old.type == new[index].type else { continue }
            (new[index].text, new[index].date) = (old.text, old.date)
            (new[index].isSet, new[index].isOn) = (old.isSet, old.isOn)
            new[index].hasTime = old.hasTime
        }
        drafts = new
    }

    private var entryFormat: PropertyEntryFormat {
        PropertyEntryFormat(formats: formats, defaultDate: draft.start)
    }

    // MARK: Validation

    private func validated(_ draft: PropertyDraft) -> PropertyDraft {
        guard draft.isEditable else { return draft }
        var draft = draft
        if case .problem(let text) = entryFormat.entry(of: draft) {
            draft.problem = text
        } else {
            draft.problem = nil
        }
        return draft
    }

    private var isValid: Bool {
        draft.typeID != nil && endProblem == nil && noteProblem == nil
            && properties.allSatisfy { !$0.isEditable || $0.problem == nil }
    }

    /// The keys of the properties whose values the person changed.
    private var changedKeys: Set<String> {
        let before = Dictionary(
            loadedDrafts.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return Set(
            drafts.filter { draft in
                guard draft.isEditable else { return false }
                return before[draft.id].map { !$0.hasSameValue(as: draft) } ?? !draft.isEmpty
            }.map(\.id)
        )
    }

    // MARK: Writing

    private func write() async throws -> EntityID {
        let zones = formats.zones()
        let format = entryFormat
        guard let eventID else {
            var event = Event(
                eventTypeID: draft.typeID ?? dependencies.ids.next(),
                timestamp: draft.times(in: zones).start,
                sourceType: .manual
            )
            event.endDate = draft.times(in: zones).end
            event.isAllDay = draft.isAllDay
            event.timeZone = zones.zone(at: event.timestamp).identifier
            event.notes = draft.storedNote
            for draft in drafts where draft.isEditable {
                if case .value(let value) = format.entry(of: draft) {
                    event.properties[draft.id] = value
                }
            }
            let id = newID
            return try await store.write { [event] in try $0.entities.create(event, id: id) }
        }
        var patch = EventPatch()
        if draft.typeID != loaded.typeID, let type = draft.typeID { patch.eventTypeID = .set(type) }
        if draft.hasOtherTimes(than: loaded) {
            let (start, end) = draft.times(in: zones)
            patch.timestamp = .set(start)
            patch.endDate = end.map { .set($0) } ?? .clear
            patch.isAllDay = .set(draft.isAllDay)
        }
        if draft.note != loaded.note { patch.notes = draft.storedNote.map { .set($0) } ?? .clear }
        var values: [String: PropertyValue?] = [:]
        for draft in drafts where changedKeys.contains(draft.id) {
            guard case .value(let value) = format.entry(of: draft) else {
                values.updateValue(nil, forKey: draft.id)
                continue
            }
            values[draft.id] = value
        }
        try await EditEvent(store: store)(
            eventID,
            patch,
            properties: values,
            expecting: requiresUnchanged ? storedContent : nil
        )
        return eventID
    }
}

extension PropertyDefinition {
    /// The definitions of each event type, in their order.
    static func byType(in store: DeviceStore) async throws -> [EntityID: [PropertyDefinition]] {
        let all = try await store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
            .compactMap { $0.readable(as: PropertyDefinition.self)?.fields }
            .sorted { ($0.displayOrder, $0.key) < ($1.displayOrder, $1.key) }
        return Dictionary(grouping: all, by: \.eventTypeID)
    }
}
