import Testing

@testable import TrendyPostgres

struct DeadlineTests {
    @Test("A deadline in the past has passed and leaves no time")
    func past() {
        let deadline = Deadline.after(.seconds(-5))

        #expect(deadline.hasPassed)
        #expect(deadline.remaining == .zero)
        #expect(deadline.pollTimeout == 0)
    }

    @Test("A part of a millisecond is waited for as a whole one")
    func roundsUp() {
        #expect(Deadline.after(.seconds(60)).pollTimeout > 59_000)
        #expect(Deadline.after(.seconds(60)).pollTimeout <= 60_000)
        #expect(Deadline.after(.seconds(Int64.max)).pollTimeout == Int32.max)
    }
}
