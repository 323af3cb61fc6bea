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
func printDays(_ days: [DaySummary], isJSON: Bool) throws {
    if isJSON {
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
    var table = Table(["Day", "Steps", "kcal", "Asleep", "Heart rate", "Workouts", "Other"])
    for day in days {
        table.add([
            day.day.description, whole(day.steps), whole(day.activeEnergyKilocalories),
            day.asleep.map(hours) ?? "–", whole(day.averageHeartRate), String(day.workouts),
            String(day.otherEvents),
        ])
    }
    Console.text(days.isEmpty ? "No events." : table.text)
}

private func whole(_ value: Double?) -> String {
    value.map { String(format: "%.0f", $0) } ?? "–"
}

private func hours(_ duration: Duration) -> String {
    let minutes = Int((Double(duration.wholeMilliseconds) / 60_000).rounded())
    return String(format: "%d:%02d h", minutes / 60, minutes % 60)
}
