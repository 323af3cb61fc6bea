import Foundation
import TrendyModel

/// A stretch of exercise within one day.
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

/// What one local day looked like; computed anew on each pass.
struct DayPlan {
    let index: Int
    let start: Int64
    let end: Int64
    /// When the night before began, on the day before or shortly after midnight.
    let bed: Int64
    let wake: Int64
    let hasWatch: Bool
    let sleepsWithWatch: Bool
    let charging: Range<Int64>
    let hasPedometer: Bool
    /// How many seconds late the pedometer's app hands in this day.
    let pedometerDelay: Int64
    let workout: WorkoutPlan?

    func wearsWatch(at time: Int64) -> Bool {
        guard hasWatch, !charging.contains(time) else { return false }
        return time >= wake || sleepsWithWatch
    }

    func isAsleep(at time: Int64) -> Bool { time >= bed && time < wake }
}

/// The person whose life is exported.
struct Person {
    let rng: SeededRNG
    let zone: TimeZone
    let density: Double
    /// The start of each day, in seconds since the epoch, and at the end that of the day after.
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
        let place = firstDay.daysSinceEpoch + index
        let start = dayStarts[index]
        let hasWatch = rng.unit(1, place) < 0.93
        let bed = start + Int64(rng.pick(-7_200..<2_700, 2, place))
        let wake = start + Int64(rng.pick(22_000..<30_000, 3, place))
        let charge = start + Int64(rng.pick(68_000..<74_000, 4, place))
        let pedometerDelay =
            rng.unit(5, place) < 0.35 ? rng.pick(86_400..<1_500_000, 6, place) : 0
        return DayPlan(
            index: index,
            start: start,
            end: dayStarts[index + 1],
            bed: bed,
            wake: wake,
            hasWatch: hasWatch,
            sleepsWithWatch: hasWatch && rng.unit(7, place) < 0.88,
            charging: charge..<charge + Int64(rng.pick(2_400..<5_400, 8, place)),
            hasPedometer: rng.unit(9, place) < 0.7,
            pedometerDelay: Int64(pedometerDelay),
            workout: workout(place, start: start, onWatch: hasWatch)
        )
    }

    private func workout(_ place: Int, start: Int64, onWatch: Bool) -> WorkoutPlan? {
        guard rng.unit(10, place) < 0.5 else { return nil }
        let kinds = onWatch ? WorkoutPlan.Kind.allCases : [.walking, .yoga]
        let hour = [30_600, 43_500, 59_000][rng.pick(0..<3, 11, place)]
        let begin = start + Int64(hour + rng.pick(0..<3_600, 12, place))
        return WorkoutPlan(
            kind: kinds[rng.pick(0..<kinds.count, 13, place)],
            start: begin,
            end: begin + Int64(rng.pick(1_500..<4_200, 14, place)),
            isOnWatch: onWatch
        )
    }
}
