import Foundation
import Testing
import TrendyModel

@Suite("Time")
struct TimeTests {
    @Test("Instants are written in UTC with milliseconds and decode to the same instant")
    func roundTrip() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<5000 {
            let milliseconds = Int64.random(
                in: -62_167_219_200_000...253_402_300_799_999,
                using: &random
            )
            let instant = Instant(milliseconds: milliseconds)
            #expect(Instant(rfc3339: instant.rfc3339) == instant)
        }
        #expect(Instant(milliseconds: 1_768_465_800_123).rfc3339 == "2026-01-15T08:30:00.123Z")
    }

    @Test("Any precision and offset of RFC 3339 is accepted")
    func formats() {
        let expected = Instant(milliseconds: 1_768_465_800_000)

        #expect(Instant(rfc3339: "2026-01-15T08:30:00Z") == expected)
        #expect(Instant(rfc3339: "2026-01-15t08:30:00z") == expected)
        #expect(Instant(rfc3339: "2026-01-15 09:30:00+01:00") == expected)
        #expect(Instant(rfc3339: "2026-01-14T22:00:00-10:30") == expected)
        #expect(
            Instant(rfc3339: "2026-01-15T08:30:00.1239999999999Z")
                == Instant(milliseconds: 1_768_465_800_123)
        )
        #expect(
            Instant(rfc3339: "2026-01-15T08:30:00.5Z") == Instant(milliseconds: 1_768_465_800_500)
        )
        #expect(
            Instant(rfc3339: "2016-12-31T23:59:60Z") == Instant(rfc3339: "2017-01-01T00:00:00Z")
        )
    }

    @Test(
        "Invalid text is refused as an instant",
        arguments: [
            "", "2026-01-15", "2026-01-15T08:30:00", "2026-02-30T08:30:00Z", "2026-01-15T24:00:00Z",
            "2026-01-15T08:60:00Z", "2026-01-15T08:30:00.Z", "2026-01-15T08:30:00+0100",
            "2026-01-15T08:30:00ZZ", "2026-13-15T08:30:00Z", "2026-01-15T08:30:00+24:00",
            "2026-01-15T08-30:00Z", "2026-01-15T08:30-00Z", "2026-01-15T08:30:61Z",
            "2026-01-15X08:30:00Z", "2026/01-15T08:30:00Z", "2026-01/15T08:30:00Z",
            "2026-00-15T08:30:00Z", "2026-01-00T08:30:00Z", "2026-01-32T08:30:00Z",
            "2026-04-31T08:30:00Z", "2o26-01-15T08:30:00Z", "2026-01-15T0/:30:00Z",
            "2026-01-15T0::30:00Z", "2026-01-15T08:30:00.", "2026-01-15T08:30:00,5Z",
            "2026-01-15T08:30:00.5", "2026-01-15T08:30:00+01-00", "2026-01-15T08:30:00+01:60",
            "2026-01-15T08:30:00+01:0", "2026-01-15T08:30:00+01:000", "2026-01-15T08:30:00 01:00",
            "2026-01-15T08:30:00+1a:00", "2026-01-15T08:30:00.5 Z", "2026-01-15T08:30:0Z",
            // Before year 0 or after year 9999 in UTC: printed, they would be other instants.
            "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-00:01",
        ]
    )
    func malformed(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test("Calendar days agree with Foundation's Gregorian calendar")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let days = Int.random(in: -100_000...2_000_000, using: &random)
            let date = Date(timeIntervalSince1970: Double(days) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            guard let year = parts.year, year > 1600, year < 9999 else { continue }
            let day = CalendarDay(daysSinceEpoch: days)
            #expect(day.components == (year, parts.month ?? 0, parts.day ?? 0))
            #expect(CalendarDay(day.description) == day)
        }
        #expect(CalendarDay("2025-02-29") == nil)
        #expect(CalendarDay("2024-02-29") != nil)
    }

    @Test(
        "A day of a daylight saving change has 23 or 25 hours",
        arguments: [
            ("Europe/Berlin", "2026-03-29", 23), ("Europe/Berlin", "2026-10-25", 25),
            ("Europe/Berlin", "2026-01-15", 24), ("America/New_York", "2026-03-08", 23),
            // Midnight does not exist on this day, which begins at one o'clock.
            ("America/Santiago", "2026-09-06", 23), ("UTC", "2026-03-29", 24),
        ]
    )
    func lengths(zone: String, day: String, hours: Int64) throws {
        let zones = ZoneHistory(try #require(TimeZone(identifier: zone)))
        let interval = zones.interval(of: try #require(CalendarDay(day)))

        #expect(interval.upperBound - interval.lowerBound == .seconds(hours * 3600))
    }

    @Test("Days follow each other without a gap, and each contains its own instants")
    func days() throws {
        for name in ["Europe/Paris", "America/Santiago", "Pacific/Apia", "Asia/Kathmandu"] {
            let zones = ZoneHistory(try #require(TimeZone(identifier: name)))
            let first = try #require(CalendarDay("2011-12-01"))
            var start = zones.start(of: first)
            for offset in 0..<400 {
                let day = first.advanced(by: offset)
                let interval = zones.interval(of: day)
                #expect(interval.lowerBound == start)
                start = interval.upperBound
                guard !interval.isEmpty else { continue }  // Apia skipped 2011-12-30.
                #expect(zones.day(containing: interval.lowerBound) == day)
                let last = Instant(milliseconds: interval.upperBound.milliseconds - 1)
                #expect(zones.day(containing: last) == day)
            }
        }
    }

    @Test("A flight makes one long day and shifts no other day")
    func travel() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let landing = try #require(Instant(rfc3339: "2026-06-10T15:00:00Z"))
        let zones = ZoneHistory(berlin, changes: [.init(start: landing, zone: newYork)])

        let before = zones.interval(of: try #require(CalendarDay("2026-06-09")))
        let flight = zones.interval(of: try #require(CalendarDay("2026-06-10")))

        #expect(before.lowerBound.rfc3339 == "2026-06-08T22:00:00.000Z")
        #expect(flight.upperBound - flight.lowerBound == .seconds(30 * 3600))
    }

    @Test("A flight back over midnight makes one long day and does not repeat the previous day")
    func travelOverMidnight() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        // 02:00 on the 10th in Berlin, 20:00 on the 9th in New York.
        let landing = try #require(Instant(rfc3339: "2026-06-10T00:00:00Z"))
        let zones = ZoneHistory(berlin, changes: [.init(start: landing, zone: newYork)])
        let ninth = zones.interval(of: try #require(CalendarDay("2026-06-09")))
        let tenth = zones.interval(of: try #require(CalendarDay("2026-06-10")))

        #expect(zones.day(containing: landing).description == "2026-06-10")
        #expect(ninth == ZoneHistory(berlin).interval(of: try #require(CalendarDay("2026-06-09"))))
        #expect(tenth.lowerBound.rfc3339 == "2026-06-09T22:00:00.000Z")
        #expect(tenth.upperBound.rfc3339 == "2026-06-11T04:00:00.000Z")
    }

    @Test("A day that two flights to the west prolong ends at the midnight after the second")
    func travelOverMidnightTwice() throws {
        let london = try #require(TimeZone(identifier: "Europe/London"))
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let losAngeles = try #require(TimeZone(identifier: "America/Los_Angeles"))
        // 20:00 on the 15th in New York, and 20:00 on the 15th in Los Angeles.
        let first = try #require(Instant(rfc3339: "2026-01-16T01:00:00Z"))
        let second = try #require(Instant(rfc3339: "2026-01-16T04:00:00Z"))
        let zones = ZoneHistory(
            london,
            changes: [.init(start: second, zone: losAngeles), .init(start: first, zone: newYork)]
        )
        let day = try #require(CalendarDay("2026-01-16"))

        #expect(zones.day(containing: first) == day)
        #expect(zones.day(containing: second) == day)
        #expect(zones.interval(of: day).lowerBound.rfc3339 == "2026-01-16T00:00:00.000Z")
        #expect(zones.interval(of: day).upperBound.rfc3339 == "2026-01-17T08:00:00.000Z")
    }

    @Test("Whatever the journey, days follow each other", arguments: 0..<50 as Range<UInt64>)
    func journeys(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let names = [
            "Europe/London", "America/New_York", "America/Los_Angeles", "Pacific/Honolulu",
            "Pacific/Kiritimati", "Asia/Tokyo", "Asia/Kathmandu",
        ]
        let places = try names.map { try #require(TimeZone(identifier: $0)) }
        let start = try #require(Instant(rfc3339: "2026-03-01T00:00:00Z"))
        let changes = (0..<6).map { _ in
            ZoneHistory.Segment(
                start: start + .seconds(Int64.random(in: 0..<172_800, using: &random)),
                zone: places[Int.random(in: 0..<places.count, using: &random)]
            )
        }
        let zones = ZoneHistory(places[0], changes: changes)

        var day = zones.day(containing: start)
        for minute in stride(from: 0, to: 4 * 1440, by: 10) as StrideTo<Int64> {
            let next = zones.day(containing: start + .seconds(minute * 60))
            #expect(next >= day)
            #expect(zones.interval(of: next).contains(start + .seconds(minute * 60)))
            day = next
        }
    }

    @Test("A day table finds the same days as the zone history")
    func table() throws {
        let zones = ZoneHistory(try #require(TimeZone(identifier: "Europe/Paris")))
        let start = try #require(Instant(rfc3339: "2025-01-01T12:00:00Z"))
        let end = try #require(Instant(rfc3339: "2026-12-31T12:00:00Z"))
        let table = DayTable(covering: start...end, in: zones)
        var random = SplitMix64(seed: 4)

        for _ in 0..<5000 {
            let instant = Instant(
                milliseconds: Int64.random(
                    in: start.milliseconds...end.milliseconds,
                    using: &random
                )
            )
            #expect(table.day(at: table.index(of: instant)) == zones.day(containing: instant))
        }
    }

    @Test("The hybrid clock never goes back, independent of the wall clock")
    func hybrid() {
        var clock = HybridClock()
        var last = Instant(milliseconds: 0)
        for now in [1000, 2000, 500, 500, -1_000_000, 2000, 3000] {
            let time = clock.nextEditTime(
                now: Instant(milliseconds: Int64(now)),
                serverOffset: .zero
            )
            #expect(time > last)
            last = time
        }
        clock.observe(Instant(milliseconds: 9000))
        #expect(
            clock.nextEditTime(now: Instant(milliseconds: 10), serverOffset: .zero)
                > Instant(milliseconds: 9000)
        )
    }
}
