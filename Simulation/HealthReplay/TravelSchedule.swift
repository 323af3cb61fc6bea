import Foundation
import SimulationKit
import TrendyModel

/// The journeys of a generated life.
enum TravelSchedule {
    private static let places = ["Asia/Tokyo", "America/New_York", "Asia/Kolkata", "Europe/Lisbon"]

    /// Draws a journey every few months, of one or two weeks, each leg around noon.
    static func moves(
        _ simulation: Simulation,
        from firstDay: CalendarDay,
        days: Int
    ) -> [ZoneHistory.Segment] {
        var random = simulation.random("life-travels")
        var moves: [ZoneHistory.Segment] = []
        var day = 10 + Int(random.next() % 20)
        while day + 20 < days {
            let length = 7 + Int(random.next() % 8)
            let there = TimeZone(identifier: random.pick(places)) ?? .gmt
            for (offset, zone) in [
                (0, there), (length, TimeZone(identifier: "Europe/Paris") ?? .gmt),
            ] {
                let date = firstDay.advanced(by: day + offset)
                let noon = Int64(date.daysSinceEpoch) * 86_400 + 43_200
                let time = noon + Int64(random.next() % 7200)
                moves.append(ZoneHistory.Segment(start: Instant(seconds: time), zone: zone))
            }
            day += length + 40 + Int(random.next() % 80)
        }
        return moves
    }
}
