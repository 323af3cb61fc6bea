import Foundation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import TestSupport
import Testing
import TrendyKit
import TrendySync
import TrendyWire

@testable import TrendyAppSupport
@testable import TrendyPhoneApp

@Suite("Launch and login screens", .timeLimit(.minutes(20)))
@MainActor
struct LaunchScreenTests {
    @Test("The first frame of a returning person is the app, also without a network")
    func firstFrame() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            world.internet.isCut = true
            world.phone.network = .none
            try await world.relaunch()

            let host = world.show()

            #expect(host.navigationTitle == "Today")
            #expect(!host.screen.contains("Welcome to Trendy"))
        }
    }

    @Test("The first frame of a new person is the welcome")
    func newPerson() async throws {
        try await PhoneWorld.run { world in
            #expect(world.show().screen.contains("Welcome to Trendy"))
        }
    }

    @Test("Every step can be skipped")
    func skipping() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()
            try await host.press("Continue")
            try await host.press("Not now")
            for title in ["What do you want to record?", "Record your first event"] {
                try await host.wait { $0.contains(title) }
                try await host.press("Skip")
            }
            for title in ["Notifications", "Location", "Health"] {
                try await host.wait { $0.contains(title) && $0.contains("What Trendy reads") }
                try await host.press("Not now")
            }
            try await host.press("Start")

            #expect(host.navigationTitle == "Today")
        }
    }

    @Test("A wrong password is explained, and the right one shows what other devices recorded")
    func password() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let progress = try #require(world.app.connection?.onboarding)
            try await eventually { try await progress.status().isCompleted }
            try await signedOut(world)
            let host = world.show()
            try await host.press("I have an account")
            try host.enter("a@example.org", into: "E-mail address")
            try host.enter("not this one", into: "Password")

            try host.submit("Password")
            try await host.wait { $0.contains("The e-mail address or the password is wrong.") }
            try host.enter("long enough", into: "Password")
            try host.submit("Password")

            try await host.wait { _ in host.navigationTitle == "Today" }
            try host.tap("Timeline")
            try await host.wait { $0.contains("Coffee") }
        }
    }

    @Test("On another device the onboarding continues after the steps that were done")
    func otherDevice() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            let host = world.show()
            try await host.press("Continue")
            try host.enter("a@example.org", into: "E-mail address")
            try host.enter("long enough", into: "Password")
            try await host.press("Create account")
            try await host.wait { $0.contains("What do you want to record?") }
            try await host.press("Coffee")
            try await host.wait { $0.contains("Record your first event") }
            try await host.press("Record")
            try await host.wait { $0.contains("What Trendy reads") }
            let progress = try #require(world.app.connection?.onboarding)
            // The app sends each completed step to the server without being asked.
            try await eventually {
                try await progress.status().completedAt("first_event") != nil
            }
            try await signedOut(world)

            let next = world.show()
            try await next.press("I have an account")
            try next.enter("a@example.org", into: "E-mail address")
            try next.enter("long enough", into: "Password")
            try next.submit("Password")

            try await next.wait { $0.contains("What Trendy reads") }
        }
    }

    /// Replaces the phone's data by that of a new phone.
    private func signedOut(_ world: PhoneWorld) async throws {
        await until { world.app.engine != nil }
        _ = try await world.app.engine?.coordinator?.sync(.manual)
        try await world.relaunch {
            for name in ["files", "values"] {
                try? FileManager.default.removeItem(atPath: "\(world.directory)/\(name)")
            }
        }
    }

    @Test("After a no, the settings of each permission say what helps and lead to the Settings app")
    func refused() async throws {
        try await PhoneWorld.run { world in
            world.phone.location.promptDecision = .deny
            let host = world.show()
            try await host.press("Continue")
            try await host.press("Not now")
            try await host.press("Coffee")
            try await host.wait { $0.contains("Record your first event") }
            try await host.press("Record")
            try await host.wait { $0.contains("Notifications") }
            try await host.press("Not now")
            try await host.wait { $0.contains("Location") }
            try await host.press("Continue")
            try await host.wait { $0.contains("Health") }
            try await host.press("Not now")
            try await host.press("Start")
            try await world.createPlace("Office")

            try host.tap("Places")
            try await host.wait { $0.contains("Open Settings") }
            try host.tap("Open Settings")

            #expect(host.urlsOpenedBySystem.map(\.absoluteString) == ["app-settings:"])
        }
    }
}
