import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Editor of events", .timeLimit(.minutes(20)))
struct EventEditorTests {
    private let world: ScreenWorld
    private let actions: EventActions

    init() throws {
        world = try ScreenWorld()
        actions = EventActions(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private func editor(
        _ event: EntityID? = nil,
        type: EntityID? = nil
    ) async
        -> EventEditorViewModel
    {
        let editor = EventEditorViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            actions: actions,
            event: event,
            type: type
        )
        await editor.load()
        return editor
    }

    private func type(_ name: String = "Coffee") async throws -> EntityID {
        try await world.store.write { try $0.entities.create(EventType(name: name)) }
    }

    /// Defines a property of each type, with the type's name as its key.
    private func defineAll(_ type: EntityID) async throws {
        for (order, kind) in PropertyType.allCases.enumerated() {
            var definition = PropertyDefinition(
                eventTypeID: type,
                key: kind.rawValue,
                label: "The \(kind.rawValue)",
                propertyType: kind,
                displayOrder: Int64(order)
            )
            if kind == .select { definition.options = ["small", "large"] }
            try await world.store.write { [definition] in try $0.entities.create(definition) }
        }
    }

    private func event(_ id: EntityID) async throws -> Event {
        try #require(try await EventRepository(world.store).fetch(id: id))
    }

    private func onlyEvent() async throws -> (id: EntityID, event: Event) {
        let found = try await world.store.read { try $0.entities.events() }
        try #require(found.count == 1)
        return (found[0].id, try await event(found[0].id))
    }

    @Test("A new event needs a type, and the text beside the type appears with the first attempt")
    func missingType() async throws {
        let type = try await type()
        let editor = await editor()
        #expect(editor.title == "New entry")
        #expect(editor.types.map(\.name) == ["Coffee"])
        #expect(editor.typeProblem == nil)
        #expect(!editor.canSave)

        #expect(await editor.save() == false)

        #expect(editor.typeProblem == "Choose a type.")
        editor.typeID = type
        #expect(editor.typeProblem == nil)
        #expect(await editor.save())
        let saved = try await onlyEvent()
        #expect(editor.phase == .saved(saved.id))
        #expect(saved.event.timestamp == world.clock.now())
        #expect(saved.event.endDate == nil)
        #expect(saved.event.sourceType == .manual)
    }

    @Test("An end before the start is refused beside the end, and moving the start moves the end")
    func times() async throws {
        let editor = await editor(type: try await type())
        editor.hasEnd = true
        editor.end = Date(try world.instant("14:00"))
        #expect(editor.endProblem == "The end is before the start.")
        #expect(!editor.canSave)

        editor.end = Date(try world.instant("16:00"))
        #expect(editor.endProblem == nil)
        #expect(editor.durationText == "Duration: 30 min")
        editor.start = Date(try world.instant("10:00", day: -1))
        #expect(editor.durationText == "Duration: 30 min")
        #expect(await editor.save())

        let saved = try await onlyEvent().event
        #expect(saved.timestamp == (try world.instant("10:00", day: -1)))
        #expect(saved.endDate == (try world.instant("10:30", day: -1)))
    }

    @Test("An event over several days covers whole local days, and shows the last day as its end")
    func severalDays() async throws {
        let editor = await editor(type: try await type("Holiday"))
        editor.isAllDay = true
        #expect(editor.durationText == "1 day")
        editor.hasEnd = true
        editor.end = Date(try world.instant("09:00", day: 2))
        #expect(editor.durationText == "3 days")
        #expect(await editor.save())

        let saved = try await onlyEvent()
        #expect(saved.event.isAllDay)
        #expect(saved.event.timestamp == (try world.instant("00:00")))
        #expect(saved.event.endDate == (try world.instant("00:00", day: 3)))
        let again = await self.editor(saved.id)
        #expect(again.isAllDay && again.hasEnd)
        #expect(world.zones.day(containing: Instant(again.end)) == world.day(2))
        #expect(!again.hasChanges)
        #expect(again.title == "Edit entry")
    }

    @Test("All eight types of properties are entered, stored, and shown again unchanged")
    func properties() async throws {
        let type = try await type()
        try await defineAll(type)
        let editor = await editor(type: type)
        #expect(editor.properties.map(\.type) == PropertyType.allCases)
        #expect(editor.properties.allSatisfy { $0.isEmpty && $0.isEditable && $0.problem == nil })
        let texts: [PropertyType: String] = [
            .text: "good", .number: "2.50", .select: "large", .duration: "1.5",
            .url: "example.org/a", .email: "a@example.org",
        ]
        for index in editor.properties.indices {
            let kind = editor.properties[index].type
            editor.properties[index].text = texts[kind] ?? ""
            editor.properties[index].isSet = true
            editor.properties[index].isOn = true
        }
        #expect(await editor.save())

        let saved = try await onlyEvent()
        let bag = saved.event.properties
        #expect(bag["text"] == .text("good"))
        #expect(bag["number"] == .number(try #require(JSONNumber(2.5))))
        #expect(bag["boolean"] == .boolean(true))
        #expect(bag["date"] == .day(world.day()))
        #expect(bag["select"] == .select("large"))
        #expect(bag["duration"] == .duration(seconds: 90))
        #expect(bag["url"] == .url("https://example.org/a"))
        #expect(bag["email"] == .email("a@example.org"))
        let again = await self.editor(saved.id)
        #expect(again.properties.map(\.isEmpty) == Array(repeating: false, count: 8))
        #expect(!again.hasChanges)
        #expect(again.properties.first { $0.type == .duration }?.text == "1.5")
    }

    @Test(
        "A value that does not match its type is refused beside its field",
        arguments: [
            (PropertyType.number, "1,000", "Enter a number, such as 12.5."),
            (.number, "two", "Enter a number, such as 12.5."),
            (.duration, "-5", "Enter a number of minutes, such as 45."),
            (.url, "no link", "Enter a link, such as https://example.org."),
            (.email, "a@", "Enter an email address, such as name@example.org."),
        ]
    )
    func invalidValues(kind: PropertyType, text: String, message: String) async throws {
        let type = try await type()
        try await defineAll(type)
        let editor = await editor(type: type)
        let index = try #require(editor.properties.firstIndex { $0.type == kind })

        editor.properties[index].text = text

        #expect(editor.properties[index].problem == message)
        #expect(editor.properties.filter { $0.problem != nil }.count == 1)
        #expect(await editor.save() == false)
        editor.properties[index].text = ""
        #expect(editor.canSave)
    }

    @Test("Saving writes only what the person changed, also when another device edited meanwhile")
    func merging() async throws {
        let type = try await type()
        try await defineAll(type)
        let id = try await world.log("Coffee", "10:00", notes: "old")
        let editor = await editor(id)
        let index = try #require(editor.properties.firstIndex { $0.type == .number })
        var patch = EventPatch()
        patch.notes = .set("from the other device")
        try await EditEvent(store: world.store)(id, patch, properties: ["text": .text("theirs")])

        editor.properties[index].text = "3"
        #expect(await editor.save())

        let saved = try await event(id)
        #expect(saved.notes == "from the other device")
        #expect(saved.properties["text"] == .text("theirs"))
        #expect(saved.properties["number"] == .number(3))
        #expect(saved.timestamp == (try world.instant("10:00")))
    }

    @Test("Values without a definition stay, and a value of an unknown type cannot be edited")
    func unknownValues() async throws {
        let id = try await world.log("Coffee", "10:00")
        let future = PropertyValue(type: "polygon", value: RawJSON("future"))
        try await EditEvent(store: world.store)(
            id,
            EventPatch(),
            properties: ["shape": future, "cups": .number(2)]
        )
        let editor = await editor(id)
        #expect(editor.properties.map(\.id) == ["cups", "shape"])
        #expect(editor.properties.map(\.isEditable) == [true, false])
        #expect(editor.properties[1].problem?.contains("kept as it is") == true)

        editor.properties[0].text = ""
        editor.note = " hot "
        #expect(await editor.save())

        let saved = try await event(id)
        #expect(saved.properties["cups"] == nil)
        #expect(saved.properties["shape"] == future)
        #expect(saved.notes == "hot")
    }

    @Test("An event that was deleted elsewhere says so, before and while it is edited")
    func missing() async throws {
        let id = try await world.log("Coffee", "10:00")
        let editor = await editor(id)
        editor.note = "x"
        try await DeleteEvent(store: world.store)(id)

        #expect(await editor.save() == false)

        #expect(editor.phase == .missing)
        #expect(await self.editor(id).phase == .missing)
        #expect(editor.missingText == "This was deleted, here or on another device.")
    }

    @Test("A captured health event offers its note only")
    func captured() async throws {
        let type = try await type()
        var event = Event(
            eventTypeID: type,
            timestamp: world.clock.now(),
            sourceType: .healthKit
        )
        event.properties["count"] = .number(5)
        let id = try await world.store.write { [event] in try $0.entities.create(event) }
        let editor = await editor(id)
        #expect(!editor.canEditTimes)
        #expect(editor.properties.isEmpty)
        #expect(editor.sourceText?.hasPrefix("This comes from Apple Health.") == true)

        editor.note = "with the dog"
        #expect(await editor.save())

        let saved = try await self.event(id)
        #expect(saved.notes == "with the dog")
        #expect(saved.properties["count"] == .number(5))
    }

    @Test("An editor that requires an unchanged event refuses to save over another edit")
    func changedMeanwhile() async throws {
        let id = try await world.log("Tea", "10:30", notes: "old")
        let (first, second) = (await editor(id), await editor(id))
        second.requiresUnchanged = true
        first.note = "theirs"
        #expect(await first.save())

        second.note = "mine"
        #expect(await second.save() == false)

        #expect(second.phase == .ready && second.isOutdated && second.problem == nil)
        #expect(try await event(id).notes == "theirs")
        let third = await editor(id)
        third.requiresUnchanged = true
        third.note = "mine"
        #expect(await third.save())
        #expect(try await event(id).notes == "mine")
    }
}
