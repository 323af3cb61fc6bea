import Testing
import TrendyKit

@Suite("Time budget in the background")
struct TimeBudgetTests {
    private let clock = SteppingClock()
    private let budget: TimeBudget

    init() {
        budget = TimeBudget(clock: clock)
    }

    @Test("Without a limit, the budget exceeds any work")
    func unlimited() {
        clock.advance(by: .seconds(86_400))

        #expect(budget.remaining > .seconds(86_400))
        #expect(!budget.isOver)
    }

    @Test("A limit runs down with the clock and ends before the system's own limit")
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

    @Test("Extending adds time and never removes any")
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

    @Test("An expired budget is over at once, until time is added")
    func expiring() {
        budget.limit(to: .seconds(600))
        budget.expire()
        #expect(budget.isOver)

        budget.extend(to: .seconds(30))
        #expect(!budget.isOver)
    }
}
