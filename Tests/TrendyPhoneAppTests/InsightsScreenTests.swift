import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel

@testable import TrendyPhoneApp

@Suite("Insights", .timeLimit(.minutes(20)))
@MainActor
struct InsightsScreenTests {
    @Test("The year shows each day with its value, months, trend and rhythm")
    func year() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()

            try host.tap("Insights")

            let screen = try await host.wait { screen in
                screen.contains("2026")
                    && screen.elements.contains { $0.label.hasPrefix("Coffee, ") }
            }
            #expect(screen.contains("1 entry"))
            #expect(try screen.contains(text(of: world.day(), world)))
            #expect(try text(of: world.day(), world).hasSuffix("1 entry"))
            #expect(try screen.contains(text(of: world.day(-1), world)))
            #expect(try text(of: world.day(-1), world).hasSuffix("no data"))
            #expect(screen.contains("Not enough months with data to see a trend."))
            #expect(screen.contains("Rhythm"))
        }
    }

    /// What the calendar says about a day.
    private func text(of day: CalendarDay, _ world: PhoneWorld) throws -> String {
        let weeks = try #require(world.app.models?.insights.heatMap?.weeks)
        return try #require(weeks.flatMap(\.days).compactMap(\.self).first { $0.id == day }).text
    }

    @Test("Years can be gone through up to the current one")
    func years() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Insights")
            try await host.wait { $0.contains("2026") }
            #expect(throws: ViewHostError.disabled(label: "Next year")) {
                try host.tap("Next year")
            }

            try host.tap("Previous year")
            try await host.wait { $0.contains("2025") && $0.contains("0 entries") }

            try host.tap("Next year")
            try await host.wait { $0.contains("2026") && $0.contains("1 entry") }
        }
    }

    @Test("Another metric or type can be chosen")
    func subject() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.recordSteps([100, 200])
            let host = world.show()
            try host.tap("Insights")
            try await host.wait { $0.contains("1 day with data") }

            try host.select("Coffee", in: "Metric or type")

            try await host.wait { $0.contains("1 entry") }
        }
    }

    @Test("Earlier days of the rhythm are added on request")
    func rhythm() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Insights")
            let page = InsightsViewModel.rhythmPage
            try await host.wait { screen in
                screen.texts.count { $0 == "Nothing known" } == page - 1
            }

            try host.tap("Earlier days")

            try await host.wait { screen in
                screen.texts.count { $0 == "Nothing known" } == 2 * page - 1
            }
        }
    }

    @Test("A tap on a day of the calendar shows the entries of that day, and one more all of them")
    func calendarDay() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.recordSteps([100, 200], day: -3)
            let host = world.show()
            try host.tap("Insights")
            let day = try world.day(-3)
            try await host.wait { _ in world.app.models?.insights.heatMap != nil }
            let text = try text(of: day, world)
            try await host.wait { $0.contains(text) }

            try host.tap(text)

            try await host.wait { host.navigationTitle == "Timeline" && $0.contains("Show all") }
            try await host.wait { $0.contains("Apple Health") && !$0.contains("Entered by you") }
            try host.tap("Show all")
            try await host.wait { $0.contains("Entered by you") && !$0.contains("Show all") }
        }
    }

    @Test("The filter of the timeline names a tapped day, and shows all days again on request")
    func filteredDay() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.recordSteps([100, 200], day: -1)
            let host = world.show()
            try host.tap("Insights")
            try await host.wait { $0.contains("Yesterday") }
            try host.tap(showing: "Yesterday")
            try await host.wait { $0.contains("Show all") }

            try host.tap("Filter")
            try await host.wait { $0.contains("Day") && $0.contains("Yesterday") }
            try host.tap("All days")

            #expect(!host.screen.contains("All days"))
            #expect(throws: ViewHostError.disabled(label: "Clear")) { try host.tap("Clear") }
            try host.tap("Done")
            try await host.wait { $0.contains("Coffee") && !$0.contains("Show all") }
        }
    }

    @Test("A tap on a day of the rhythm shows its entries in the timeline")
    func rhythmDay() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Insights")
            try await host.wait { $0.contains("Yesterday") }

            try host.tap(showing: "Yesterday")

            try await host.wait {
                host.navigationTitle == "Timeline" && $0.contains("Nothing found.")
            }
            #expect(host.screen.contains("Yesterday"))
        }
    }

    @Test("Without entries the screen says what will appear")
    func empty() {
        let host = ViewHost(
            InsightsContent(isLoading: false, problem: nil, emptyText: "Nothing recorded yet.") {
                Text(verbatim: "A picture")
            }
        )

        #expect(host.screen.contains("Nothing recorded yet."))
        #expect(!host.screen.contains("A picture"))
    }

    @Test("Insights that cannot be read again stay with the reason")
    func unreadable() {
        let host = ViewHost(
            InsightsContent(isLoading: false, problem: "The disk is full.", emptyText: nil) {
                Text(verbatim: "A picture")
            }
        )

        #expect(host.screen.contains("The disk is full."))
        #expect(host.screen.contains("A picture"))
    }

    @Test("A day of the future is silent, a day without data says so")
    func cells() {
        let future = ViewHost(HeatMapCell(level: .future, color: .green, text: "Tomorrow"))
        let missing = ViewHost(HeatMapCell(level: .noData, color: .green, text: "Today: no data"))

        #expect(!future.screen.outline.contains("Tomorrow"))
        #expect(missing.screen.outline.contains("Today: no data"))
    }
}
