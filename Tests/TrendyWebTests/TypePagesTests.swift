import HTTPTypes
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@testable import TrendyWeb

@Suite("The pages of event types")
struct TypePagesTests {
    private let site: Site

    init() throws { site = try Site() }

    private func stored(_ id: EntityID) async throws -> EventType? {
        try await site.store.read { try $0.entities.fetch(id: id) }?
            .readable(as: EventType.self)?.fields
    }

    private func definitions() async throws -> [PropertyDefinition] {
        try await site.store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
            .compactMap { $0.readable(as: PropertyDefinition.self)?.fields }
            .sorted { $0.displayOrder < $1.displayOrder }
    }

    @Test("Without types, the page says so")
    func empty() async throws {
        #expect(try await site.get("/types").words.contains("No types yet."))
    }

    @Test("A type is created with a name, an icon and a colour, and listed")
    func create() async throws {
        let form = try await site.get("/types/new")
        let page = try await site.fill(
            form,
            "/types/new",
            ["name": "Tea", "color": "#4C9A2A", "icon": "leaf.fill"]
        )
        let list = try await site.get("/types")

        let type = try await site.store.read { try $0.entities.fetchAll(kind: .eventType) }.first
        let fields = try #require(type?.readable(as: EventType.self)?.fields)
        #expect(page.words.contains("Edit type"))
        #expect((fields.name, fields.color, fields.icon) == ("Tea", "#4C9A2A", "leaf.fill"))
        #expect(list.words.contains("Tea No details"))
    }

    @Test("An icon or a colour that the page does not offer is not taken")
    func foreignValues() async throws {
        _ = try await site.post(
            "/types/new",
            ["name": "Tea", "color": "red;}", "icon": "\"><script>"]
        )

        let type = try await site.store.read { try $0.entities.fetchAll(kind: .eventType) }.first
        let fields = try #require(type?.readable(as: EventType.self)?.fields)
        #expect(fields.color.first == "#" && !fields.icon.contains("<"))
    }

    @Test(
        "A name that cannot be used is said beside the field",
        arguments: [
            ("", "Enter a name."), ("coffee", "There is a type with this name already."),
            (String(repeating: "x", count: 401), "The name is too long."),
        ]
    )
    func names(_ name: String, _ sentence: String) async throws {
        try await site.type("Coffee")
        let tea = try await site.type("Tea")

        let new = try await site.post("/types/new", ["name": name])
        let edited = try await site.fill(
            site.get("/types/\(tea)"),
            "/types/\(tea)",
            ["name": name]
        )

        for page in [new, edited] {
            #expect(page.status == .unprocessableContent && page.words.contains(sentence))
        }
        #expect(try await stored(tea)?.name == "Tea")
    }

    @Test("A second browser keeps what the first one changed, and is asked where both did")
    func twoBrowsers() async throws {
        let id = try await site.type("Coffee")
        let (second, third) = (
            try await site.get("/types/\(id)"), try await site.get("/types/\(id)")
        )
        _ = try await site.fill(site.get("/types/\(id)"), "/types/\(id)", ["name": "Espresso"])

        _ = try await site.fill(second, "/types/\(id)", ["color": "#C0392B"])
        let asked = try await site.fill(third, "/types/\(id)", ["name": "Mocha"])
        let kept = try await stored(id)
        _ = try await site.fill(asked, "/types/\(id)")

        #expect(asked.status == .conflict)
        #expect(asked.words.contains("Meanwhile this was changed to Espresso."))
        #expect(kept?.name == "Espresso" && kept?.color == "#C0392B")
        #expect(try await stored(id)?.name == "Mocha")
    }

    @Test("A type is deleted with its events after a page that says how many")
    func delete() async throws {
        let id = try await site.type("Coffee")
        try await site.event(id, at: "2026-03-04T09:30:00Z")

        let question = try await site.get("/types/\(id)/delete")
        let list = try await site.fill(question, "/types/\(id)/delete")

        #expect(question.words.contains("Delete the type Coffee and its 1 entry?"))
        #expect(list.words.contains("No types yet."))
        #expect(try await site.events().isEmpty)
        #expect(try await site.get("/types/\(id)").status == .notFound)
        #expect(try await site.post("/types/\(id)", ["name": "x"]).status == .notFound)
        #expect(try await site.post("/types/\(id)/delete").status == .notFound)
    }

    @Test("Properties are added, renamed, moved and deleted")
    func properties() async throws {
        let id = try await site.type("Coffee")
        let form = try await site.get("/types/\(id)/properties/new")
        let path = "/types/\(id)/properties/new"
        _ = try await site.fill(
            form,
            path,
            ["label": "Size", "type": "select", "options": "small\r\n\r\nlarge\r\n"]
        )
        let page = try await site.fill(form, path, ["label": "Cups", "type": "number"])

        #expect(page.words.contains("Size Choice") && page.words.contains("Cups Number"))
        let size = try #require(try await definitions().first { $0.label == "Size" })
        #expect(size.options == ["small", "large"])

        let all = try await site.store.read { try $0.entities.fetchAll(kind: .propertyDefinition) }
        let cups = try #require(
            all.first { $0.readable(as: PropertyDefinition.self)?.fields.label == "Cups" }?.id
        )
        _ = try await site.post("/types/\(id)/move", ["move": "up:\(cups)"])
        #expect(try await definitions().map(\.label) == ["Cups", "Size"])

        let edit = "/types/\(id)/properties/\(cups)"
        _ = try await site.fill(site.get(edit), edit, ["label": "Number of cups"])
        #expect(try await definitions().map(\.label) == ["Number of cups", "Size"])

        _ = try await site.post("\(edit)/delete")
        #expect(try await definitions().map(\.label) == ["Size"])
        #expect(try await site.get(edit).status == .notFound)
        #expect(try await site.post(edit, ["label": "x"]).status == .notFound)
    }

    @Test("Renaming a property keeps options that were added meanwhile; two edits are compared")
    func propertyInTwoBrowsers() async throws {
        let id = try await site.type("Coffee")
        let size = try await site.property(id, "size", .select, options: ["small"])
        let path = "/types/\(id)/properties/\(size)"
        let second = try await site.get(path)
        let third = try await site.get(path)
        _ = try await site.fill(site.get(path), path, ["options": "small\nlarge"])

        _ = try await site.fill(second, path, ["label": "Cup size"])
        let renamed = try #require(try await definitions().first)
        let asked = try await site.fill(third, path, ["options": "small\ntiny"])
        let kept = try #require(try await definitions().first)
        _ = try await site.fill(asked, path)
        let saved = try #require(try await definitions().first)

        #expect(renamed.label == "Cup size" && renamed.options == ["small", "large"])
        #expect(asked.status == .conflict)
        #expect(asked.words.contains("Meanwhile this was changed to small, large."))
        #expect(kept.options == ["small", "large"])
        #expect(saved.label == "Cup size" && saved.options == ["small", "tiny"])
    }

    @Test("A property with too many options is refused, not cut")
    func tooManyOptions() async throws {
        let id = try await site.type("Coffee")
        let path = "/types/\(id)/properties/new"
        let options = (0...500).map { "\($0)" }.joined(separator: "\n")

        let page = try await site.fill(
            site.get(path),
            path,
            ["label": "Kind", "type": "select", "options": options]
        )

        #expect(page.status == .contentTooLarge)
        #expect(try await definitions().isEmpty)
    }

    @Test(
        "A property that is not valid is not saved",
        arguments: [
            (["label": "", "type": "text"], "Enter a name."),
            (["label": "Size", "type": "text"], "has a detail with this name already."),
            (["label": "Kind", "type": "select", "options": "\n"], "Enter at least one option"),
            (["label": "Kind", "type": "select", "options": "a\na"], "Two options are the same."),
        ] as [([String: String], String)]
    )
    func invalidProperties(_ fields: [String: String], _ sentence: String) async throws {
        let id = try await site.type("Coffee")
        try await site.property(id, "size", .text)
        let path = "/types/\(id)/properties/new"

        let page = try await site.fill(
            site.get(path),
            path,
            fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        )

        #expect(page.status == .unprocessableContent && page.words.contains(sentence))
        #expect(try await definitions().count == 1)
    }

    @Test("Moves and properties of what does not exist are refused")
    func unknown() async throws {
        let id = try await site.type("Coffee")
        let missing = "00000000-0000-7000-8000-000000000000"

        #expect(try await site.post("/types/\(id)/move", ["move": "x"]).status == .badRequest)
        #expect(
            try await site.post("/types/\(id)/move", ["move": "up:\(missing)"]).status == .seeOther
        )
        #expect(try await site.post("/types/\(missing)/move", ["move": "x"]).status == .notFound)
        #expect(try await site.get("/types/\(missing)/properties/new").status == .notFound)
        #expect(try await site.get("/types/\(id)/properties/\(missing)").status == .notFound)
        #expect(try await site.get("/types/x").status == .notFound)
    }
}
