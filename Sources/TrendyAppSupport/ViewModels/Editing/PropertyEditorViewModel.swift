public import Foundation
public import Observation
import TrendyKit
import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The view model of the editor of one property of an event type, new or existing.
@MainActor
@Observable
public final class PropertyEditorViewModel: Identifiable {
    /// A type to choose.
    public struct TypeChoice: Sendable, Equatable, Identifiable {
        /// The type.
        public let id: PropertyType
        /// The name.
        public let name: String
        /// What values of the type are.
        public let explanation: String
    }

    /// An option of a choice.
    public struct Option: Sendable, Equatable, Identifiable {
        /// The number of the option within the editor.
        public let id: Int
        /// The text.
        public var text: String
    }

    private static let maximumNameBytes = 400

    /// The phase of the editor.
    public private(set) var phase = EditorPhase.loading
    /// Whether the property is new.
    public var isNew: Bool { propertyID == nil }
    /// The title of the screen.
    public var title: String {
        isNew ? Strings.Editor.newProperty() : Strings.Editor.editProperty()
    }
    /// The text of the phase ``EditorPhase/missing``.
    public var missingText: String { Strings.Editor.missing() }
    /// The display name.
    public var label = ""
    /// The property's type.
    public var type = PropertyType.text {
        didSet { if type == .select, options.isEmpty { addOption() } }
    }
    /// The types to choose from.
    public let types = PropertyType.allCases.map {
        TypeChoice(id: $0, name: $0.text, explanation: $0.explanation)
    }
    /// Whether the type can be chosen; existing values would not match another one.
    public var canChangeType: Bool { isNew }
    /// The options of a choice.
    public var options: [Option] = []
    /// Whether the property has options.
    public var showsOptions: Bool { type == .select }
    /// The text beside the name; `nil` when it is valid.
    public var labelProblem: String? {
        if trimmedLabel.isEmpty { return wasRefused ? Strings.Editor.nameMissing() : nil }
        if trimmedLabel.utf8.count > Self.maximumNameBytes { return Strings.Editor.nameTooLong() }
        return others.contains { $0.label.lowercased() == trimmedLabel.lowercased() }
            ? Strings.Editor.labelTaken() : nil
    }
    /// The text beside the options; `nil` when they are valid.
    public var optionsProblem: String? {
        guard showsOptions else { return nil }
        if texts.isEmpty { return wasRefused ? Strings.Editor.optionsMissing() : nil }
        return Set(texts).count == texts.count ? nil : Strings.Editor.optionTwice()
    }
    /// Why the last action failed; `nil` when it succeeded.
    public private(set) var problem: String?
    /// Whether the person changed something.
    public var hasChanges: Bool {
        guard let loaded else { return !trimmedLabel.isEmpty || !texts.isEmpty }
        return trimmedLabel != loaded.label || (showsOptions && texts != loaded.options ?? [])
    }
    /// Whether the values can be saved.
    public var canSave: Bool { phase == .ready && hasChanges && isValid }
    /// Whether a save or a deletion is in progress.
    public var isBusy: Bool { phase == .saving }

    @ObservationIgnored private let store: DeviceStore
    @ObservationIgnored private let dependencies: Dependencies
    @ObservationIgnored private let typeID: EntityID
    @ObservationIgnored private let propertyID: EntityID?
    private var wasRefused = false
    private var loaded: PropertyDefinition?
    private var others: [PropertyDefinition] = []
    @ObservationIgnored private var lastOption = 0

    /// Creates an editor.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - dependencies: the source of ids.
    ///   - type: the event type.
    ///   - property: the definition to edit; `nil` for a new one.
    package init(
        store: DeviceStore,
        dependencies: Dependencies,
        type: EntityID,
        property: EntityID? = nil
    ) {
        self.store = store
        self.dependencies = dependencies
        typeID = type
        propertyID = property
    }

    /// Reads the property; call it when the editor appears.
    ///
    /// Does nothing when it has been read.
    public func load() async {
        guard phase == .loading else { return }
        do {
            let all = try await store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
                .compactMap { entity in
                    entity.readable(as: PropertyDefinition.self).map { (entity.id, $0.fields) }
                }
            others = all.filter { $0.0 != propertyID && $0.1.eventTypeID == typeID }.map(\.1)
            if let propertyID {
                guard let found = all.first(where: { $0.0 == propertyID })?.1 else {
                    phase = .missing
                    return
                }
                loaded = found
                label = found.label
                for text in found.options ?? [] { add(text) }
                type = PropertyType(rawValue: found.propertyType) ?? .text
            }
            phase = .ready
            problem = nil
        } catch {
            problem = Strings.Editor.unreadable(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Adds an empty option at the end.
    public func addOption() { add("") }

    private func add(_ text: String) {
        lastOption += 1
        options.append(Option(id: lastOption, text: text))
    }

    /// Removes options by position.
    ///
    /// Events that have a removed option keep it.
    public func removeOptions(at offsets: IndexSet) {
        options = options.indices.filter { !offsets.contains($0) }.map { options[$0] }
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
        } catch let error as StoreError where error.code == .notFound && propertyID != nil {
            phase = .missing
        } catch {
            phase = .ready
            problem = Strings.Editor.notSaved(["reason": ErrorPresenter.text(for: error)])
        }
        return false
    }

    private func write() async throws -> EntityID {
        if let propertyID {
            var change = Document()
            // Only what the person changed, because another device may have changed the rest.
            if trimmedLabel != loaded?.label { change["label"] = RawJSON(trimmedLabel) }
            if showsOptions, texts != loaded?.options ?? [] {
                change["options"] = RawJSON(array: texts.map { RawJSON($0) })
            }
            try await store.write { [change] in
                try $0.entities.update(id: propertyID, change: change)
            }
            return propertyID
        }
        let last = others.map(\.displayOrder).max() ?? -1
        let id = dependencies.ids.next()
        var definition = PropertyDefinition(
            eventTypeID: typeID,
            key: key(for: id),
            label: trimmedLabel,
            propertyType: type,
            displayOrder: last == .max ? last : last + 1
        )
        if showsOptions { definition.options = texts }
        return try await store.write { [definition] in try $0.entities.create(definition, id: id) }
    }

    /// A key made of the label's words; the id when it has none, or when another property has it.
    private func key(for id: EntityID) -> String {
        let plain = trimmedLabel.folding(
            options: [.caseInsensitive, .diacriticInsensitive],
            locale: nil
        )
        let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let key = words.joined(separator: "_")
        return key.isEmpty || others.contains { $0.key == key } ? id.description : key
    }

    /// Deletes the property; the values in events stay.
    ///
    /// - Returns: whether it was deleted.
    @discardableResult
    public func delete() async -> Bool {
        guard let propertyID, phase == .ready else { return false }
        phase = .saving
        do {
            try await store.write { try $0.entities.delete(id: propertyID) }
            phase = .deleted
            return true
        } catch {
            phase = .ready
            problem = Strings.Editor.notDeleted(["reason": ErrorPresenter.text(for: error)])
            return false
        }
    }

    private var trimmedLabel: String { label.trimmingCharacters(in: .whitespacesAndNewlines) }

    private var texts: [String] {
        options.map { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
    }

    private var isValid: Bool {
        !trimmedLabel.isEmpty && labelProblem == nil && optionsProblem == nil
            && (!showsOptions || !texts.isEmpty)
    }
}
