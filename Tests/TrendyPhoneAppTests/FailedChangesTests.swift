import SimulatedSwiftUI
import Testing
import TrendyAppSupport

@testable import TrendyPhoneApp

@Suite("Failed changes", .timeLimit(.minutes(20)))
@MainActor
struct FailedChangesTests {
    /// Shows the failed changes of a person whose coffee was not accepted.
    private func failedChanges(
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.refuseAll()
            let host = world.show()
            try host.tap("Settings")
            try host.tap(showing: "Sync")
            try host.tap(showing: "Failed changes")
            try await host.wait { $0.contains("It breaks a rule.") }
            try await body(world, host)
        }
    }

    @Test("A failed change says what it was and why; trying again sends it with the next sync")
    func retry() async throws {
        try await failedChanges { world, host in
            #expect(host.screen.contains("The type Coffee was recorded"))

            try host.tap("Try all again")

            try await host.wait { $0.contains("Everything that was sent was accepted.") }
            #expect(world.app.models?.failed.items.isEmpty == true)
        }
    }

    @Test("A change is discarded only after the person has confirmed it")
    func discard() async throws {
        try await failedChanges { world, host in
            let count = world.app.models?.failed.items.count

            try host.tap("Discard")
            try await host.wait { $0.contains("Discard this change?") }
            try host.tap("Cancel")
            try await host.wait { !$0.contains("Discard this change?") }
            #expect(world.app.models?.failed.items.count == count)

            try host.tap("Discard")
            try await host.wait { $0.contains("Discard this change?") }
            try host.tap("Discard")

            try await host.wait { $0.contains("Everything that was sent was accepted.") }
        }
    }

    @Test("An entry is edited in its editor")
    func edit() async throws {
        try await failedChanges { _, host in
            try host.tap("Edit")

            try await host.wait { $0.contains("Edit entry") }
        }
    }

    @Test("An entry that is deleted from its failed change can be restored on the same screen")
    func deleting() async throws {
        try await failedChanges { world, host in
            try host.tap("Edit")
            try await host.wait { $0.contains("Delete entry") }

            try host.tap("Delete entry")
            try await host.wait { $0.contains("Coffee deleted") && !$0.contains("Edit entry") }
            #expect(host.navigationTitle == "Failed changes")
            try host.tap("Undo")

            try await host.wait { !$0.contains("Coffee deleted") }
            try host.tap("Timeline")
            try await host.wait { $0.contains("Entered by you") }
        }
    }

    @Test("A change is exported as JSON and can then be shared")
    func export() async throws {
        try await failedChanges { _, host in
            try host.tap("Export")

            try await host.wait { $0.contains("Share") }
        }
    }

    @Test("A deletion says why it cannot be edited")
    func deletion() {
        let host = ViewHost(
            FailedChangeSection(
                change: .deletion,
                exported: nil,
                onRetry: {},
                onEdit: {},
                onDiscard: {},
                onExport: {}
            )
        )

        #expect(!host.screen.contains("Edit"))
        #expect(
            host.screen.contains("A deletion cannot be edited: try again or discard it.")
        )
    }
}
