import SimulatedAppServices
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport

@testable import TrendyPhoneApp

@Suite("Settings screens", .timeLimit(.minutes(20)))
@MainActor
struct SettingsScreenTests {
    @Test("A problem of the settings is a banner, and unsent changes are named")
    func content() {
        let host = ViewHost(
            NavigationStack {
                SettingsContent(
                    account: "a@example.org",
                    unsent: "3 changes have not been sent.",
                    syncsLessOften: .constant(false),
                    syncsLessOftenText: "Saves battery and data.",
                    problem: "The settings may be out of date."
                )
            }
        )

        #expect(host.screen.contains("3 changes have not been sent."))
        #expect(host.screen.contains("The settings may be out of date."))
        #expect(host.navigationTitle == "Settings")
    }

    @Test("The switch to sync less often is kept across launches")
    func frequency() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()

            try host.tap("Settings")
            try host.set("Sync less often", to: true)
            try await host.wait { _ in world.app.models?.settings.syncsLessOften == true }
            try await world.relaunch()

            _ = world.show()
            #expect(world.app.models?.settings.syncsLessOften == true)
        }
    }

    @Test(
        "Notifications can be allowed where they are set, and a refusal leads to the Settings app"
    )
    func notifications() async throws {
        try await PhoneWorld.run { world in
            world.phone.notifications.answer = .refuse
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")
            try await host.press("Notifications")
            try await host.wait { $0.contains("Allow notifications") }

            try await host.press("Allow notifications")

            try await host.wait { $0.contains("Open Settings") }
            #expect(!host.screen.contains("Allow notifications"))
            try await host.press("Open Settings")
            #expect(host.urlsOpenedBySystem.map(\.absoluteString) == ["app-settings:"])
        }
    }

    @Test("The event types are reached from the settings")
    func eventTypes() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")

            try await host.press("Types")

            try await host.wait { $0.contains("Coffee") }
            #expect(host.navigationTitle == "Types")
        }
    }

    @Test("Each place has its own notifications on arrival and on departure")
    func placeNotifications() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.createPlace("Office")
            let host = world.show()
            try host.tap("Settings")
            try await host.press("Notifications")
            try await host.wait { $0.contains("Office") && $0.contains("On arrival") }
            let model = try #require(world.app.models?.notifications)
            let before = try #require(model.places.first)

            try host.set("On departure", to: !before.onExit)

            try await host.wait { _ in model.places.first?.onExit == !before.onExit }
            #expect(model.places.first?.onEntry == before.onEntry)
        }
    }

    @Test("The diagnosis can be read and shared without a network")
    func diagnosis() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")
            try await host.press("Diagnosis")
            let model = try #require(world.app.models?.diagnosis)
            try await host.wait { !model.summary.isEmpty && $0.contains(model.summary) }

            try await host.press("Make a file to share")

            try await host.wait { $0.contains("Share the file") }
            #expect(!model.canCheckServer)
        }
    }

    @Test("The versions and the licences are listed")
    func about() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")
            try await host.press("About Trendy")
            let model = try #require(world.app.models?.settings)

            try await host.wait { screen in
                !model.versions.isEmpty && model.versions.allSatisfy { screen.contains($0.value) }
            }
            #expect(model.licenses.allSatisfy { host.screen.contains($0.name) })
        }
    }
}
