import Foundation
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Editors of event types and properties", .timeLimit(.minutes(20)))
struct EventTypeEditorTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func editor(_ type: EntityID? = nil) async -> EventTypeEditorViewModel {
        let editor = EventTypeEditorViewModel(
            store: world.store,
            dependencies: world.dependencies,
            type: type
        )
        await editor.load()
        return editor
    }

    private func property(
        of type: EntityID,
        _ id: EntityID? = nil
    ) async -> PropertyEditorViewModel {
        let editor = PropertyEditorViewModel(
            store: world.store,
            dependencies: world.dependencies,
            type: type,
            property: id
        )
        await editor.load()
        return editor
    }

    private func create(_ name: String) async throws -> EntityID {
        try await world.store.write { try $0.entities.create(EventType(name: name)) }
    }

    private func type(_ id: EntityID) async throws -> EventType {
        try #require(try await EventTypeRepository(world.store).fetch(id: id))
    }

    private func definition(_ id: EntityID) async throws -> PropertyDefinition {
        try #require(try await PropertyDefinitionRepository(world.store).fetch(id: id))
    }

    private func add(_ label: String, to type: EntityID) async throws -> EntityID {
        let editor = await property(of: type)
        editor.label = label
        await editor.save()
        guard case .saved(let id) = editor.phase else {
            throw CancellationError()
        }
        return id
    }

    @Test("A new type is saved with its name, icon and colour from the lists")
    func newType() async throws {
        let editor = await editor()
        #expect(editor.title == "New type")
        #expect(!editor.canAddProperties)
        #expect(editor.icons.count >= 50)
        #expect(editor.colors.count == 12)
        #expect(editor.icons.contains { $0.id == editor.icon })
        #expect(editor.colors.contains { $0.id == editor.color })

        editor.name = "  Reading "
        editor.icon = "book.fill"
        editor.color = editor.colors[3].id
        #expect(editor.canSave)
        #expect(await editor.save())

        guard case .saved(let id) = editor.phase else { Issue.record("not saved"); return }
        #expect(try await type(id).name == "Reading")
        #expect(try await type(id).icon == "book.fill")
        #expect(try await type(id).color == editor.colors[3].id)
    }

    @Test("A name that is empty, too long or taken is refused beside the name")
    func names() async throws {
        _ = try await create("Tea")
        let editor = await editor()
        #expect(editor.nameProblem == nil)
        #expect(await editor.save() == false)
        #expect(editor.nameProblem == "Enter a name.")
        editor.name = "tea"
        #expect(editor.nameProblem == "There is a type with this name already.")
        editor.name = String(repeating: "a", count: 401)
        #expect(editor.nameProblem == "The name is too long.")
        editor.name = "Coffee"
        #expect(editor.nameProblem == nil)
        #expect(editor.canSave)
    }

    @Test("A type with an icon and a colour of another app keeps them as choices")
    func foreignStyle() async throws {
        let id = try await world.store.write {
            try $0.entities.create(EventType(name: "Tea", color: "#123456", icon: "mug"))
        }
        let editor = await editor(id)

        #expect(editor.icons[0].id == "mug")
        #expect(editor.colors[0].id == "#123456")
        #expect(!editor.hasChanges)
        #expect(editor.canAddProperties)
    }

    @Test("Changing the colour of a captured type keeps its stored name")
    func capturedType() async throws {
        let steps = HealthMetric.steps
        try await world.store.write {
            _ = try $0.entities.create(steps.eventType, id: steps.eventTypeID)
        }
        let editor = await editor(steps.eventTypeID)
        editor.color = "#C0392B"
        #expect(await editor.save())

        #expect(try await type(steps.eventTypeID).name == steps.eventType.name)
        #expect(try await type(steps.eventTypeID).color == "#C0392B")
    }

    @Test("Deleting a type says how many entries go with it, and deletes them after confirmation")
    func deletion() async throws {
        let first = try await world.log("Tea", "08:00")
        try await world.log("Tea", "09:00")
        let type = try #require(try await EventRepository(world.store).fetch(id: first)).eventTypeID
        _ = try await add("Cups", to: type)
        let editor = await editor(type)
        #expect(await editor.confirmDelete() == false)

        await editor.askToDelete()
        #expect(
            editor.deletionWarning
                == "Delete the type Tea and its 2 entries? This cannot be undone."
        )
        editor.cancelDelete()
        #expect(await editor.confirmDelete() == false)
        await editor.askToDelete()
        #expect(await editor.confirmDelete())

        #expect(editor.phase == .deleted)
        let counts = try await world.store.read { try $0.entities.counts() }
        #expect(counts.values.allSatisfy { $0 == 0 })
    }

    @Test("A new property has a key made of its name, and a place after the others")
    func newProperty() async throws {
        let type = try await create("Tea")
        let cups = try await add("Höhe der Tasse", to: type)
        let again = try await add("???", to: type)

        #expect(try await definition(cups).key == "hohe_der_tasse")
        #expect(try await definition(cups).propertyType == "text")
        #expect(try await definition(again).key == again.description)
        #expect(try await definition(again).displayOrder == 1)
        let types = EventTypesViewModel(store: world.store, dependencies: world.dependencies)
        await types.refresh()
        #expect(types.rows.map(\.detail) == ["2 details"])
    }

    @Test("A choice needs options that differ; its options can be edited later, its type cannot")
    func options() async throws {
        let type = try await create("Tea")
        let editor = await property(of: type)
        #expect(editor.types.map(\.id) == PropertyType.allCases)
        #expect(editor.canChangeType)
        editor.label = "Size"
        editor.type = .select
        #expect(editor.showsOptions)
        #expect(editor.options.map(\.text) == [""])
        #expect(await editor.save() == false)
        #expect(editor.optionsProblem == "Enter at least one option to choose from.")
        editor.options[0].text = "small"
        editor.addOption()
        editor.options[1].text = "small "
        #expect(editor.optionsProblem == "Two options are the same.")
        editor.options[1].text = "large"
        #expect(await editor.save())
        guard case .saved(let id) = editor.phase else { Issue.record("not saved"); return }
        #expect(try await definition(id).options == ["small", "large"])

        let later = await property(of: type, id)
        #expect(!later.canChangeType && !later.hasChanges)
        later.removeOptions(at: IndexSet(integer: 0))
        later.label = "Cup"
        #expect(await later.save())

        #expect(try await definition(id).options == ["large"])
        #expect(try await definition(id).label == "Cup")
        #expect(try await definition(id).key == "size")
    }

    @Test("Two properties of a type cannot have the same name")
    func takenLabel() async throws {
        let type = try await create("Tea")
        _ = try await add("Cups", to: type)
        let editor = await property(of: type)

        editor.label = "cups"

        #expect(editor.labelProblem == "This type has a detail with this name already.")
        #expect(!editor.canSave)
    }

    @Test("Properties are moved as a list moves rows, and keep the order in the editor of events")
    func moving() async throws {
        let type = try await create("Tea")
        for label in ["A", "B", "C", "D"] { _ = try await add(label, to: type) }
        let editor = await editor(type)
        #expect(editor.properties.map(\.label) == ["A", "B", "C", "D"])

        await editor.moveProperties(from: IndexSet([0, 1]), to: 4)
        #expect(editor.properties.map(\.label) == ["C", "D", "A", "B"])
        await editor.moveProperties(from: IndexSet(integer: 3), to: 0)

        #expect(editor.properties.map(\.label) == ["B", "C", "D", "A"])
        await editor.load()
        #expect(editor.properties.map(\.label) == ["B", "C", "D", "A"])
    }

    @Test("A deleted property disappears from the type, and its values stay in the events")
    func deletedProperty() async throws {
        let event = try await world.log("Tea", "08:00")
        let type = try #require(try await EventRepository(world.store).fetch(id: event)).eventTypeID
        let id = try await add("Cups", to: type)
        try await EditEvent(store: world.store)(
            event,
            EventPatch(),
            properties: ["cups": .number(2)]
        )
        let editor = await property(of: type, id)

        #expect(await editor.delete())

        #expect(await self.editor(type).properties.isEmpty)
        let stored = try await EventRepository(world.store).fetch(id: event)
        #expect(stored?.properties["cups"] == .number(2))
        #expect(await property(of: type, id).phase == .missing)
    }
}
