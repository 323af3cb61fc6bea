import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyPhoneApp

@Suite("Property fields", .timeLimit(.minutes(20)))
@MainActor
struct PropertyFieldTests {
    /// Opens the editor of a new entry of a type with a property of each type; its name is the
    /// type's.
    private func editor(
        _ body: @MainActor (PhoneWorld, ViewHost, EntityID) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let type = try await world.store.write { transaction in
                let type = try transaction.entities.create(EventType(name: "Sauna"))
                for (order, kind) in PropertyType.allCases.enumerated() {
                    var definition = PropertyDefinition(
                        eventTypeID: type,
                        key: kind.rawValue,
                        label: "My \(kind.rawValue)",
                        propertyType: kind,
                        displayOrder: Int64(order)
                    )
                    if kind == .select { definition.options = ["Small", "Large"] }
                    try transaction.entities.create(definition)
                }
                return type
            }
            let models = try #require(world.app.models)
            let host = ViewHost(EventEditorScreen(models: models, id: nil)) {
                $0.locale = Locale(identifier: "en_GB")
            }
            try await host.wait { $0.contains("Note") }
            try host.select("Sauna", in: "Type")
            try await body(world, host, type)
            host.removeView()
        }
    }

    @Test("Each property type has its field, and what is entered is stored")
    func values() async throws {
        try await editor { world, host, type in
            try host.enter("Wood", into: "My text")
            try host.enter("82", into: "My number")
            try host.enter("20", into: "My duration")
            try host.enter("https://example.org/sauna", into: "My url")
            try host.enter("sauna@example.org", into: "My email")
            try host.select("Yes", in: "My boolean")
            try host.select("Large", in: "My select")
            try host.set("My date", to: true)
            try host.tap("Save")

            let entity = try await world.saved(type)
            #expect(entity.properties["text"] == .text("Wood"))
            #expect(entity.properties["number"] == .number(JSONNumber(82)))
            #expect(entity.properties.number("duration") == 1200)
            #expect(entity.properties["url"] == .url("https://example.org/sauna"))
            #expect(entity.properties["email"] == .email("sauna@example.org"))
            #expect(entity.properties["boolean"] == .boolean(true))
            #expect(entity.properties["select"] == .select("Large"))
            #expect(try entity.properties["date"] == .day(world.day()))
        }
    }

    @Test("Fields that are left empty store nothing")
    func empty() async throws {
        try await editor { world, host, type in
            try host.tap("Save")

            let entity = try await world.saved(type)
            #expect(entity.properties.isEmpty)
        }
    }

    @Test(
        "What is wrong with a value is said beside its field, and saving waits",
        arguments: [
            ("My number", "many", "Enter a number"),
            ("My duration", "-5", "Enter a number of minutes"),
            ("My url", "not a link", "Enter a link"),
            ("My email", "nobody", "Enter an email address"),
        ]
    )
    func problems(field: String, text: String, message: String) async throws {
        try await editor { world, host, type in
            try host.enter(text, into: field)

            #expect(host.screen.texts.contains { $0.hasPrefix(message) })
            try host.tap("Save")
            #expect(host.screen.contains("New entry"))
            let count = try await world.store.read { try $0.entities.eventCount(ofType: type) }
            #expect(count == 0)
        }
    }

    @Test("A date can have a time of day")
    func dateWithTime() async throws {
        try await editor { world, host, type in
            try host.set("My date", to: true)
            try host.set("Date", to: Date(timeIntervalSince1970: 1_768_487_400))
            try host.set("With a time", to: true)
            try host.tap("Save")

            let entity = try await world.saved(type)
            #expect(entity.properties["date"] == .instant(Instant(seconds: 1_768_487_400)))
        }
    }
}

extension PhoneWorld {
    /// Waits for the first event of a type.
    fileprivate func saved(_ type: EntityID) async throws -> Event {
        let models = try #require(app.models)
        let commits = try store.commits()
        defer { commits.stop() }
        commits.wake()
        for await _ in commits.events {
            await models.timeline.refresh()
            let found = try await store.read {
                try $0.entities.events(EventFilter(eventTypeID: type, limit: 1))
            }.first
            if let event = found?.readable(as: Event.self)?.fields { return event }
        }
        throw CancellationError()
    }
}
