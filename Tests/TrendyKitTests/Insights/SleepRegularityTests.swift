import Foundation
import Testing
import TrendyKit
import TrendyModel

@Suite("Sleep regularity")
struct SleepRegularityTests {
    private static let first = 20_000

    private func days(_ count: Int) -> ClosedRange<CalendarDay> {
        let first = CalendarDay(daysSinceEpoch: Self.first)
        return first...first.advanced(by: count - 1)
    }

    /// A night that ends on a day; minutes from the midnight before it.
    private func night(_ day: Int, _ start: Int, _ end: Int) -> Range<Int> {
        let midnight = (Self.first + day) * 1440
        return midnight + start..<midnight + end
    }

    @Test("The same night every day is perfectly regular")
    func same() throws {
        let sleep = SleepRegularity(
            sessions: (0..<8).map { night($0, -60, 420) },
            days: days(8)
        )
        let usual = try #require(sleep.usual)

        #expect(sleep.index == 100)
        #expect(sleep.nights == 8)
        #expect(sleep.pairs == 7)
        #expect(abs(usual.start - 1380) < 1e-6)
        #expect(abs(usual.middle - 180) < 1e-6)
        #expect(abs(usual.end - 420) < 1e-6)
        #expect(usual.deviation < 1e-3)
    }

    @Test("A night that is an hour later each day differs in two of 24 hours")
    func shift() throws {
        let sleep = SleepRegularity(
            sessions: (0..<8).map { night($0, -240 + $0 * 60, 240 + $0 * 60) },
            days: days(8)
        )

        let index = try #require(sleep.index)
        let expected: Double = 200 * 22 / 24 - 100
        #expect(abs(index - expected) < 1e-9)
    }

    @Test("Asleep when one was awake the day before is −100")
    func reversed() {
        let sleep = SleepRegularity(
            sessions: (0..<8).map { $0 % 2 == 0 ? night($0, -720, 0) : night($0, 0, 720) },
            days: days(8)
        )

        #expect(sleep.index == -100)
    }

    @Test("The deviation of the middle is that of a circle, across midnight")
    func deviation() throws {
        // The middles are 23:30 and 00:30 in turn.
        let sleep = SleepRegularity(
            sessions: (0..<8).map { day in
                let shift = day % 2 == 0 ? -30 : 30
                return night(day, -200 + shift, 200 + shift)
            },
            days: days(8)
        )
        let usual = try #require(sleep.usual)
        let scale = 1440 / (2 * Double.pi)

        #expect(min(usual.middle, 1440 - usual.middle) < 1e-6)
        #expect((0..<1440).contains(usual.middle))
        let length: Double = cos(30 / scale)
        let expected: Double = (-2 * log(length)).squareRoot() * scale
        #expect(abs(usual.deviation - expected) < 1e-6)
        // For small differences it equals the standard deviation of a line, 30 minutes.
        #expect(abs(usual.deviation - 30) < 0.1)
    }

    @Test("A day without a night is left out, and a nap is no night")
    func missing() {
        var sessions = (0..<16).filter { $0 != 8 }.map { night($0, -60, 420) }
        sessions.append(night(8, 780, 840))
        let sleep = SleepRegularity(sessions: sessions, days: days(16))

        #expect(sleep.nights == 15)
        #expect(sleep.pairs == 13)
        // The nap of day 8 lies in the window of day 9.
        #expect((99..<100).contains(sleep.index ?? 0))
    }

    @Test("Below the smallest number of nights there is no result")
    func tooFew() {
        let six = SleepRegularity(sessions: (0..<6).map { night($0, -60, 420) }, days: days(30))
        let seven = SleepRegularity(sessions: (0..<7).map { night($0, -60, 420) }, days: days(30))

        #expect(six.index == nil && six.usual == nil && six.nights == 6)
        // Seven nights are six pairs.
        #expect(seven.index == nil && seven.usual != nil && seven.pairs == 6)
        #expect(SleepRegularity(sessions: [], days: days(30)).nights == 0)
    }

    @Test("Nights outside the days do not count")
    func outside() {
        let sleep = SleepRegularity(
            sessions: (-20..<40).map { night($0, -60, 420) },
            days: days(10)
        )

        #expect(sleep.nights == 10)
        #expect(sleep.index == 100)
    }
}
