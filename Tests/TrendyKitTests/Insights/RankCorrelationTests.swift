import Foundation
import Testing
import TrendyModel

@testable import TrendyKit

@Suite("Rank correlation")
struct RankCorrelationTests {
    /// Pairs of days that do not follow one another, so that all are independent.
    private func pairs(
        _ first: [Double],
        _ second: [Double],
        apart: Int = 3
    ) throws
        -> [RankCorrelation.Pair]
    {
        let start = try #require(CalendarDay("2026-01-01"))
        return zip(first, second).enumerated().map { index, values in
            RankCorrelation.Pair(
                day: start.advanced(by: index * apart),
                first: values.0,
                second: values.1
            )
        }
    }

    private func correlation(
        _ pairs: [RankCorrelation.Pair],
        minimum: Int = 4
    ) throws
        -> RankCorrelation
    {
        guard case .found(let found) = RankCorrelation.finding(in: pairs, minimum: minimum) else {
            throw NotFound()
        }
        return found
    }

    private struct NotFound: Error {}

    private func isClose(_ left: Double, _ right: Double, within margin: Double = 1e-6) -> Bool {
        abs(left - right) < margin
    }

    @Test("Coefficient and interval are those of a published example with ties")
    func published() throws {
        // The example of `ci.spear` in statpsych, by the author of the standard error:
        // https://dgbonett.github.io/statpsych/reference/ci.spear.html
        let found = try correlation(
            try pairs(
                [21, 4, 9, 12, 35, 18, 10, 22, 24, 1, 6, 8, 13, 16, 19],
                [67, 28, 30, 28, 52, 40, 25, 37, 44, 10, 14, 20, 28, 40, 51]
            )
        )

        #expect(found.count == 15)
        #expect(found.effectiveCount == 15)
        #expect(isClose(found.coefficient, 0.8699639))
        #expect(isClose(found.interval.lowerBound, 0.5840951))
        #expect(isClose(found.interval.upperBound, 0.9638297))
        #expect(found.relation == .positive)
    }

    @Test("Without ties the coefficient is 1 − 6 Σd² / (n (n² − 1))")
    func formula() throws {
        let second: [Double] = [2, 1, 4, 3, 6, 5, 8, 7, 10, 9]
        let found = try correlation(try pairs((1...10).map(Double.init), second))
        let reversed = try correlation(try pairs((1...10).reversed().map(Double.init), second))

        #expect(isClose(found.coefficient, 1 - 6 * 10.0 / 990))
        #expect(isClose(reversed.coefficient, -(1 - 6 * 10.0 / 990)))
        #expect(reversed.relation == .negative)
    }

    @Test("Equal values share their mean rank")
    func ranks() {
        #expect(RankCorrelation.ranks(of: [30, 10, 20, 10]) == [4, 1.5, 3, 1.5])
        #expect(RankCorrelation.ranks(of: []) == [])
    }

    @Test("An interval that contains 0 is no relation")
    func none() throws {
        let values = (0..<30).map { Double($0 * 7 % 30) }
        let found = try correlation(try pairs((0..<30).map(Double.init), values), minimum: 25)

        #expect(found.interval.contains(0))
        #expect(found.relation == .none)
    }

    @Test("Two values that only rise all the time are worth few independent days")
    func drift() throws {
        let values = (1...41).map(Double.init)
        let found = try correlation(try pairs(values, values, apart: 1))

        // The day-to-day correlation of the ranks 1…n is (n − 3) / (n − 1).
        let dayToDay: Double = 38.0 / 40
        let alike: Double = dayToDay * dayToDay
        let independent: Double = 41 * (1 - alike) / (1 + alike)
        #expect(isClose(found.effectiveCount, independent))
        #expect(found.coefficient == 1)
        #expect(found.interval == -1...1)
        #expect(found.relation == .none)
    }

    @Test("Days that alternate are not worth more than they are")
    func alternating() throws {
        let first = (0..<30).map { Double($0 % 2 * 100 + $0) }
        let second = (0..<30).map { Double((1 - $0 % 2) * 100 + $0) }
        let found = try correlation(try pairs(first, second, apart: 1))

        #expect(found.effectiveCount <= 30)
    }

    @Test("There is nothing below the smallest number of days, and for a value that never changes")
    func noFinding() throws {
        let values = (1...24).map(Double.init)
        let same = [Double](repeating: 5, count: 30)

        #expect(RankCorrelation.finding(in: try pairs(values, values)) == .tooFewDays)
        #expect(RankCorrelation.finding(in: []) == .tooFewDays)
        #expect(
            RankCorrelation.finding(in: try pairs((1...30).map(Double.init), same)) == .constant
        )
        let infinite = values + [.infinity]
        #expect(RankCorrelation.finding(in: try pairs(infinite, infinite)) == .tooFewDays)
    }

    @Test("The order of the days does not matter")
    func order() throws {
        let days = try pairs(
            (0..<40).map { Double($0 * 11 % 17) },
            (0..<40).map { Double($0 * 5 % 13) },
            apart: 1
        )

        #expect(
            RankCorrelation.finding(in: days) == RankCorrelation.finding(in: days.reversed())
        )
    }
}
