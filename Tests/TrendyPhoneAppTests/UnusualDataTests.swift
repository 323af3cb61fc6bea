import SimulatedSwiftUI
import SwiftUI
import TestSupport
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyPhoneApp

@Suite("Unusual data", .timeLimit(.minutes(20)))
@MainActor
struct UnusualDataTests {
    /// A name of emoji, each of four bytes.
    private func emoji(_ count: Int) -> String { String(repeating: "🏡", count: count) }

    @Test("A name of 500 emoji is refused beside its field, and can be shortened")
    func longName() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Places")
            try host.tap("New place")
            try await host.wait { $0.contains("New Place") }

            try host.enter(emoji(500), into: "Name")
            #expect(host.screen.contains("Use at most 100 characters."))
            try host.tap("Save")
            #expect(host.screen.contains("New Place"))
            try host.enter(emoji(100), into: "Name")

            #expect(!host.screen.contains("Use at most 100 characters."))
        }
    }

    @Test("A type's name of 500 emoji is refused beside its field")
    func longTypeName() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")
            try await host.press("Types")
            try host.tap("New type")
            try await host.wait { $0.contains("Icon") }

            try host.enter(emoji(500), into: "Name")
            try host.tap("Save")

            #expect(host.screen.contains("The name is too long."))
            #expect(host.screen.contains("Icon"))
        }
    }

    @Test("The longest name of a place is shown whole, and its place can be deleted and restored")
    func longestName() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.createPlace(emoji(100))
            let host = world.show()
            try host.tap("Places")
            try await host.wait { $0.contains(emoji(100)) }

            try host.swipe(emoji(100), action: "Delete")
            try await host.wait { $0.contains("'\(emoji(100))' was deleted.") }
            try host.tap("Undo")

            try await host.wait { $0.contains("1 place") }
        }
    }

    @Test("Of 5,000 places the first page is shown, and the rest are found by name or by page")
    func manyPlaces() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            _ = try await world.store.write { transaction in
                for number in 1...5000 {
                    try transaction.entities.create(
                        Geofence(
                            name: "Stop \(number)",
                            latitude: 40 + Double(number) / 1000,
                            longitude: 11,
                            radiusMeters: 150
                        )
                    )
                }
            }
            let host = world.show()
            try host.tap("Places")
            try await host.wait { $0.contains("5000 places") }
            let model = try #require(world.app.models?.places)
            #expect(model.places.count == PlacesViewModel.pageSize)

            for _ in 0..<100 where !host.screen.contains("Show more") { try host.scroll() }
            try host.tap("Show more")
            try await host.wait { _ in model.places.count == 2 * PlacesViewModel.pageSize }
            try host.search("Stop 4999")

            try await host.wait { shown($0) == 1 && $0.contains("Stop 4999") }
        }
    }

    /// The number of places in the list.
    private func shown(_ screen: Screen) -> Int {
        Set(screen.texts.filter { $0.hasPrefix("Stop ") }).count
    }

    @Test("A value of a type that this version does not know is kept and explained")
    func unknownProperty() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let id = try await world.recordUnknown()
            let models = try #require(world.app.models)
            let host = ViewHost(EventEditorScreen(models: models, id: id))
            try await host.wait { $0.contains("shape") }

            #expect(
                host.screen.contains(
                    "This version of Trendy cannot edit this value. It is kept as it is."
                )
            )
            #expect(throws: ViewHostError.disabled(label: "shape")) {
                try host.enter("Square", into: "shape")
            }
            try host.enter("A note", into: "Note")
            try host.tap("Save")

            try await eventually {
                let entity = try await world.store.read { try $0.entities.fetch(id: id) }
                let content = String(decoding: entity?.content.utf8 ?? [], as: UTF8.self)
                return content.contains("A note") && content.contains("hologram")
            }
            host.removeView()
        }
    }
}

extension PhoneWorld {
    /// Records an event of a new type with a value that this version cannot read.
    fileprivate func recordUnknown() async throws -> EntityID {
        let now = clock.now()
        let value = RawJSON(unchecked: Array(#"{"points":3}"#.utf8))
        return try await store.write { transaction in
            let type = try transaction.entities.create(EventType(name: "Sauna"))
            var event = Event(eventTypeID: type, timestamp: now, sourceType: .manual)
            event.properties["shape"] = .unvalidated(type: "hologram", value: value)
            return try transaction.entities.create(event)
        }
    }
}
