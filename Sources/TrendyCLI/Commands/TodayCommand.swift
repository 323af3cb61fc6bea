import ArgumentParser
import Foundation
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel

struct TodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show today's measurements, as the app's first screen does.",
        discussion: """
            Examples:
              trendy today
              trendy today --time-zone Europe/Paris

            Each value has the time of its last change. A category without a value of today shows \
            its last value.
            """
    )

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    private struct Output: Encodable {
        struct Card: Encodable {
            struct Hour: Encodable {
                let start: String
                let value: Double?
            }

            let category: String
            let title: String
            let value: String?
            let caption: String
            let hours: [Hour]
            let problem: String?

            init(_ card: SummaryCard) {
                category = card.category.rawValue
                title = card.title
                value = card.value
                caption = card.caption
                hours = card.hours.map { Hour(start: $0.start.rfc3339, value: $0.value) }
                problem = card.problem
            }
        }

        let day: String
        let cards: [Card]
    }

    func run() async throws {
        let formats = zone.formats
        let output = try await Device.with(device.directory) { opened in
            let dependencies = Dependencies.live()
            let model = await SummaryViewModel(
                store: opened.engine.store,
                dependencies: dependencies,
                formats: formats
            )
            await model.refresh()
            try ScreenProblem.check(await model.problem)
            return Output(
                day: await model.day.description,
                cards: await model.cards.map { Output.Card($0) }
            )
        }
        if device.output.json { return try printJSON(output) }
        Console.text(
            Style.bold.paint("\(CalendarDay(output.day).map(LocalTime.text) ?? output.day)")
        )
        let width = output.cards.map(\.title.count).max() ?? 0
        for card in output.cards {
            let title = card.title.padding(toLength: width, withPad: " ", startingAt: 0)
            let value = card.value.map { "\($0)  " } ?? ""
            Console.text("\(title)  \(value)\(Style.dim.paint("\(card.caption)"))")
            if let problem = card.problem { Console.text("    \(problem)") }
        }
    }
}
