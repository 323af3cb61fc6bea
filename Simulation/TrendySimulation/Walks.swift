import Foundation
import SimulationKit
import TrendyModel

/// Where one person walked and lived, kept outside of the system: the truth that captured days are
/// measured by.
///
/// HealthKit brings the samples to each of the person's phones, to each in its own time.
final class Walks {
    /// Samples begin on these marks and never overlap, so that a day's truth is a plain sum.
    ///
    /// All offsets of zones are multiples of it: no sample lies on both sides of a midnight.
    static let grid: Int64 = 300

    /// Zones with offsets of whole, half and quarter hours, on both hemispheres.
    private static let zones = [
        "GMT", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu",
        "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Honolulu",
    ].compactMap { TimeZone(identifier: $0) }

    /// Steps by the place of their sample on the grid.
    private(set) var samples: [Int64: Double] = [:]
    /// The UUIDs of the samples of a place, also of those that were deleted: the Watch's, and that
    /// of what the iPhone counted, where it did.
    private(set) var ids: [Int64: [UUID]] = [:]
    private(set) var zones: ZoneHistory

    init(_ random: inout SplitMix64) {
        zones = ZoneHistory(random.pick(Self.zones))
    }

    /// The person is in another zone from a moment on.
    func travel(at now: Instant, _ random: inout SplitMix64) {
        let start = Instant(seconds: now.seconds / Self.grid * Self.grid)
        zones = ZoneHistory(
            zones.firstZone,
            changes: zones.changes + [.init(start: start, zone: random.pick(Self.zones))]
        )
    }

    /// The day that a moment belongs to: that of the clock on the wall, but a day that has begun
    /// does not become yesterday by a flight to the west.
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

    /// Walks some steps in five minutes before a moment; `nil` when it walked then already.
    func walk(at moment: Instant, _ random: inout SplitMix64) -> Int64? {
        let place = moment.seconds / Self.grid
        guard samples[place] == nil else { return nil }
        samples[place] = Double(Int.random(in: 10...500, using: &random))
        ids[place] = (0..<(random.happens(300) ? 2 : 1)).map { _ in random.uuid() }
        return place
    }

    /// Deletes one sample, if there is any.
    func delete(_ random: inout SplitMix64) -> Int64? {
        guard !samples.isEmpty else { return nil }
        let place = random.pick(samples.keys.sorted())
        samples[place] = nil
        return place
    }

    /// Whether the day of a sample is longer or shorter than others.
    func isUneven(_ place: Int64) -> Bool {
        let span = zones.interval(of: day(of: Self.span(of: place).lowerBound))
        return span.upperBound - span.lowerBound != .seconds(86_400)
    }

    /// The span of a sample.
    static func span(of place: Int64) -> Range<Instant> {
        Instant(seconds: place * grid)..<Instant(seconds: (place + 1) * grid)
    }

    /// The steps of each day that has a sample.
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
