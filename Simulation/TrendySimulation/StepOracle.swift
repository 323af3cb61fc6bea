import Foundation
import SimulationKit
import TrendyModel

/// The expected steps and time zones of one person, kept outside of the system under test.
///
/// HealthKit delivers the samples to each of the person's phones independently.
final class StepOracle {
    /// The grid of sample starts in seconds.
    ///
    /// Samples never overlap, so the expected value of a day is a plain sum.
    ///
    /// All offsets of time zones are multiples of it, so no sample spans midnight.
    static let grid: Int64 = 300

    /// Zones with whole, half and quarter-hour offsets, on both hemispheres.
    private static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu",
        "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Honolulu",
    ].compactMap { TimeZone(identifier: $0) }

    /// Steps by the grid index of their sample.
    private(set) var samples: [Int64: Double] = [:]
    /// The UUIDs of the samples at a grid index, including deleted ones: the Watch's, and the
    /// iPhone's where it counted too.
    private(set) var ids: [Int64: [UUID]] = [:]
    private(set) var zones: ZoneHistory

    init(_ random: inout SplitMix64) {
        zones = ZoneHistory(random.pick(Self.zones))
    }

    /// Moves the person to another zone from a moment on.
    func travel(at now: Instant, _ random: inout SplitMix64) {
        let start = Instant(seconds: now.seconds / Self.grid * Self.grid)
        zones = ZoneHistory(
            zones.firstZone,
            changes: zones.changes + [.init(start: start, zone: random.pick(Self.zones))]
        )
    }

    /// The day of a moment by the local clock; a westward flight does not return a started day to
    /// the previous one.
    func day(of moment: Instant) -> CalendarDay {
        var zone = zones.firstZone
        var latest = Int64.min
        func local(_ moment: Instant) -> Int64 {
            let offset = zone.secondsFromGMT(for: Date(moment))
            return Int64((Double(moment.seconds + Int64(offset)) / 86_400).rounded(.down))
        }
        for change in zones.changes where change.start <= moment {
            latest = max(latest, local(change.start - .seconds(1)))
            zone = change.zone
        }
        return CalendarDay(daysSinceEpoch: Int(max(latest, local(moment))))
    }

    /// Adds steps within five minutes before a moment; `nil` when that grid index is in use.
    func walk(at moment: Instant, _ random: inout SplitMix64) -> Int64? {
        let place = moment.seconds / Self.grid
        guard samples[place] == nil else { return nil }
        samples[place] = Double(Int.random(in: 10...500, using: &random))
        ids[place] = (0..<(random.happens(300) ? 2 : 1)).map { _ in random.uuid() }
        return place
    }

    /// Deletes one sample, if there is one.
    func delete(_ random: inout SplitMix64) -> Int64? {
        guard !samples.isEmpty else { return nil }
        let place = random.pick(samples.keys.sorted())
        samples[place] = nil
        return place
    }

    /// Whether the day of a sample is not 24 hours long.
    func isUneven(_ place: Int64) -> Bool {
        let span = zones.interval(of: day(of: Self.span(of: place).lowerBound))
        return span.upperBound - span.lowerBound != .seconds(86_400)
    }

    /// The time range of a sample.
    static func span(of place: Int64) -> Range<Instant> {
        Instant(seconds: place * grid)..<Instant(seconds: (place + 1) * grid)
    }

    /// The steps of each day with a sample.
    var days: [CalendarDay: Double] {
        var days: [CalendarDay: Double] = [:]
        for (place, steps) in samples {
            days[day(of: Self.span(of: place).lowerBound), default: 0] += steps
        }
        return days
    }
}

extension SplitMix64 {
    /// A random (version 4) UUID.
    mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        return UUID(EntityID(high: high & ~0xF000 | 0x4000, low: low & ~(3 << 62) | 1 << 63))
    }
}

extension UUID {
    fileprivate init(_ id: EntityID) {
        var bytes = (id.high.bigEndian, id.low.bigEndian)
        self = withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
