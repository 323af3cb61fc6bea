import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel

@testable import TrendyPhoneApp

@Suite("Today", .timeLimit(.minutes(20)))
@MainActor
struct TodayScreenTests {
    @Test("Before health data exists, each category says so")
    func empty() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()

            let screen = try await host.wait { $0.contains("Nothing recorded yet") }

            #expect(host.navigationTitle == "Today")
            let missing = screen.texts.filter { $0 == "Nothing recorded yet" }
            #expect(missing.count == SummaryViewModel.categories.count)
        }
    }

    @Test("New data appears on its card without a refresh")
    func update() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { $0.contains("Nothing recorded yet") }

            try await world.recordSteps([0, 0, 0, 0, 0, 0, 0, 400, 800])

            let value = Self.steps(1200)
            try await host.wait { screen in screen.texts.contains { $0.contains(value) } }
        }
    }

    @Test("Pulling down captures what iOS has not reported, and says how new it is")
    func refreshing() async throws {
        try await PhoneWorld.run { world in
            let steps = HKQuantityType(.stepCount)
            world.phone.health.behavior.observerDelay = .seconds(3600)
            world.phone.health.setReadAuthorization(.allowed, for: steps)
            await world.completeOnboarding()
            await world.app.engine?.didRequestHealthAccess()
            let host = world.show()
            try await host.wait { $0.contains("Nothing recorded yet") }
            let now = world.phone.timeline.now
            world.phone.health.add(
                world.phone.health.quantity(
                    .stepCount,
                    1200,
                    .count(),
                    from: now.addingTimeInterval(-600),
                    to: now.addingTimeInterval(-300),
                    source: .iPhone()
                )
            )

            try await host.pullToRefresh()

            let value = Self.steps(1200)
            try await host.wait { screen in screen.texts.contains { $0.contains(value) } }
            #expect(host.screen.texts.contains { $0.hasPrefix("Health last reported") })
        }
    }

    @Test("A card opens its hours, where each hour has a value")
    func hours() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.recordSteps([0, 0, 0, 0, 0, 0, 0, 400, 800])
            let host = world.show()
            try await host.wait { $0.contains("Steps") }

            try host.tap(showing: "Steps")

            let screen = try await host.wait { $0.contains("By hour") }
            #expect(host.navigationTitle == "Steps")
            #expect(screen.elements.contains { $0.value == "400" })
            #expect(screen.elements.contains { $0.value == "800" })
        }
    }

    @Test("With enough earlier weeks, today is compared with the usual weekday")
    func usual() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            for week in 1...5 {
                try await world.recordSteps(Array(repeating: 100, count: 24), day: -7 * week)
            }
            try await world.recordSteps(Array(repeating: 300, count: 14))
            let host = world.show()

            try await host.wait { screen in
                screen.texts.contains { $0.hasPrefix("More than on a usual") }
            }
            try host.tap(showing: "Steps")

            let screen = try await host.wait { $0.contains("Today against your usual") }
            #expect(screen.elements.contains { $0.value?.contains("usually") == true })
        }
    }

    @Test("A night shows its stages and efficiency")
    func night() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.record(
                .sleep,
                from: world.instant(hour: 0),
                to: world.instant(hour: 8),
                [
                    "asleep": .duration(seconds: 25_200),
                    "efficiency": .number(try #require(JSONNumber(0.875))),
                    "deep": .duration(seconds: 5400),
                    "core": .duration(seconds: 14_400),
                    "rem": .duration(seconds: 5400),
                ]
            )
            let host = world.show()
            try await host.wait { $0.contains("Sleep") }

            try host.tap(showing: "Sleep")

            let screen = try await host.wait { $0.contains("Stages") }
            #expect(screen.texts.contains("Deep"))
            #expect(screen.texts.contains("REM"))
            #expect(screen.texts.contains { $0.hasSuffix("of the time in bed") })
        }
    }

    @Test("A card that may be outdated says why")
    func outdated() {
        let host = ViewHost(TodayCardView(card: .outdatedHeartRate))

        #expect(host.screen.contains("Not updated since 09:15: the phone is locked."))
    }

    @Test("While nothing is read yet, the screen says that it loads")
    func loading() {
        let host = ViewHost(TodayContent(cards: [], problem: nil))

        #expect(host.screen.contains("Loading"))
    }

    @Test("When today cannot be read, the last cards stay")
    func unreadable() {
        let host = ViewHost(
            NavigationStack {
                TodayContent(cards: [.steps], problem: "This may be out of date: the disk is full.")
            }
        )

        #expect(host.screen.contains("This may be out of date: the disk is full."))
        #expect(host.screen.contains("8,432 steps"))
    }

    /// The digits of a number of steps, whatever the language of the tests groups them with.
    private static func steps(_ count: Int) -> String {
        count.formatted(.number.grouping(.automatic))
    }
}
