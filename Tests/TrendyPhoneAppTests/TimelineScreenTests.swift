import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel

@testable import TrendyPhoneApp

@Suite("Timeline", .timeLimit(.minutes(20)))
@MainActor
struct TimelineScreenTests {
    /// Shows the timeline of a person who has recorded one coffee.
    private func timeline(
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    )
        async throws
    {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Timeline")
            try await host.wait { $0.contains("Today") && $0.contains("Not sent yet") }
            try await body(world, host)
        }
    }

    /// The number of shown entries of a type.
    private func count(_ title: String, _ screen: Screen) -> Int {
        screen.elements(role: .row).count { row in
            row.flattened.contains { $0.text == "Entered by you" }
                && row.flattened.contains { $0.text == title }
        }
    }

    @Test("An entry shows its type, source and that it is not sent yet")
    func rows() async throws {
        try await timeline { _, host in
            #expect(count("Coffee", host.screen) == 1)
            #expect(host.screen.contains("Entered by you"))
            #expect(host.screen.contains("Not sent yet"))
        }
    }

    @Test("A tap on a type logs it, and undo takes it back")
    func quickLog() async throws {
        try await timeline { _, host in
            try host.tap("Coffee")
            try await host.wait { $0.contains("Coffee logged") && count("Coffee", $0) == 2 }

            try host.tap("Undo")

            try await host.wait { !$0.contains("Coffee logged") && count("Coffee", $0) == 1 }
        }
    }

    @Test("A swipe deletes an entry, and undo restores the same one")
    func deletion() async throws {
        try await timeline { world, host in
            let id = world.app.models?.timeline.sections.first?.rows.first?.id

            try host.swipe("Entered by you", action: "Delete")
            try await host.wait { $0.contains("Coffee deleted") && count("Coffee", $0) == 0 }
            try host.tap("Undo")

            try await host.wait { count("Coffee", $0) == 1 }
            #expect(world.app.models?.timeline.sections.first?.rows.first?.id == id)
        }
    }

    @Test("The offer to undo can be dismissed")
    func dismissing() async throws {
        try await timeline { _, host in
            try host.swipe("Entered by you", action: "Delete")
            try await host.wait { $0.contains("Coffee deleted") }

            try host.tap("Dismiss")

            #expect(!host.screen.contains("Coffee deleted"))
            try await host.wait { $0.contains("Nothing recorded yet.") }
        }
    }

    @Test("A swipe or a tap opens the editor of the entry")
    func editing() async throws {
        try await timeline { _, host in
            try host.swipe("Entered by you", action: "Edit")
            try await host.wait { $0.contains("Edit entry") && $0.contains("Note") }
            try host.tap("Cancel")
            #expect(!host.screen.contains("Edit entry"))

            try host.tap(showing: "Entered by you")

            try await host.wait { $0.contains("Edit entry") }
        }
    }

    @Test("A search shows the matching entries, or that there are none")
    func search() async throws {
        try await timeline { world, host in
            _ = try await world.app.engine?.recordManualEvent(.init(typeName: "Tea"))
            try await host.wait { count("Tea", $0) == 1 }

            try host.search("tea")
            try await host.wait { count("Tea", $0) == 1 && count("Coffee", $0) == 0 }
            try host.search("nothing like this")
            try await host.wait { $0.contains("Nothing found.") }

            try host.search("")
            try await host.wait { count("Tea", $0) == 1 && count("Coffee", $0) == 1 }
        }
    }

    @Test("A filter by type is named above the rows and can be removed")
    func filter() async throws {
        try await timeline { world, host in
            _ = try await world.app.engine?.recordManualEvent(.init(typeName: "Tea"))
            try await host.wait { count("Tea", $0) == 1 }

            try host.tap("Filter")
            try await host.wait { $0.contains("Types") && $0.contains("Tea") }
            try host.tap("Tea")
            try host.tap("Done")
            try await host.wait { count("Coffee", $0) == 0 && $0.contains("Show all") }
            #expect(!host.screen.contains("Quick log"))

            try host.tap("Show all")

            try await host.wait { count("Coffee", $0) == 1 && $0.contains("Quick log") }
        }
    }

    @Test("Entries are grouped by day, the newest first")
    func days() async throws {
        try await timeline { world, host in
            try await world.recordSteps([100, 200], day: -1)

            try await host.wait { $0.contains("Yesterday") && $0.contains("Apple Health") }

            let titles = host.screen.texts.filter { ["Today", "Yesterday"].contains($0) }
            #expect(titles.prefix(2) == ["Today", "Yesterday"])
        }
    }

    @Test("An entry that the server refused is marked")
    func refused() async throws {
        try await timeline { world, host in
            try await world.refuseAll()

            try await host.wait { !$0.contains("Not sent yet") }

            let marker = try #require(
                world.app.models?.timeline.sections.first?.rows.first?.markerText
            )
            #expect(host.screen.contains(marker))
        }
    }

    @Test("An entry that another device changed is marked until it is opened")
    func updated() async throws {
        try await timeline { world, host in
            try await world.makeConflict()
            try await host.wait { $0.contains("theirs") }
            let text = try #require(
                world.app.models?.timeline.sections.first?.rows.first?.updatedText
            )
            #expect(host.screen.contains(text))

            try host.tap(showing: "theirs")
            try await host.wait { $0.contains("Edit entry") && $0.contains("Note") }
            try host.tap("Cancel")

            try await host.wait { !$0.contains(text) }
        }
    }

    @Test("Each state of an entry has a mark in words")
    func marks() {
        let marks = [
            EventMark(kind: .pending, text: "Not sent yet"),
            EventMark(kind: .failed, text: "Could not be sent"),
            EventMark(kind: .updated, text: "Updated on another device"),
            EventMark(kind: .unreadable, text: "The notes cannot be read."),
        ]
        let host = ViewHost(
            EventRow(
                title: "Run",
                time: "07:00",
                source: "Apple Health",
                icon: "figure.run",
                color: .orange,
                marks: marks
            )
        )

        for mark in marks { #expect(host.screen.contains(mark.text)) }
    }
}
