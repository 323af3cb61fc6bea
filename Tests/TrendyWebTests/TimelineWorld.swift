import Foundation
import HTTPTypes
import TestSupport
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@testable import TrendyWeb

extension Site {
    var store: DeviceStore { engine.store }

    /// Creates an event type.
    @discardableResult
    func type(_ name: String, color: String = "#8B5E3C") async throws -> EntityID {
        try await store.write { transaction in
            try transaction.entities.create(
                EventType(name: name, color: color, icon: "cup.and.saucer.fill")
            )
        }
    }

    /// Creates an event of a type.
    @discardableResult
    func event(
        _ type: EntityID,
        at time: String,
        _ edit: (inout Event) -> Void = { _ in }
    ) async throws -> EntityID {
        var event = Event(
            eventTypeID: type,
            timestamp: try #require(Instant(rfc3339: time)),
            sourceType: .manual
        )
        edit(&event)
        return try await store.write { [event] in try $0.entities.create(event) }
    }

    /// Creates a property of a type.
    @discardableResult
    func property(
        _ type: EntityID,
        _ key: String,
        _ kind: PropertyType,
        label: String? = nil,
        options: [String]? = nil
    ) async throws -> EntityID {
        var definition = PropertyDefinition(
            eventTypeID: type,
            key: key,
            label: label ?? key.capitalized,
            propertyType: kind
        )
        definition.options = options
        return try await store.write { [definition] in try $0.entities.create(definition) }
    }

    /// The stored event; `nil` when it was deleted.
    func stored(_ id: EntityID) async throws -> Event? {
        try await store.read { try $0.entities.fetch(id: id) }?.readable(as: Event.self)?.fields
    }

    /// All stored events, newest first.
    func events() async throws -> [Event] {
        try await store.read { try $0.entities.events() }
            .compactMap { $0.readable(as: Event.self)?.fields }
    }

    /// Accepts all queued mutations, as a server does.
    func acceptAll() async throws {
        try await answerAll { _ in .accepted(version: 1) }
    }

    /// Refuses all queued mutations, as a server does.
    func refuseAll(_ reason: String = "It breaks a rule.") async throws {
        try await answerAll { _ in .refused(problem: RawJSON(reason), retryAt: nil) }
    }

    private func answerAll(
        _ outcome: @Sendable (EntityID) -> MutationOutcome
    ) async throws {
        let next = try await store.write { try $0.queue.nextBatch(limit: 500, byteLimit: .max) }
        guard let batch = next else { return }
        let outcomes = Dictionary(
            uniqueKeysWithValues: batch.mutations.map { ($0.id, outcome($0.id)) }
        )
        _ = try await store.write { transaction in
            try transaction.queue.apply(
                batch,
                outcomes: outcomes,
                cursorRange: nil,
                policy: ConflictResolver(),
                nextLimit: 1,
                nextByteLimit: 1
            )
        }
    }

    /// Lets another device have changed an event later than this one.
    func receive(_ id: EntityID, _ edit: (inout Event) -> Void) async throws {
        var remote = try #require(try await store.read { try $0.entities.fetch(id: id) })
        var event = try Event(document: remote.document())
        edit(&event)
        remote.content = event.document.json
        remote.version += 9
        remote.updatedAt = dependencies.wallClock.now() + .seconds(60)
        _ = try await store.write { [remote] in
            try $0.sync.apply(changes: [remote], cursor: "c", policy: ConflictResolver())
        }
    }
}

extension Site.Page {
    /// The fields that the first form of the page to an address would send.
    func fields(of action: String) -> [(name: String, value: String)] {
        let start = text.range(of: "action=\"\(action)\"")?.upperBound ?? text.endIndex
        let end = text[start...].range(of: "</form>")?.lowerBound ?? text.endIndex
        let form = text[start..<end]
        var fields: [(name: String, value: String)] = []
        let controls =
            /(?s)<input([^>]*)>|<textarea([^>]*)>(.*?)<\/textarea>|<select([^>]*)>(.*?)<\/select>/
        for match in form.matches(of: controls) {
            if let input = match.output.1 {
                let type = Self.attribute("type", input)
                let isOff = ["checkbox", "radio"].contains(type) && !input.contains(" checked")
                guard let name = Self.attribute("name", input), !isOff else { continue }
                fields.append((name, Self.attribute("value", input) ?? ""))
            } else if let area = match.output.2, let text = match.output.3 {
                guard let name = Self.attribute("name", area) else { continue }
                fields.append((name, Self.plain(String(text.dropFirst()))))
            } else if let select = match.output.4, let options = match.output.5 {
                guard let name = Self.attribute("name", select) else { continue }
                let chosen = options.matches(of: /<option([^>]*)>/).map(\.output.1)
                let option = chosen.first { $0.contains(" selected") } ?? chosen.first
                fields.append((name, option.flatMap { Self.attribute("value", $0) } ?? ""))
            }
        }
        return fields
    }

    private static func attribute(_ name: String, _ text: Substring) -> String? {
        guard let start = text.range(of: " \(name)=\"")?.upperBound,
            let end = text[start...].firstIndex(of: "\"")
        else { return nil }
        return plain(String(text[start..<end]))
    }

    static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
    }
}

extension Site {
    /// Sends the form of a page as a browser would, with some fields changed, and follows its
    /// redirect.
    func fill(
        _ page: Page,
        _ action: String,
        _ changes: KeyValuePairs<String, String?> = [:]
    ) async throws -> Page {
        try await fill(page, action, changes.map { ($0.key, $0.value) })
    }

    /// Sends the form of a page as a browser would, with some fields changed, and follows its
    /// redirect.
    func fill(
        _ page: Page,
        _ action: String,
        _ changes: [(String, String?)]
    ) async throws -> Page {
        var fields = page.fields(of: action)
        for (name, value) in changes {
            let index = fields.firstIndex { $0.name == name }
            if let index { fields.remove(at: index) }
            guard let value else { continue }
            fields.insert((name, value), at: index ?? fields.count)
        }
        let body = WebPath(parts: [], pairs: fields.map { ($0.name, $0.value) }).text.dropFirst(2)
        let answer = try await send(
            .post,
            action,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(body.utf8)
        )
        guard answer.status == .seeOther, let location = answer.headers[.location] else {
            return answer
        }
        return try await get(location)
    }
}
