import Foundation
import TrendyModel

/// The expected totals of each day, counted while the samples are generated.
struct ExpectedTotals {
    struct Day {
        var steps = 0.0
        var activeEnergy = 0.0
        var distanceMeters = 0.0
        var asleepSeconds: Int64 = 0
        var workouts: Int64 = 0
        var heartRateSamples: Int64 = 0
    }

    var days: [Day]

    /// Encodes the totals as a JSON document.
    ///
    /// - `kinds`: the results of each type, for an export of all types.
    func json(
        _ options: FixtureOptions,
        firstDay: CalendarDay,
        kinds: [String: [CalendarDay: KindTotal]]
    ) -> [UInt8] {
        var json = JSONWriter(capacity: days.count * 160)
        json.raw("{\"time_zone\":")
        json.string(options.zone.identifier)
        json.raw(",\"seed\":")
        json.raw(Array(String(options.seed).utf8))
        json.raw(",\"days\":[")
        var total = Day()
        for (index, day) in days.enumerated() {
            json.raw(index == 0 ? "\n{\"day\":" : ",\n{\"day\":")
            json.string(firstDay.advanced(by: index).description)
            json.raw(",")
            Self.fields(of: day, into: &json)
            json.raw("}")
            total.steps += day.steps
            total.activeEnergy += day.activeEnergy
            total.asleepSeconds += day.asleepSeconds
            total.workouts += day.workouts
            total.heartRateSamples += day.heartRateSamples
        }
        json.raw("\n],\"totals\":{")
        Self.fields(of: total, into: &json)
        json.raw("}")
        if !kinds.isEmpty { KindTotal.write(kinds, into: &json) }
        json.raw("}\n")
        return json.bytes
    }

    private static func fields(of day: Day, into json: inout JSONWriter) {
        json.raw("\"steps\":")
        json.raw(Array("\(day.steps)".utf8))
        json.raw(",\"active_energy_kcal\":")
        json.raw(Array("\(day.activeEnergy)".utf8))
        json.raw(",\"asleep_seconds\":")
        json.integer(day.asleepSeconds)
        json.raw(",\"workouts\":")
        json.integer(day.workouts)
        json.raw(",\"heart_rate_samples\":")
        json.integer(day.heartRateSamples)
    }
}
