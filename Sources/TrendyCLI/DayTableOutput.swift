import Foundation
import TrendyKit
import TrendyModel

private struct DayLine: Encodable {
    let day: String
    let steps: Double?
    let activeEnergyKilocalories: Double?
    let asleepSeconds: Int64?
    let averageHeartRate: Double?
    let workouts: Int
    let otherEvents: Int
}

/// Prints days as a table, or as JSON.
func printDays(_ days: [DaySummary], _ options: OutputOptions) throws {
    if options.json {
        try printJSON(
            days.map { day in
                DayLine(
                    day: day.day.description,
                    steps: day.steps,
                    activeEnergyKilocalories: day.activeEnergyKilocalories,
                    asleepSeconds: day.asleep?.components.seconds,
                    averageHeartRate: day.averageHeartRate,
                    workouts: day.workouts,
                    otherEvents: day.otherEvents
                )
            }
        )
        return
    }
    guard !days.isEmpty else { return Console.text("No events.") }
    var table = Table([
        "Day", .right("Steps"), .right("kcal"), .right("Asleep"), .right("Heart rate"),
        .right("Workouts"), .right("Other"),
    ])
    for day in days {
        table.add([
            LocalTime.text(day.day), whole(day.steps), whole(day.activeEnergyKilocalories),
            day.asleep.map { DisplayFormatter.duration($0) } ?? "–", whole(day.averageHeartRate),
            String(day.workouts),
            String(day.otherEvents),
        ])
    }
    try Console.list(table.text, options)
}

private func whole(_ value: Double?) -> String {
    value.map { String(format: "%.0f", $0) } ?? "–"
}
