import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendyAppSupport

@testable import TrendyPhoneApp

@Suite("Onboarding screens", .timeLimit(.minutes(5)))
@MainActor
struct OnboardingScreenTests {
    @Test("A new person without a network gets from the welcome to today")
    func offline() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()
            #expect(host.screen.contains("Welcome to Trendy"))

            try await host.press("Continue")
            #expect(host.screen.contains("Your account"))
            try await host.press("Not now")
            #expect(host.screen.contains("What do you want to record?"))
            try await host.press("Coffee")
            try await host.wait { $0.contains("Record your first event") }
            #expect(host.screen.contains("Coffee"))
            try await host.press("Record")
            for title in ["Notifications", "Location", "Health"] {
                try await host.wait { $0.contains(title) && $0.contains("What Trendy reads") }
                try await host.press("Not now")
            }
            #expect(host.screen.contains("You are ready"))
            try await host.press("Start")

            #expect(host.navigationTitle == "Today")
            #expect(world.app.router.route == .authenticated)
        }
    }

    @Test("After a kill, the onboarding continues at the step that was shown")
    func resuming() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()
            try await host.press("Continue")
            try await host.press("Not now")
            try await host.press("Meal")
            try await host.wait { $0.contains("Record your first event") }

            try await world.relaunch()

            let next = world.show()
            try await next.wait { $0.contains("Record your first event") && $0.contains("Meal") }
        }
    }

    @Test("The system asks after the explanation, and a refusal does not stop the onboarding")
    func refusing() async throws {
        try await PhoneWorld.run { world in
            world.phone.notifications.answer = .refuse
            world.phone.location.promptDecision = .deny
            let host = world.show()
            try await host.press("Continue")
            try await host.press("Not now")
            try await host.press("Skip")
            try await host.wait { $0.contains("Record your first event") }
            try await host.press("Skip")
            try await host.wait { $0.contains("Notifications") }
            #expect(world.phone.notifications.prompts == 0)

            try await host.press("Continue")
            try await host.wait { $0.contains("Location") }
            #expect(world.phone.notifications.prompts == 1)
            try await host.press("Continue")
            try await host.wait { $0.contains("Health") }
            #expect(host.screen.contains("If you do not"))
        }
    }

    @Test("An empty name is refused beside the field")
    func emptyName() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()
            try await host.press("Continue")
            try await host.press("Not now")

            try await host.press("Use this name")

            try await host.wait { $0.contains("Enter a name.") }
            #expect(host.screen.contains("What do you want to record?"))
        }
    }

    @Test("A person with an account goes to the login and back")
    func login() async throws {
        try await PhoneWorld.run { world in
            let host = world.show()

            try await host.press("I have an account")
            #expect(host.screen.contains("Welcome back"))
            try await host.press("I am new here")

            #expect(host.screen.contains("Welcome to Trendy"))
        }
    }
}
