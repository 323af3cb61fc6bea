import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit

@testable import TrendyPhoneApp

@Suite("Account screens", .timeLimit(.minutes(20)))
@MainActor
struct AccountScreenTests {
    @Test("Signing up without a network says what to check, and keeps what was entered")
    func offline() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()
            try await host.press("Continue")
            try host.enter("https://trendy.example", into: "Server address")
            try host.enter("a@example.org", into: "E-mail address")
            try host.enter("long enough", into: "Password")

            try await host.press("Create account")

            try await host.wait {
                $0.contains(
                    "The server can't be reached. Check your connection and the server's address."
                )
            }
            #expect(world.app.auth.email == "a@example.org")
        }
    }

    @Test("Signing up with a server continues the onboarding")
    func signingUp() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            let host = world.show()
            try await host.press("Continue")
            try host.enter("a@example.org", into: "E-mail address")
            try host.enter("long enough", into: "Password")

            try await host.press("Create account")

            try await host.wait { $0.contains("What do you want to record?") }
        }
    }

    @Test("Signing out with unsent changes says what is not sent, and can be cancelled")
    func warning() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            world.internet.isCut = true
            _ = try await world.app.engine?.recordManualEvent(.init(typeName: "Tea"))
            try host.tap("Settings")
            try host.tapRow("Account")

            try await host.press("Sign out")
            let screen = try await host.wait { $0.contains("Sign out?") }
            #expect(screen.texts.contains { $0.contains("not been sent") })
            try await host.press("Cancel")
            #expect(!host.screen.contains("Sign out?"))
            #expect(world.app.router.route == .authenticated)

            try await host.press("Sign out")
            try await host.wait { $0.contains("Sign out?") }
            // Only the dialog can be tapped now.
            try await host.press("Sign out")
            try await host.wait { $0.contains("Welcome back") }
        }
    }

    @Test("Erasing says what would be lost, and leaves no event on the device")
    func erasing() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")
            try host.tapRow("Account")

            try await host.press("Erase this device's data")
            let warning = try await host.wait { $0.contains("Erase this device's data?") }
            let model = try #require(world.app.models?.settings)
            #expect(warning.contains(try #require(model.eraseWarning)))
            try await host.press("Erase")

            await until {
                world.app.models.map { $0.settings !== model } ?? false
            }
            let timeline = try #require(world.app.models?.timeline)
            await timeline.refresh()
            #expect(timeline.sections.isEmpty)
        }
    }

    @Test("The content offers the sign-in only to a person without a session")
    func signedOut() {
        let host = ViewHost(
            AccountContent(
                state: .init(account: "Not signed in", needsSignIn: true),
                actions: .init()
            )
        )

        #expect(host.screen.contains("Sign in"))
        #expect(!host.screen.contains("Sign out"))
    }
}
