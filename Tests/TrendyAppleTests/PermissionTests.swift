import CoreLocation
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedLocationBehavior
import SimulatedPhone
import SimulatedUserNotifications
import Testing
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

@Suite("Asking for permissions", .timeLimit(.minutes(20)))
@MainActor
struct PermissionTests {
    @Test(
        "The onboarding has the system ask, and notes what can be known of the answer",
        arguments: [true, false]
    )
    func onboarding(allows: Bool) async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.notifications.answer = allows ? .allow : .refuse
            phone.phone.location.promptDecision = allows ? .allowWhileUsing : .deny
            phone.walk(77)
            let app = phone.launch()
            try await phone.phone.run {
                try await app.goTo(.permission(.notifications))

                await app.onboarding.ask()
                #expect(app.onboarding.step == .permission(.location))
                #expect(phone.phone.notifications.prompts == 1)
                await app.onboarding.ask()
                #expect(app.onboarding.step == .permission(.healthkit))
                #expect(
                    phone.phone.location.authorizationStatus
                        == (allows ? .authorizedWhenInUse : .denied)
                )
                await app.models?.healthSettings.refresh()
                #expect(app.models?.healthSettings.canAsk == true)
                await app.onboarding.ask()
                #expect(app.onboarding.step == .finish)
                #expect(app.onboarding.trouble == nil)
                #expect(!app.onboarding.isBusy)
                await app.models?.healthSettings.refresh()
                #expect(app.models?.healthSettings.canAsk == false)
                // What there is was captured.
                await app.models?.timeline.refresh()
                #expect(app.titles.contains("Steps"))

                await app.getThroughOnboarding()
            }
            let answer: OnboardingStatus.Answer = allows ? .granted : .denied
            let status = try app.onboardingStatus
            #expect(status[.notifications] == answer)
            #expect(status[.location] == answer)
            #expect(status[.healthkit] == .asked)
        }
    }

    @Test("A system that does not ask is told of in its words, and the question can be passed by")
    func refused() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.notifications.behavior.refusesToAsk = true
            let app = phone.launch()
            try await phone.phone.run {
                try await app.goTo(.permission(.notifications))
                await app.onboarding.ask()
                #expect(app.onboarding.step == .permission(.notifications))
                let trouble = try #require(app.onboarding.trouble)
                #expect(trouble.hasPrefix("You could not be asked: The system refused: "))

                app.onboarding.goOn()
                #expect(app.onboarding.step == .permission(.location))
            }
            #expect(phone.phone.notifications.prompts == 0)
        }
    }

    @Test("Each question can be passed by, also while it waits for its answer; nobody was asked")
    func skipping() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.promptDecision = .ignore
            let app = phone.launch()
            try await phone.phone.run {
                try await app.goTo(.permission(.notifications))
                app.onboarding.goOn()
                async let asking: Void = app.onboarding.ask()
                await until { app.onboarding.isBusy }
                app.onboarding.goOn()
                await asking
                #expect(app.onboarding.step == .permission(.healthkit))
                app.onboarding.goOn()
                #expect(app.onboarding.step == .finish)
                // An answer that comes later is no step of the onboarding.
                phone.phone.location.answerPrompt(.allowWhileUsing)
            }
            #expect(phone.phone.notifications.prompts == 0)
            let status = try app.onboardingStatus
            for permission in OnboardingStatus.Permission.allCases {
                #expect(status[permission] == .skipped)
            }
        }
    }

    @Test("Who was not asked for health data can be asked in its settings")
    func settings() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            await phone.phone.run { await app.getThroughOnboarding() }
            let settings = try #require(app.models).healthSettings
            await phone.phone.run { await settings.refresh() }
            #expect(settings.canAsk)

            phone.walk(77)
            await phone.phone.run { await settings.ask() }

            #expect(!settings.canAsk)
            #expect(settings.problem == nil)
            await app.models?.timeline.refresh()
            #expect(app.titles.contains("Steps"))
        }
    }
}

extension TrendyApp {
    /// What is noted of the onboarding on this device.
    fileprivate var onboardingStatus: OnboardingStatus {
        get throws {
            let cache = OnboardingStatusCache(platform.keyValues)
            guard case .record(let record) = cache.read(.nobody) else {
                throw CancellationError()
            }
            return record.status
        }
    }

    /// Goes through the onboarding to a step.
    fileprivate func goTo(_ step: OnboardingStep) async throws {
        for _ in OnboardingStep.all where onboarding.step != step {
            switch try #require(onboarding.step) {
            case .firstEventType: await onboarding.choose(name: "Coffee")
            case .firstEvent: await onboarding.recordFirstEvent()
            default: onboarding.goOn()
            }
        }
        try #require(onboarding.step == step)
    }
}
