import SimulatedHealthKit
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

@testable import TrendyPhoneApp

@Suite("Health settings", .timeLimit(.minutes(20)))
@MainActor
struct HealthScreenTests {
    /// Shows the health settings.
    private func settings(
        _ prepare: @MainActor (PhoneWorld) -> Void = { _ in },
        _ body: @MainActor (PhoneWorld, ViewHost) async throws -> Void
    ) async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            prepare(world)
            let host = world.show()
            try host.tap("Settings")
            try host.tap(showing: "Health")
            try await host.wait { $0.contains("Steps") }
            try await body(world, host)
        }
    }

    @Test("The settings say what is known about the permission and when to expect data")
    func honesty() async throws {
        try await settings { world, host in
            let model = try #require(world.app.models?.healthSettings)

            try await host.wait { _ in model.permissionText != nil }
            #expect(host.screen.contains(try #require(model.permissionText)))
            #expect(host.screen.contains(HealthGroup.activity.text))
        }
    }

    @Test("Before the first read the screen claims nothing")
    func loading() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Settings")

            try host.tap(showing: "Health")

            #expect(host.screen.contains("Loading"))
            #expect(!host.screen.contains("This device has no health data."))
            try await host.wait { $0.contains("Steps") && !$0.contains("Loading") }
        }
    }

    @Test("Background App Refresh that is off is said, with a way to the settings")
    func backgroundRefresh() async throws {
        try await settings({ $0.phone.isBackgroundRefreshOn = false }) { _, host in
            try await host.wait {
                $0.texts.contains { $0.hasPrefix("Background App Refresh is off") }
            }

            try host.tap("Open Settings")

            #expect(host.urlsOpenedBySystem.count == 1)
        }
    }

    @Test("A group is switched on with one tap")
    func group() async throws {
        try await settings { world, host in
            let model = try #require(world.app.models?.healthSettings)
            let activity = model.lines.filter { $0.category.group == .activity }
            #expect(activity.contains { !$0.isEnabled })

            try host.tap("Turn all on")

            try await host.wait { _ in
                model.lines.allSatisfy { $0.category.group != .activity || $0.isEnabled }
            }
        }
    }

    @Test("A metric has its own switches, and says while it is off that it is")
    func metric() async throws {
        try await settings { world, host in
            let model = try #require(world.app.models?.healthSettings)
            try host.tap(showing: "Steps")
            try await host.wait { $0.contains("Record") }
            let isOn = try #require(model.lines.first { $0.title == "Steps" }).isEnabled

            try host.set("Record", to: !isOn)

            try await host.wait { _ in
                model.lines.first { $0.title == "Steps" }?.isEnabled == !isOn
            }
            #expect(host.navigationTitle == "Steps")
        }
    }

    /// Whether anything on the screen has the colour of a failure.
    private func alarms(_ screen: Screen) -> Bool {
        HTMLRenderer().html(of: screen).contains("var(--red)")
    }

    @Test("Access that was not requested and data that does not exist are no alarm")
    func noAlarm() async throws {
        try await settings { world, host in
            let remark = Strings.Health.notAsked()
            await world.app.engine?.didRequestHealthAccess()
            try await host.wait { $0.contains(remark) }
            #expect(!alarms(host.screen))

            try await host.press("Allow access")

            try await host.wait { screen in
                !screen.contains(remark)
                    && screen.texts.contains { $0.hasPrefix("No data. Either") }
            }
            #expect(!alarms(host.screen))
        }
    }

    @Test("A failed read and a refused background delivery are alarms")
    func alarm() async throws {
        try await settings({ $0.phone.health.hasEntitlement = false }) { world, host in
            try await host.press("Allow access")
            try await host.wait { screen in
                screen.texts.contains { $0.hasPrefix("Read only while Trendy is open") }
            }
            #expect(alarms(host.screen))

            let failure = FailureReason.healthData(.denied, details: nil)
            try await world.store.write {
                try $0.health.update(category: "steps", failure: failure)
            }

            try await host.wait { screen in
                screen.texts.contains {
                    $0.hasPrefix("Could not be read") && $0.hasSuffix("in Settings, Health.")
                }
            }
        }
    }

    @Test("Missing new data is a neutral banner, a failure a warning")
    func findings() {
        func html(isFailure: Bool) -> String {
            let finding = HealthFinding(id: 0, text: "A", remedy: "B", isFailure: isFailure)
            let section = HealthAccessSection(
                state: HealthAccess(findings: [finding]),
                onRequest: {},
                onOpenSettings: {}
            )
            return HTMLRenderer().html(of: ViewHost(List { section }).screen)
        }

        #expect(html(isFailure: true).contains("var(--orange)"))
        #expect(!html(isFailure: false).contains("var(--orange)"))
    }

    @Test("A metric says whether iOS reports its data, its sources, and what is wrong")
    func state() throws {
        let item = try #require(
            HealthItem.example(
                problems: ["It could not be read."],
                remarks: ["No data for 3 days."],
                importProgress: 0.4
            )
        )
        let host = ViewHost(
            List {
                HealthMetricContent(item: item) { _ in
                } onNotify: { _ in
                }
            }
        )

        for text in item.facts + item.problems + item.remarks + [item.state, "Importing history"] {
            #expect(host.screen.contains(text))
        }
        #expect(host.screen.contains(try #require(item.sources)))
    }

    @Test("A device without Apple Health says so and asks for nothing")
    func unavailable() {
        let host = ViewHost(
            List {
                HealthAccessSection(state: HealthAccess(), onRequest: {}, onOpenSettings: {})
            }
        )

        #expect(host.screen.contains("This device has no health data."))
        #expect(!host.screen.contains("Allow access"))
    }

    @Test("An import of history shows how far it is")
    func importing() {
        let host = ViewHost(
            List {
                HealthAccessSection(
                    state: HealthAccess(
                        importText: "Importing: 3 of 10 days.",
                        importProgress: 0.3
                    ),
                    onRequest: {},
                    onOpenSettings: {}
                )
            }
        )

        #expect(host.screen.contains("Importing: 3 of 10 days."))
    }
}
