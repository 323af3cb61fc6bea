import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport

@testable import TrendyPhoneApp

@Suite("Conflicts", .timeLimit(.minutes(20)))
@MainActor
struct ConflictsScreenTests {
    /// Shows the conflict of a note that two devices have changed.
    private func conflicts(
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Timeline")
            try await host.wait { $0.contains("Not sent yet") }
            try await world.makeConflict()
            try host.tap("Settings")
            try host.tap(showing: "Sync")
            try host.tap(showing: "Conflicts")
            try await host.wait { $0.contains("“theirs”") }
            try await body(world, host)
        }
    }

    @Test("The values of both devices are side by side, and one tap takes one back")
    func restoring() async throws {
        try await conflicts { world, host in
            for text in ["Other device", "“theirs”", "Current", "This device", "“mine”"] {
                #expect(host.screen.contains(text))
            }
            #expect(host.screen.contains("Replaced"))

            try host.tap("Restore")

            try await host.wait { $0.contains("No conflicts.") }
        }
    }

    @Test("The current value is accepted with one tap")
    func accepting() async throws {
        try await conflicts { _, host in
            try host.tap("Accept")

            try await host.wait { $0.contains("No conflicts.") }
        }
    }

    @Test("A type can ask first, and that is kept")
    func askFirst() async throws {
        try await conflicts { world, host in
            try host.set("Coffee", to: true)

            try await host.wait { _ in
                world.app.models?.conflicts.askFirst.contains { $0.isOn } == true
            }
        }
    }

    @Test("At a large text size the values are below one another and all still there")
    func largeText() throws {
        let host = ViewHost(
            ConflictFieldView(
                field: ConflictField(
                    id: 1,
                    name: "Note",
                    mine: "mine",
                    theirs: "theirs",
                    isMineCurrent: true
                ),
                texts: .example,
                onRestore: {},
                onAccept: {}
            )
        )
        let texts = host.screen.texts

        host.setTextSize(.accessibility3)

        #expect(host.screen.texts == texts)
    }
}
