import NIOCore
import Testing
import TrendyServer

@Suite("Deadlines of a connection")
struct ConnectionTimeoutTests {
    private var limits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.headTimeout = .seconds(10)
        limits.idleTimeout = .seconds(60)
        limits.bodyWindow = .seconds(30)
        limits.minimumBodyRate = 1024
        return limits
    }

    private func time(_ seconds: Int64) -> NIODeadline {
        .uptimeNanoseconds(1) + .seconds(seconds)
    }

    @Test("The first head has 10 s, later heads 60 s after a response, a response has no limit")
    func heads() {
        var timeouts = RequestTimeouts(limits: limits, now: time(0))
        #expect(timeouts.deadline == time(10))
        timeouts.headReceived(now: time(1))
        timeouts.endReceived(now: time(2))
        #expect(timeouts.deadline == nil)
        timeouts.responseEnded(now: time(500))
        #expect(timeouts.deadline == time(560))
    }

    @Test("A too slow body times out after its window")
    func drip() {
        var timeouts = RequestTimeouts(limits: limits, now: time(0))
        timeouts.headReceived(now: time(1))
        for second in Int64(2)..<31 { timeouts.bodyReceived(1, now: time(second)) }
        #expect(timeouts.deadline == time(31))
    }

    @Test("A body at the minimum rate continues for any number of windows")
    func slowBody() {
        var timeouts = RequestTimeouts(limits: limits, now: time(0))
        timeouts.headReceived(now: time(0))
        for second in Int64(1)...300 { timeouts.bodyReceived(1024, now: time(second)) }
        #expect(timeouts.deadline == time(330))
    }

    @Test("A response before the body's end does not remove the body's deadline")
    func earlyResponse() {
        var timeouts = RequestTimeouts(limits: limits, now: time(0))
        timeouts.headReceived(now: time(0))
        timeouts.responseEnded(now: time(1))
        #expect(timeouts.deadline == time(30))
        timeouts.endReceived(now: time(2))
        #expect(timeouts.deadline == time(62))
    }

    @Test("Time in which the server does not read does not count")
    func paused() {
        var timeouts = RequestTimeouts(limits: limits, now: time(0))
        timeouts.headReceived(now: time(0))
        timeouts.readingPaused(now: time(10))
        #expect(timeouts.deadline == nil)
        timeouts.readingResumed(now: time(100))
        #expect(timeouts.deadline == time(120))
    }

    @Test("Pending bytes are no stall while the client takes some between two checks")
    func writes() {
        var progress = WriteProgress()
        progress.wrote(100)
        let (first, second) = (progress.didFlush(), progress.didFlush())
        #expect(first)
        #expect(!second)
        let after60 = progress.check(waiting: 60)
        #expect(after60 == .progressing)
        progress.wrote(10)
        let after70 = progress.check(waiting: 70)
        #expect(after70 == .stalled)
    }

    @Test("A flush without new bytes starts no check")
    func emptyFlush() {
        var progress = WriteProgress()
        let empty = progress.didFlush()
        progress.wrote(1)
        let first = progress.didFlush()
        let done = progress.check(waiting: 0)
        let again = progress.didFlush()

        #expect(!empty)
        #expect(first)
        #expect(done == .done)
        #expect(!again)
    }

    @Test("After all bytes were taken, the next flush starts a new check")
    func writesDone() {
        var progress = WriteProgress()
        progress.wrote(100)
        _ = progress.didFlush()
        let after0 = progress.check(waiting: 0)
        #expect(after0 == .done)
        progress.wrote(5)
        _ = progress.didFlush()
        let after5 = progress.check(waiting: 5)
        #expect(after5 == .stalled)
    }
}
