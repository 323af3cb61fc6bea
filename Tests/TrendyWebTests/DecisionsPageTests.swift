import HTTPTypes
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyWeb

@Suite("The page of decisions")
struct DecisionsPageTests {
    private let site: Site

    init() throws { site = try Site() }

    private func failure(_ name: String = "Coffee") async throws -> (event: EntityID, id: EntityID)
    {
        let type = try await site.type(name)
        try await site.acceptAll()
        let event = try await site.event(type, at: "2026-03-04T09:30:00Z") { $0.notes = "bad" }
        try await site.refuseAll("The note is not allowed.")
        let failed = try await site.store.read { try $0.queue.failedMutations() }
        return (event, try #require(failed.first { $0.entityID == event }?.id))
    }

    private func conflict() async throws -> EntityID {
        let type = try await site.type("Tea")
        let id = try await site.event(type, at: "2026-03-04T10:30:00Z") { $0.notes = "both" }
        try await site.acceptAll()
        try await site.store.write {
            try $0.entities.update(
                id: id,
                change: Document([
                    .init(name: "notes", value: RawJSON("mine")),
                    .init(name: "time_zone", value: RawJSON("Europe/Paris")),
                ])
            )
        }
        try await site.receive(id) { ($0.notes, $0.timeZone) = ("theirs", "Asia/Tokyo") }
        return id
    }

    private func conflictIDs() async throws -> [Int64] {
        try await site.store.read { try $0.conflicts.open() }.map(\.id)
    }

    @Test("With nothing to decide, the page says so")
    func empty() async throws {
        let page = try await site.get("/decisions")

        #expect(page.words.contains("Nothing needs a decision."))
        #expect(!page.text.contains("id=\"failed\""))
    }

    @Test("A failed change is shown with its reason, and is counted in the navigation")
    func failed() async throws {
        let (event, _) = try await failure()

        let page = try await site.get("/decisions")

        #expect(page.words.contains("Coffee, 9:30 was recorded"))
        #expect(page.words.contains("The note is not allowed."))
        #expect(page.text.contains("href=\"/timeline/\(event)\""))
        #expect(page.text.contains("<span class=\"badge\">1</span>"))
    }

    @Test("A failed change is sent again, alone or with all others")
    func retry() async throws {
        let (_, id) = try await failure()

        let page = try await site.submit("/decisions/failed/\(id)/retry")

        #expect(page.words.contains("It is sent again with the next sync."))
        #expect(try await site.store.read { try $0.queue.failedMutations() }.isEmpty)
        try await site.refuseAll()
        _ = try await site.submit("/decisions/failed/retry")
        #expect(try await site.store.read { try $0.queue.failedMutations() }.isEmpty)
    }

    @Test("A failed change is a file of JSON, and discarded after a question only")
    func discard() async throws {
        let (event, id) = try await failure()

        let file = try await site.get("/decisions/failed/\(id)/export")
        let question = try await site.get("/decisions/failed/\(id)/discard")
        let exists = try await site.stored(event) != nil
        let page = try await site.fill(question, "/decisions/failed/\(id)/discard")

        #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
        #expect(file.text.contains("\"bad\""))
        #expect(question.words.contains("Discard this change?") && exists)
        #expect(page.words.contains("The change was discarded."))
        #expect(try await site.stored(event) == nil)
    }

    @Test("An entry with others that depend on it is discarded with them, which the question says")
    func discardDependents() async throws {
        let type = try await site.type("Coffee")
        try await site.refuseAll()
        try await site.event(type, at: "2026-03-04T09:30:00Z")
        let id = try #require(
            try await site.store.read { try $0.queue.failedMutations() }.first?.id
        )

        let question = try await site.get("/decisions/failed/\(id)/discard")
        _ = try await site.fill(question, "/decisions/failed/\(id)/discard")

        #expect(question.text.contains("name=\"dependents\""))
        #expect(try await site.events().isEmpty)
    }

    @Test("A decision made elsewhere meanwhile has a page that says so")
    func tooLate() async throws {
        let missing = "00000000-0000-7000-8000-000000000000"

        let export = try await site.get("/decisions/failed/\(missing)/export")
        let question = try await site.get("/decisions/failed/\(missing)/discard")
        let conflict = try await site.post("/decisions/conflicts/77/restore")

        #expect(export.status == .notFound)
        #expect(question.status == .seeOther)
        #expect(conflict.status == .conflict && conflict.words.contains("This failed:"))
        #expect(try await site.post("/decisions/conflicts/x/accept").status == .notFound)
        #expect(try await site.post("/decisions/entries/\(missing)/restore").status == .seeOther)
    }

    @Test("A conflict shows both values of each field side by side, and which one applies")
    func sides() async throws {
        _ = try await conflict()

        let page = try await site.get("/decisions")

        #expect(page.words.contains("Tea, 10:30"))
        #expect(page.words.contains("This device “mine” Other device · applies now “theirs”"))
        #expect(page.words.contains("Take back: This device : The note"))
    }

    @Test("One click takes a value back, keeps the other, or decides all fields of an entry")
    func decide() async throws {
        let id = try await conflict()
        let ids = try await conflictIDs()
        #expect(ids.count == 2)

        let page = try await site.submit("/decisions/conflicts/\(ids[0])/restore")
        let accepted = try await site.submit("/decisions/conflicts/\(ids[1])/accept")

        #expect(page.words.contains("The replaced value was taken back."))
        #expect(accepted.words.contains("The current value was kept."))
        #expect(try await conflictIDs().isEmpty)
        let event = try #require(try await site.stored(id))
        #expect((event.notes == "mine") != (event.timeZone == "Europe/Paris"))
    }

    @Test("All replaced values of an entry are taken back at once")
    func decideAll() async throws {
        let id = try await conflict()

        _ = try await site.submit("/decisions/entries/\(id)/restore")

        let event = try #require(try await site.stored(id))
        #expect(event.notes == "mine" && event.timeZone == "Europe/Paris")
        #expect(try await conflictIDs().isEmpty)
    }

    @Test("A type asks first when its box is ticked; types that the page did not show stay")
    func askFirst() async throws {
        let type = try await site.type("Coffee")
        let other = try await site.type("Tea")
        func asks(_ id: EntityID) async throws -> Bool {
            try await site.store.read { try $0.conflicts.asksBeforeResolving(eventType: id) }
        }

        let page = try await site.get("/decisions")
        _ = try await site.post("/decisions/ask-first", ["shown": "\(type)", "type": "\(type)"])
        _ = try await site.post("/decisions/ask-first", ["shown": "\(other)"])
        let on = try await asks(type)
        _ = try await site.post("/decisions/ask-first", ["shown": "\(type)"])

        #expect(page.words.contains("Ask me first"))
        #expect(on)
        let off = try await asks(type)
        let untouched = try await asks(other)
        #expect(!off && !untouched)
    }
}
