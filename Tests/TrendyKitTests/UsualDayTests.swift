import Testing
import TrendyKit

@Suite("A day beside the same weekday of earlier weeks")
struct UsualDayTests {
    /// A day with one value in each hour.
    private func even(_ value: Double) -> [Double?] { Array(repeating: value, count: 24) }

    private let none = [Double?](repeating: nil, count: 24)

    @Test("The usual range is the middle half of the earlier totals at the same time of day")
    func quartiles() throws {
        let day = UsualDay(
            today: even(5),
            elapsed: 12,
            earlier: [7, 1, 8, 2, 6, 3, 5, 4].map { even($0) }
        )

        // The quartiles of 1…8 are 2.75 and 6.25; each day has 12 hours by noon.
        #expect(day.usual == 33...75)
        #expect(day.total == 60)
        #expect(day.comparison == .asUsual)
        #expect(day.dayCount == 8)
        #expect(day.hours.count == 24)
        #expect(day.hours[0].usual == 2.75...6.25)
        #expect(day.hours[23].usual == 66...150)
        #expect(day.hours[11].total == 60)
        #expect(day.hours[12].total == nil)
    }

    @Test("Within an hour the earlier totals are interpolated, so that both sides cover one time")
    func interpolation() {
        let day = UsualDay(
            today: even(3),
            elapsed: 1.5,
            earlier: (0..<4).map { _ in even(2) }
        )

        #expect(day.usual == 3...3)
        // The hours that have begun count as they are.
        #expect(day.total == 6)
        #expect(day.hours[1].total == 6)
        #expect(day.hours[2].total == nil)
    }

    @Test("A day without data is left out and is never zero")
    func missingDays() {
        let day = UsualDay(
            today: even(2),
            elapsed: 24,
            earlier: [even(2), none, even(2), none, even(2), even(2)]
        )

        #expect(day.dayCount == 4)
        #expect(day.usual == 48...48)
        #expect(day.comparison == .asUsual)
    }

    @Test("Three earlier days are too few to compare")
    func tooFew() {
        let day = UsualDay(
            today: even(2),
            elapsed: 24,
            earlier: [even(1), even(1), even(1), none]
        )

        #expect(day.usual == nil)
        #expect(day.comparison == .unknown)
        #expect(day.hours.allSatisfy { $0.usual == nil })
        #expect(day.total == 48)
    }

    @Test("Nothing known about today is not less than usual")
    func unknownToday() {
        let day = UsualDay(today: none, elapsed: 9, earlier: (0..<8).map { _ in even(1) })

        #expect(day.total == nil)
        #expect(day.usual == 9...9)
        #expect(day.comparison == .unknown)
        #expect(day.hours.allSatisfy { $0.total == nil })
    }

    @Test("A total is unknown before the first hour with data, and stays over a gap")
    func gaps() {
        var today = none
        (today[8], today[10]) = (5, 1)
        let day = UsualDay(today: today, elapsed: 12, earlier: [today, today, today, today])

        #expect(
            day.hours.map(\.total).prefix(12) == [
                nil, nil, nil, nil, nil, nil, nil, nil, 5, 5, 6, 6,
            ]
        )
        #expect(day.hours[7].usual == nil)
        #expect(day.hours[9].usual == 5...5)
        #expect(day.usual == 6...6)
    }

    @Test("More and less than usual are outside the middle half")
    func outside() {
        let earlier = [1, 2, 3, 4].map { even($0) }

        #expect(UsualDay(today: even(4), elapsed: 24, earlier: earlier).comparison == .more)
        #expect(UsualDay(today: even(1), elapsed: 24, earlier: earlier).comparison == .less)
        #expect(UsualDay(today: even(2.5), elapsed: 24, earlier: earlier).comparison == .asUsual)
    }

    @Test("A day of 25 hours is compared with days of 24, and one of 23 hours as well")
    func daylightSaving() {
        let long = [Double?](repeating: 1, count: 25)
        let short = [Double?](repeating: 1, count: 23)

        let autumn = UsualDay(today: long, elapsed: 25, earlier: (0..<4).map { _ in even(1) })
        let spring = UsualDay(today: even(1), elapsed: 24, earlier: (0..<4).map { _ in short })

        #expect(autumn.hours.count == 25)
        #expect(autumn.usual == 24...24)
        #expect(autumn.comparison == .more)
        #expect(spring.usual == 23...23)
    }
}

@Suite("Trend of months")
struct MonthTrendTests {
    @Test(
        "The last three months are compared with the three before, without months that lack data",
        arguments: [
            ([100, 100, 100, 112, 112, 112], MonthTrend.rising(percent: 12)),
            ([100, 100, 100, 80, 80, 80], .falling(percent: 20)),
            ([100, 100, 100, 104, 103, 104], .steady),
            ([nil, 100, 100, 150, nil, 150], .rising(percent: 50)),
            ([999, 100, 100, 100, 100, 100, 100], .steady),
            ([nil, nil, 100, 150, 150, 150], .unknown),
            ([100, 100, 100, 150, nil, nil], .unknown),
            ([], .unknown),
            ([0, 0, 0, 0, 0, 0], .steady),
            ([0, 0, 0, 5, 5, 5], .unknown),
        ] as [([Double?], MonthTrend)]
    )
    func trend(values: [Double?], expected: MonthTrend) {
        #expect(MonthTrend(values) == expected)
    }
}
