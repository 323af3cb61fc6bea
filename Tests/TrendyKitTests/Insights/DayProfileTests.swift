import Testing
import TrendyKit
import TrendyModel

@Suite("Profiles and years compared")
struct DayProfileTests {
    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    @Test("Weekdays average the days with data only")
    func weekdays() throws {
        // 4 and 11 January 2026 are Sundays.
        let profile = WeekProfile([
            try day("2026-01-04"): 10, try day("2026-01-11"): 20, try day("2026-01-05"): 0,
        ])

        #expect(profile.weekdays[0].average == 15)
        #expect(profile.weekdays[0].days == 2)
        #expect(profile.weekdays[1].average == 0)
        #expect(profile.weekdays[2].average == nil)
        #expect(profile.weekdays.count == 7)
    }

    @Test("Hours average whole days, without those on which the clocks changed")
    func sums() {
        let profile = HourProfile(days: [
            [nil] + Array(repeating: 2, count: 23), [nil, nil] + Array(repeating: 4, count: 22),
            Array(repeating: 100, count: 25), Array(repeating: 100, count: 23),
        ])

        #expect(profile == .sums([nil, 2] + Array(repeating: 3, count: 22), days: 2))
        #expect(HourProfile(days: [Array(repeating: 1, count: 25)]) == .unknown)
    }

    @Test("Events are counted by their hour")
    func entries() {
        var counts = [Int](repeating: 0, count: 24)
        (counts[0], counts[8]) = (1, 2)

        #expect(HourProfile(hours: [8, 0, 8]) == .entries(counts))
        #expect(HourProfile(hours: []) == .unknown)
    }

    /// Values of a number of days from a day on.
    private func values(
        from text: String,
        _ count: Int,
        _ value: Double
    ) throws
        -> [CalendarDay: Double]
    {
        let first = try day(text)
        return Dictionary(uniqueKeysWithValues: (0..<count).map { (first.advanced(by: $0), value) })
    }

    @Test("A year is compared with the same part of the year before")
    func yearToDate() throws {
        let values = try values(from: "2025-01-01", 365, 100)
            .merging(values(from: "2026-01-01", 20, 120)) { $1 }
            .merging(values(from: "2025-02-01", 200, 900)) { $1 }
        let average = try #require(
            YearToDate(values, through: try day("2026-01-20"), as: .average)
        )
        let sum = try #require(YearToDate(values, through: try day("2026-01-20"), as: .sum))

        #expect([average.value, average.before] == [120, 100])
        #expect(average.percent == 20)
        #expect([sum.value, sum.before] == [2400, 2000])
        #expect([average.days, average.daysBefore] == [20, 20])
    }

    @Test("29 February is compared with 28 February, and too few days with nothing")
    func limits() throws {
        let values = try values(from: "2023-01-01", 424, 1)
            .merging(values(from: "2024-01-01", 60, 2)) { $1 }
        let leap = try #require(YearToDate(values, through: try day("2024-02-29"), as: .sum))
        let few = try self.values(from: "2025-01-01", 400, 1)

        #expect([leap.days, leap.daysBefore] == [60, 59])
        #expect(YearToDate(few, through: try day("2026-01-13"), as: .sum) == nil)
        #expect(YearToDate(few, through: try day("2026-01-14"), as: .sum) != nil)
        #expect(YearToDate([:], through: try day("2026-06-01"), as: .average) == nil)
    }

    @Test("A change from zero has no percentage")
    func fromZero() throws {
        let values = try values(from: "2025-01-01", 365, 0)
            .merging(values(from: "2026-01-01", 20, 5)) { $1 }

        #expect(
            YearToDate(values, through: try day("2026-01-20"), as: .average)?.percent == nil
        )
    }
}
