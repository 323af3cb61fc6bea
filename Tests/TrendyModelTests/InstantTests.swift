import Foundation
import Testing
import TrendyModel

@Suite("Instants and days")
struct InstantTests {
    @Test(
        "The first and last digits, times and offsets of RFC 3339 are accepted",
        arguments: [
            ("0000-01-01T00:00:00Z", -62_167_219_200_000),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("1970-01-01T23:59:59Z", 86_399_000), ("1970-01-01T00:00:60Z", 60_000),
            ("1970-01-01T00:00:00.1Z", 100), ("1970-01-01T00:00:00.12Z", 120),
            ("1970-01-01T00:00:00.129Z", 129), ("1970-01-01T00:00:00.1299Z", 129),
            ("1970-01-02T00:00:00+23:59", 60_000), ("1970-01-01T00:00:00-23:59", 86_340_000),
            ("1970-01-01T00:00:00.009+00:01", -59_991), ("1972-02-29T00:00:00Z", 68_169_600_000),
            ("1969-12-31T23:59:59.999Z", -1),
        ] as [(String, Int64)]
    )
    func parsed(text: String, milliseconds: Int64) {
        #expect(Instant(rfc3339: text) == Instant(milliseconds: milliseconds))
    }

    @Test("Instants outside the years 0000 to 9999 are written as the first or last of them")
    func clamped() {
        let first = Instant(milliseconds: -62_167_219_200_000)
        let last = Instant(milliseconds: 253_402_300_799_999)

        #expect(first.rfc3339 == "0000-01-01T00:00:00.000Z")
        #expect(Instant(milliseconds: first.milliseconds - 1).rfc3339 == first.rfc3339)
        #expect(Instant(milliseconds: .min).rfc3339 == first.rfc3339)
        #expect(last.rfc3339 == "9999-12-31T23:59:59.999Z")
        #expect(Instant(milliseconds: last.milliseconds + 1).rfc3339 == last.rfc3339)
        #expect(Instant(milliseconds: .max).rfc3339 == last.rfc3339)
        #expect(Instant(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
    }

    @Test("Seconds are rounded down, also before 1970")
    func seconds() {
        let seconds = [-1001, -1000, -999, -1, 0, 1, 999, 1000].map {
            Instant(milliseconds: $0).seconds
        }

        #expect(seconds == [-2, -1, -1, -1, 0, 0, 0, 1])
        #expect(Instant(Date(timeIntervalSince1970: -0.0005)) == Instant(milliseconds: -1))
        #expect(Instant(Date(timeIntervalSince1970: 1.9996)) == Instant(milliseconds: 1999))
        #expect(Date(Instant(milliseconds: 1500)) == Date(timeIntervalSince1970: 1.5))
    }

    @Test("Arithmetic beyond the representable range stops at its ends")
    func limits() {
        let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))

        #expect(Instant(seconds: .max) == last)
        #expect(Instant(seconds: .min) == first)
        #expect(Instant(seconds: -7) == Instant(milliseconds: -7000))
        #expect(last + .milliseconds(1) == last)
        #expect(first - .milliseconds(1) == first)
        #expect(first + .milliseconds(-1) == first)
        #expect(last - .milliseconds(-1) == last)
        #expect(last + .milliseconds(-1) == Instant(milliseconds: .max - 1))
        #expect(Instant(milliseconds: 5) - .milliseconds(7) == Instant(milliseconds: -2))
        #expect(Instant(milliseconds: 5) - Instant(milliseconds: 7) == .milliseconds(-2))
        #expect(Instant(milliseconds: 0) + .seconds(Int64.max) == last)
        #expect(Instant(milliseconds: 0) + .seconds(Int64.min) == first)
    }

    @Test("Durations of external seconds are whole milliseconds within thirty thousand years")
    func durations() {
        #expect(Duration(clampedSeconds: 1.0006) == .milliseconds(1001))
        #expect(Duration(clampedSeconds: -1.25) == .milliseconds(-1250))
        #expect(Duration(clampedSeconds: .nan) == .zero)
        #expect(Duration(clampedSeconds: .infinity) == .zero)
        #expect(Duration(clampedSeconds: 1e300) == .seconds(1_000_000_000_000))
        #expect(Duration(clampedSeconds: -1e300) == .seconds(-1_000_000_000_000))
        #expect(Duration.microseconds(1999).wholeMilliseconds == 1)
        #expect(Duration.microseconds(-1999).wholeMilliseconds == -1)
        #expect((Duration.seconds(2) + .microseconds(500)).wholeMilliseconds == 2000)
        #expect(Duration.seconds(Int64.max / 1000).wholeMilliseconds == Int64.max / 1000 * 1000)
        #expect(Duration.seconds(Int64.max / 1000 + 1).wholeMilliseconds == .max)
        #expect(
            (Duration.seconds(Int64.max / 1000) + .milliseconds(999)).wholeMilliseconds == .max
        )
    }

    @Test(
        "Only days that exist in the years 0000 to 9999 are days",
        arguments: [
            (0, 1, 1, true), (9999, 12, 31, true), (-1, 12, 31, false), (10_000, 1, 1, false),
            (2026, 0, 1, false), (2026, 13, 1, false), (2026, 1, 0, false), (2026, 1, 31, true),
            (2026, 1, 32, false), (2026, 4, 31, false), (2000, 2, 29, true), (1900, 2, 29, false),
            (2026, 3, 1, true), (2026, 12, 1, true), (0, 2, 29, true), (0, 3, 1, true),
        ]
    )
    func days(year: Int, month: Int, day: Int, exists: Bool) throws {
        let found = CalendarDay(year: year, month: month, day: day)

        #expect((found != nil) == exists)
        guard let found else { return }
        #expect(found.components == (year, month, day))
        #expect(CalendarDay(found.description) == found)
    }

    @Test("Days are written with four digits of the year, and years beyond are clamped")
    func dayText() {
        #expect(CalendarDay(daysSinceEpoch: 0).description == "1970-01-01")
        #expect(CalendarDay(daysSinceEpoch: -1).description == "1969-12-31")
        #expect(CalendarDay(daysSinceEpoch: -719_528).description == "0000-01-01")
        #expect(CalendarDay(daysSinceEpoch: -719_529).description == "0000-12-31")
        #expect(CalendarDay(daysSinceEpoch: 2_932_897).description == "9999-01-01")
        for text in ["2026-1-15", "2026-01-1", "2026/01-15", "2026-01/15", "2026-01-155", ""] {
            #expect(CalendarDay(text) == nil)
        }
    }

    @Test("The hybrid clock takes the corrected wall clock, or the next time after the latest")
    func hybrid() {
        var clock = HybridClock(latest: Instant(milliseconds: 1000))
        func next(_ now: Int64, _ offset: Int64 = 0) -> Int64 {
            clock.nextEditTime(
                now: Instant(milliseconds: now),
                serverOffset: .milliseconds(offset)
            ).milliseconds
        }

        #expect(next(999) == 1001)
        #expect(next(1001) == 1002)
        #expect(next(1004) == 1004)
        #expect(next(1000, 500) == 1500)
        #expect(next(2000, -1000) == 1501)
        clock.observe(Instant(milliseconds: 1400))
        #expect(next(0) == 1502)
        clock.observe(Instant(milliseconds: 3000))
        #expect(clock.latest == Instant(milliseconds: 3000))
        #expect(next(0) == 3001)
    }

    @Test("A zone holds from the instant of its change, in whatever order the changes are given")
    func zones() throws {
        let paris = try #require(TimeZone(identifier: "Europe/Paris"))
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let utc = try #require(TimeZone(identifier: "UTC"))
        let zones = ZoneHistory(
            paris,
            changes: [
                .init(start: Instant(seconds: 2000), zone: utc),
                .init(start: Instant(seconds: 1000), zone: tokyo),
            ]
        )

        #expect(zones.zone(at: Instant(milliseconds: 999_999)) == paris)
        #expect(zones.zone(at: Instant(seconds: 1000)) == tokyo)
        #expect(zones.zone(at: Instant(milliseconds: 1_999_999)) == tokyo)
        #expect(zones.zone(at: Instant(seconds: 2000)) == utc)
    }

    @Test("A day begins at local midnight, and an instant outside a table is in the nearest day")
    func table() throws {
        let zones = ZoneHistory(try #require(TimeZone(identifier: "Europe/Berlin")))
        let first = try #require(CalendarDay("2026-03-28"))
        let midnight = zones.start(of: first)
        let end = zones.start(of: first.advanced(by: 3))
        let last = Instant(milliseconds: end.milliseconds - 1)

        let table = DayTable(covering: midnight...last, in: zones)

        #expect(midnight.rfc3339 == "2026-03-27T23:00:00.000Z")
        #expect(table.firstDay == first)
        #expect(table.count == 3)
        #expect(table.starts.last == end)
        for (index, start) in table.starts.dropLast().enumerated() {
            #expect(table.index(of: start) == index)
            #expect(table.index(of: start - .milliseconds(1)) == max(0, index - 1))
            #expect(table.day(at: index) == first.advanced(by: index))
        }
        #expect(table.index(of: end) == 2)
        #expect(table.index(of: Instant(milliseconds: 0)) == 0)
        #expect(table.index(of: Instant(seconds: 4_000_000_000)) == 2)
    }

    @Test("A day that a move to the west repeats goes on until the next one begins")
    func repeatedMidnight() throws {
        let utc = try #require(TimeZone(identifier: "UTC"))
        let west = try #require(TimeZone(secondsFromGMT: -3 * 3600))
        // 00:00 of the second day in UTC is 21:00 of the first day in the west.
        let midnight = Instant(seconds: 86_400)
        let before = ZoneHistory(utc, changes: [.init(start: midnight, zone: west)])
        let after = ZoneHistory(
            utc,
            changes: [.init(start: midnight + .milliseconds(1), zone: west)]
        )

        #expect(before.day(containing: midnight).daysSinceEpoch == 0)
        #expect(before.start(of: CalendarDay(daysSinceEpoch: 1)) == Instant(seconds: 97_200))
        #expect(after.day(containing: midnight).daysSinceEpoch == 1)
        #expect(after.day(containing: midnight + .milliseconds(1)).daysSinceEpoch == 1)
        #expect(after.start(of: CalendarDay(daysSinceEpoch: 2)) == Instant(seconds: 183_600))
    }
}
