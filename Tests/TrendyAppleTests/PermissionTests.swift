import CoreLocation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedLocationBehavior
import SimulatedPhone
import Testing
import TrendyAppSupport
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWire

@Suite("Permission requests", .timeLimit(.minutes(20)))
@MainActor
struct PermissionTests {
    @Test(
        "The onboarding lets the system prompt, and records what it reveals of the answer",
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

                await app.onboarding.requestPermission()
                #expect(app.onboarding.step == .permission(.location))
                #expect(phone.phone.notifications.prompts == 1)
                await app.onboarding.requestPermission()
                #expect(app.onboarding.step == .permission(.healthkit))
                #expect(
                    phone.phone.location.authorizationStatus
                        == (allows ? .authorizedWhenInUse : .denied)
                )
                await app.models?.healthSettings.refresh()
                #expect(app.models?.healthSettings.canRequestAccess == true)
                await app.onboarding.requestPermission()
                #expect(app.onboarding.step == .finish)
                #expect(app.onboarding.errorMessage == nil)
                #expect(!app.onboarding.isBusy)
                await app.models?.healthSettings.refresh()
                #expect(app.models?.healthSettings.canRequestAccess == false)
                // Existing data was captured.
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

    @Test("A system error is shown in its own words, and the permission can be skipped")
    func refused() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.notifications.behavior.refusesToAsk = true
            let app = phone.launch()
            try await phone.phone.run {
                try await app.goTo(.permission(.notifications))
                await app.onboarding.requestPermission()
                #expect(app.onboarding.step == .permission(.notifications))
                let errorMessage = try #require(app.onboarding.errorMessage)
                #expect(
                    errorMessage.hasPrefix(
                        "Trendy could not ask for permission: The system refused: "
                    )
                )

                app.onboarding.proceed()
                #expect(app.onboarding.step == .permission(.location))
            }
            #expect(phone.phone.notifications.prompts == 0)
        }
    }

    @Test("Each permission can be skipped, also during its prompt; skipping is not an answer")
    func skipping() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.promptDecision = .ignore
            let app = phone.launch()
            try await phone.phone.run {
                try await app.goTo(.permission(.notifications))
                app.onboarding.proceed()
                async let asking: Void = app.onboarding.requestPermission()
                await until { app.onboarding.isBusy }
                app.onboarding.proceed()
                await asking
                #expect(app.onboarding.step == .permission(.healthkit))
                app.onboarding.proceed()
                #expect(app.onboarding.step == .finish)
                // A later answer does not complete a step of the onboarding.
                phone.phone.location.answerPrompt(.allowWhileUsing)
            }
            #expect(phone.phone.notifications.prompts == 0)
            let status = try app.onboardingStatus
            for permission in OnboardingStatus.Permission.allCases {
                #expect(status[permission] == .skipped)
            }
        }
    }

    @Test("Health access that was skipped can be requested in the settings")
    func settings() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            await phone.phone.run { await app.getThroughOnboarding() }
            let settings = try #require(app.models).healthSettings
            await phone.phone.run { await settings.refresh() }
            #expect(settings.canRequestAccess)

            phone.walk(77)
            await phone.phone.run { await settings.requestAccess() }

            #expect(!settings.canRequestAccess)
            #expect(settings.problem == nil)
            await app.models?.timeline.refresh()
            #expect(app.titles.contains("Steps"))
        }
    }
}

extension TrendyApp {
    /// The onboarding status on this device.
    fileprivate var onboardingStatus: OnboardingStatus {
        get throws {
            let cache = OnboardingStatusCache(platform.keyValues)
            guard case .record(let record) = cache.read(.anonymous) else {
                throw CancellationError()
            }
            return record.status
        }
    }

    /// Advances the onboarding to a step.
    fileprivate func goTo(_ step: OnboardingStep) async throws {
        for _ in OnboardingStep.all where onboarding.step != step {
            switch try #require(onboarding.step) {
            case .firstEventType: await onboarding.choose(name: "Coffee")
            case .firstEvent: await onboarding.recordFirstEvent()
            default: onboarding.proceed()
            }
        }
        try #require(onboarding.step == step)
    }
}
