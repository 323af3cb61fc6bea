import Testing
import TrendyKit

@Suite("The time in the background")
struct TimeBudgetTests {
    private let clock = SteppingClock()
    private let budget: TimeBudget

    init() {
        budget = TimeBudget(clock: clock)
    }

    @Test("Without a limit there is more than any work takes")
    func unlimited() {
        clock.advance(by: .seconds(86_400))

        #expect(budget.remaining > .seconds(86_400))
        #expect(!budget.isOver)
    }

    @Test("A limit runs down with the clock, and is over before the system's patience is")
    func limit() {
        budget.limit(to: .seconds(30))
        #expect(budget.remaining == .seconds(30) - TimeBudget.reserve)

        clock.advance(by: .seconds(24))
        #expect(!budget.isOver)
        clock.advance(by: .seconds(1))
        #expect(budget.isOver)

        budget.limit(to: nil)
        #expect(!budget.isOver)
    }

    @Test("More time is added, less is not taken away")
    func extending() {
        budget.extend(to: .seconds(30))
        #expect(!budget.isOver)
        budget.limit(to: .seconds(20))

        budget.extend(to: .seconds(10))
        #expect(budget.remaining == .seconds(20) - TimeBudget.reserve)
        budget.extend(to: .seconds(40))
        #expect(budget.remaining == .seconds(40) - TimeBudget.reserve)
        budget.extend(to: nil)
        #expect(budget.remaining > .seconds(86_400))
    }

    @Test("What has expired is over at once, until more is given")
    func expiring() {
        budget.limit(to: .seconds(600))
        budget.expire()
        #expect(budget.isOver)

        budget.extend(to: .seconds(30))
        #expect(!budget.isOver)
    }
}
