import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit

@testable import TrendyPhoneApp

@Suite("Sync centre", .timeLimit(.minutes(20)))
@MainActor
struct SyncScreenTests {
    private func badge(_ screen: Screen) -> String? {
        screen.elements.last { $0.label == "Sync state" }?.value
    }

    /// Shows a state and counts the taps on its buttons.
    private func section(
        _ state: SyncState,
        onSync: @escaping @MainActor () -> Void = {},
        onSignIn: @escaping @MainActor () -> Void = {}
    ) -> ViewHost {
        ViewHost(List { SyncStateSection(state: state, onSync: onSync, onSignIn: onSignIn) })
    }

    @Test("The badge says that all is synced, and at once that the device is offline")
    func badge() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { badge($0) == "Synced" }

            world.internet.isCut = true
            world.phone.network = .none

            try await host.wait { badge($0) == "Offline" }
            try host.tap("Sync state")
            try await host.wait {
                $0.contains("This device has no network connection. Everything is saved on it.")
                    && $0.contains("Trendy syncs by itself when the network is back.")
            }
            #expect(host.navigationTitle == "Sync")
        }
    }

    @Test("The sync centre lists this device and the latest syncs")
    func devices() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { badge($0) == "Synced" }

            try host.tap("Sync state")

            #expect(!host.screen.contains("No sync yet."))
            try host.tap("Sync now")

            try await host.wait { $0.contains("This device") && $0.contains("Everything is sent") }
        }
    }

    @Test("A server that does not answer is the reason, with a remedy and in the history")
    func unreachable() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { badge($0) == "Synced" }
            world.internet.isCut = true
            _ = try await world.app.engine?.recordManualEvent(.init(typeName: "Tea"))
            try host.tap("Sync state")

            try await host.press("Sync now")

            try await host.wait { $0.texts.contains { $0.hasPrefix("Check that the server runs") } }
            for prefix in ["Last synced", "Failed: ", "Sent "] {
                #expect(host.screen.texts.contains { $0.hasPrefix(prefix) }, "\(prefix)")
            }
            #expect(host.screen.contains("Offline"))
        }
    }

    @Test("Without an account the sync centre offers to sign in")
    func signedOut() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { badge($0) == "Sign in" }

            try host.tap("Sync state")

            try await host.wait { $0.contains("Sign in to sync with your other devices.") }
            #expect(host.screen.contains("Never synced"))
            #expect(!host.screen.contains("Sync now"))
            try host.tap("Sign in")
            try await host.wait { $0.contains("Welcome back") }
            #expect(world.app.router.route == .login)
        }
    }

    @Test("While a sync runs, its progress is in words and a second one cannot be requested")
    func syncing() {
        let host = section(
            SyncState(
                title: "Syncing 3 of 5",
                indicator: .syncing(0.6),
                progressText: "Sending: 3 of 5.",
                isSyncing: true
            )
        )

        #expect(host.screen.contains("Syncing 3 of 5"))
        #expect(host.screen.contains("Sending: 3 of 5."))
        #expect(throws: ViewHostError.disabled(label: "Sync now")) { try host.tap("Sync now") }
    }

    @Test("Pending changes and a failed sync do not prevent the next one")
    func pending() throws {
        var taps = 0
        let host = section(
            SyncState(
                title: "3 pending",
                indicator: .failure,
                reason: "The server is busy.",
                remedy: "Trendy tries again by itself.",
                pending: ["3 changes wait."]
            ),
            onSync: { taps += 1 }
        )

        for text in ["The server is busy.", "Trendy tries again by itself.", "3 changes wait."] {
            #expect(host.screen.contains(text))
        }
        try host.tap("Sync now")
        #expect(taps == 1)
    }

    @Test("A device that has not reported for days is marked, and its failures are said")
    func silentDevice() {
        let host = ViewHost(
            SyncDeviceRow(
                device: SyncDevice(
                    id: "1",
                    name: "Tablet",
                    status: "3 pending, 1 failed",
                    reported: "Reported 4 d ago",
                    hasFailures: true,
                    isSilent: true
                )
            )
        )

        #expect(host.screen.contains("3 pending, 1 failed"))
        #expect(host.screen.contains("Silent for days"))
        #expect(!host.screen.contains("This device"))
    }
}
