import Foundation
import TrendyModel

/// A period of exercise within one day.
struct WorkoutPlan {
    enum Kind: String, CaseIterable {
        case running = "Running"
        case walking = "Walking"
        case cycling = "Cycling"
        case yoga = "Yoga"
        case swimBikeRun = "SwimBikeRun"

        var kcalPerMinute: Double { self == .yoga ? 3 : self == .walking ? 5 : 11 }
        var stepsPerMinute: Double { self == .running ? 162 : self == .walking ? 112 : 4 }
        var kilometresPerMinute: Double { self == .cycling ? 0.38 : self == .yoga ? 0 : 0.15 }
        var hasRoute: Bool { self == .running || self == .walking || self == .cycling }
    }

    let kind: Kind
    let start: Int64
    let end: Int64
    let isOnWatch: Bool

    var minutes: Double { Double(end - start) / 60 }
}

/// The plan of one local day, recomputed on each pass.
struct DayPlan {
    let index: Int
    let start: Int64
    let end: Int64
    /// The start of the night, on the day before or shortly after midnight.
    let bed: Int64
    let wake: Int64
    let hasWatch: Bool
    let sleepsWithWatch: Bool
    let charging: Range<Int64>
    let hasPedometer: Bool
    /// The delay in seconds with which the pedometer app delivers this day.
    let pedometerDelay: Int64
    let workout: WorkoutPlan?

    func wearsWatch(at time: Int64) -> Bool {
        guard hasWatch, !charging.contains(time) else { return false }
        return time >= wake || sleepsWithWatch
    }

    func isAsleep(at time: Int64) -> Bool { time >= bed && time < wake }
}

/// The fictitious person whose history is exported.
struct Person {
    let rng: SeededRNG
    let zone: TimeZone
    let density: Double
    /// The start of each day in seconds since the epoch, followed by the start of the day after the
    /// last.
    let dayStarts: [Int64]
    let firstDay: CalendarDay
    let exportTime: Int64

    init(_ options: FixtureOptions, days: Int, density: Double) {
        rng = SeededRNG(seed: options.seed)
        zone = options.zone
        self.density = density
        let firstDay = options.lastDay.advanced(by: 1 - days)
        let zones = options.zones
        let starts = (0...days).map { zones.start(of: firstDay.advanced(by: $0)).seconds }
        self.firstDay = firstDay
        dayStarts = starts
        exportTime = starts[days - 1] + 22 * 3600
    }

    var days: Int { dayStarts.count - 1 }

    func plan(_ index: Int) -> DayPlan {
        let position = firstDay.daysSinceEpoch + index
        let start = dayStarts[index]
        let hasWatch = rng.unit(1, position) < 0.93
        let bed = start + Int64(rng.pick(-7_200..<2_700, 2, position))
        let wake = start + Int64(rng.pick(22_000..<30_000, 3, position))
        let charge = start + Int64(rng.pick(68_000..<74_000, 4, position))
        let pedometerDelay =
            rng.unit(5, position) < 0.35 ? rng.pick(86_400..<1_500_000, 6, position) : 0
        return DayPlan(
            index: index,
            start: start,
            end: dayStarts[index + 1],
            bed: bed,
            wake: wake,
            hasWatch: hasWatch,
            sleepsWithWatch: hasWatch && rng.unit(7, position) < 0.88,
            charging: charge..<charge + Int64(rng.pick(2_400..<5_400, 8, position)),
            hasPedometer: rng.unit(9, position) < 0.7,
            pedometerDelay: Int64(pedometerDelay),
            workout: workout(position, start: start, onWatch: hasWatch)
        )
    }

    private func workout(_ position: Int, start: Int64, onWatch: Bool) -> WorkoutPlan? {
        guard rng.unit(10, position) < 0.5 else { return nil }
        let kinds = onWatch ? WorkoutPlan.Kind.allCases : [.walking, .yoga]
        let hour = [30_600, 43_500, 59_000][rng.pick(0..<3, 11, position)]
        let begin = start + Int64(hour + rng.pick(0..<3_600, 12, position))
        return WorkoutPlan(
            kind: kinds[rng.pick(0..<kinds.count, 13, position)],
            start: begin,
            end: begin + Int64(rng.pick(1_500..<4_200, 14, position)),
            isOnWatch: onWatch
        )
    }
}
