import Testing
import TrendyModel

@testable import TrendyServer

@Suite("The delays of repeated attempts")
struct AttemptLimiterTests {
    private let start = Instant(seconds: 1_790_000_000)
    private let policy = AttemptLimiterPolicy(
        free: 3,
        firstDelay: .seconds(1),
        maximumDelay: .seconds(60),
        resetInterval: .seconds(3600)
    )

    /// A limiter whose key has used its free attempts.
    private func exhausted() -> AttemptLimiter<String> {
        var limiter = AttemptLimiter<String>(policy: policy)
        for _ in 0..<3 { _ = limiter.admit("a", at: start) }
        return limiter
    }

    @Test("The attempt after the free ones has to wait for the exact delay")
    func firstDelay() {
        var limiter = AttemptLimiter<String>(policy: policy)

        let free = (0..<3).map { _ in limiter.admit("a", at: start) }
        let shown = limiter.delay(of: "a", at: start)
        let refused = limiter.admit("a", at: start + .milliseconds(999))
        let over = limiter.delay(of: "a", at: start + .seconds(1))
        let admitted = limiter.admit("a", at: start + .seconds(1))
        let other = limiter.admit("b", at: start)

        #expect(free == [.admitted, .admitted, .admitted])
        #expect(shown == .seconds(1))
        #expect(refused == .delayed(.milliseconds(1), isFirst: true))
        #expect(over == nil)
        #expect(admitted == .admitted)
        #expect(other == .admitted)
    }

    @Test("Each admitted attempt doubles the delay, up to the maximum")
    func doubling() {
        var limiter = exhausted()
        var now = start
        var delays: [Duration] = []

        for _ in 0..<40 {
            guard let delay = limiter.delay(of: "a", at: now) else { break }
            delays.append(delay)
            now = now + delay
            _ = limiter.admit("a", at: now)
        }

        let growing: [Duration] = [1, 2, 4, 8, 16, 32, 60].map { .seconds($0) }
        #expect(Array(delays.prefix(7)) == growing)
        #expect(delays.count == 40)
        #expect(delays.dropFirst(6).allSatisfy { $0 == .seconds(60) })
    }

    @Test("Only the first refusal since an admission is marked as the first")
    func firstRefusal() {
        var limiter = exhausted()

        let refusals = (0..<3).map { _ in limiter.admit("a", at: start).isFirstRefusal }
        let admitted = limiter.admit("a", at: start + .seconds(1)).isFirstRefusal
        let next = (0..<2).map { _ in
            limiter.admit("a", at: start + .seconds(1)).isFirstRefusal
        }

        #expect(refusals == [true, false, false])
        #expect(!admitted)
        #expect(next == [true, false])
    }

    @Test("The count is reset after more than the interval without an attempt, not before")
    func reset() {
        var early = exhausted()
        var late = exhausted()

        _ = early.admit("a", at: start + .seconds(3600))
        _ = late.admit("a", at: start + .milliseconds(3_600_001))
        let counted = early.delay(of: "a", at: start + .seconds(3600))
        let fresh = late.delay(of: "a", at: start + .milliseconds(3_600_001))

        #expect(counted == .seconds(2))
        #expect(fresh == nil)
    }

    @Test("After a step back of the clock, the delay is at most the maximum")
    func clockStepBack() {
        var limiter = exhausted()
        var reset = exhausted()

        let near = limiter.admit("a", at: start - .seconds(600))
        let shown = limiter.delay(of: "a", at: start - .seconds(600))
        let far = reset.admit("a", at: start - .seconds(3601))

        #expect(near == .delayed(.seconds(60), isFirst: true))
        #expect(shown == .seconds(60))
        #expect(far == .admitted)
    }

    @Test("A refund gives back one attempt and ends the delay")
    func refund() {
        var limiter = exhausted()

        limiter.refund("a")
        let after = limiter.delay(of: "a", at: start)
        let again = limiter.admit("a", at: start)
        let delayed = limiter.delay(of: "a", at: start)
        limiter.forget("a")
        let forgotten = limiter.delay(of: "a", at: start)
        limiter.refund("a")
        let free = (0..<3).map { _ in limiter.admit("a", at: start) }

        #expect(after == nil)
        #expect(again == .admitted)
        #expect(delayed == .seconds(1))
        #expect(forgotten == nil)
        #expect(free == [.admitted, .admitted, .admitted])
    }

    @Test("Refunds of all attempts leave no debt and no credit")
    func allRefunded() {
        var limiter = AttemptLimiter<String>(policy: policy)
        _ = limiter.admit("a", at: start)

        for _ in 0..<3 { limiter.refund("a") }
        let free = (0..<3).map { _ in limiter.admit("a", at: start) }
        let delayed = limiter.delay(of: "a", at: start)

        #expect(free == [.admitted, .admitted, .admitted])
        #expect(delayed == .seconds(1))
    }
}
