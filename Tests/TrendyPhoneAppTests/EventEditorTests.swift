import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyPhoneApp

@Suite("Event editor", .timeLimit(.minutes(20)))
@MainActor
struct EventEditorTests {
    /// Opens the editor of a new entry.
    private func newEntry(
        prepare: @MainActor (PhoneWorld) async throws -> Void = { _ in },
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await prepare(world)
            let host = world.show()
            try host.tap("Timeline")
            try await host.wait { $0.contains("Not sent yet") }
            try host.tap("New entry")
            try await host.wait { $0.contains("Note") }
            try await body(world, host)
        }
    }

    @Test("Saving without a type says so beside the field and closes nothing")
    func missingType() async throws {
        try await newEntry { _, host in
            try host.tap("Save")

            try await host.wait { $0.contains("Choose a type.") }
            #expect(host.screen.contains("New entry"))
        }
    }

    @Test("A new entry appears on the timeline with its note")
    func saving() async throws {
        try await newEntry { _, host in
            try host.select("Coffee", in: "Type")
            try host.enter("With milk", into: "Note")

            try host.tap("Save")

            try await host.wait { $0.contains("With milk") && !$0.contains("Save") }
        }
    }

    @Test("Cancel asks before changes are lost")
    func discarding() async throws {
        try await newEntry { _, host in
            try host.enter("With milk", into: "Note")

            try host.tap("Cancel")
            #expect(host.screen.contains("Discard the changes?"))
            try host.tap("Discard changes")

            try await host.wait { $0.contains("Timeline") && !$0.contains("Save") }
            #expect(!host.screen.contains("With milk"))
        }
    }

    @Test("An end before the start is named beside the times")
    func times() async throws {
        try await newEntry { _, host in
            try host.set("With an end", to: true)
            #expect(host.screen.texts.contains { $0.hasPrefix("Duration:") })

            try host.set("Ends", to: Date(timeIntervalSince1970: 0))

            #expect(host.screen.contains("The end is before the start."))
            #expect(!host.screen.texts.contains { $0.hasPrefix("Duration:") })
        }
    }

    @Test("An all-day entry has days instead of times, one or several")
    func allDay() async throws {
        try await newEntry { world, host in
            try host.select("Coffee", in: "Type")
            try host.set("All day", to: true)
            #expect(host.screen.contains("First day"))
            #expect(host.screen.contains("1 day"))

            try host.set("Several days", to: true)
            let start = try world.instant(hour: 12, day: 2)
            try host.set(
                "Last day",
                to: Date(timeIntervalSince1970: Double(start.milliseconds) / 1000)
            )
            #expect(host.screen.contains("3 days"))
            try host.set("Several days", to: false)
            try host.tap("Save")

            try await host.wait { !$0.contains("Save") && $0.texts.contains("All day") }
        }
    }

    @Test("An entry is deleted from its editor and can be restored")
    func deletion() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Timeline")
            try await host.wait { $0.contains("Not sent yet") }
            try host.tap(showing: "Not sent yet")
            try await host.wait { $0.contains("Delete entry") }

            try host.tap("Delete entry")

            try await host.wait { $0.contains("Coffee deleted") && !$0.contains("Not sent yet") }
            try host.tap("Undo")
            try await host.wait { $0.contains("Not sent yet") }
        }
    }

    @Test("An entry that was deleted elsewhere is said to be missing")
    func missing() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let models = try #require(world.app.models)
            await models.timeline.refresh()
            let id = try #require(models.timeline.sections.first?.rows.first?.id)
            await models.actions.delete(id)

            let host = ViewHost(EventEditorScreen(models: models, id: id))

            let text = models.editEvent(id).missingText
            try await host.wait { $0.contains(text) }
            #expect(throws: ViewHostError.disabled(label: "Save")) { try host.tap("Save") }
            host.removeView()
        }
    }

    @Test("A type that is made inside of the editor is chosen, and the note stays")
    func newType() async throws {
        try await newEntry { _, host in
            try host.enter("Green", into: "Note")
            try host.tap("New type")
            try await host.wait { $0.contains("Icon") }
            try host.enter("Tea", into: "Name")

            try host.tap("Save")

            try await host.wait { $0.contains("Note") && !$0.contains("Icon") }
            try await host.wait { screen in
                screen.elements.contains { $0.label == "Type" && $0.value == "Tea" }
            }
            #expect(try host.element(named: "Note").value == "Green")
            try host.tap("Save")
            try await host.wait { $0.contains("Green") && !$0.contains("Save") }
            #expect(host.screen.contains("Tea"))
        }
    }
}
