import Foundation
import Synchronization
import Testing

@testable import SimulatedPhone

struct ManualTimelineTests {
    let timeline = ManualTimeline()
    let seen = Log()

    final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    @Test("Actions run in order of due time, then of scheduling")
    func order() {
        timeline.schedule(after: .seconds(2)) { [seen] in seen.append("c") }
        timeline.schedule(after: .seconds(1)) { [seen] in seen.append("a") }
        timeline.schedule(after: .seconds(1)) { [seen] in seen.append("b") }

        timeline.advance(by: .seconds(1))
        #expect(seen.all == ["a", "b"])
        timeline.advance(by: .seconds(1))
        #expect(seen.all == ["a", "b", "c"])
    }

    @Test("An action sees its due time, and actions that it schedules run in turn")
    func nested() {
        let start = timeline.now
        timeline.schedule(after: .seconds(5)) { [timeline, seen] in
            seen.append("\(timeline.now.timeIntervalSince(start))")
            timeline.schedule(after: .zero) { seen.append("now") }
            timeline.schedule(after: .seconds(5)) {
                seen.append("\(timeline.now.timeIntervalSince(start))")
            }
        }

        timeline.runUntilIdle()

        #expect(seen.all == ["5.0", "now", "10.0"])
        #expect(timeline.waiting == 0)
    }

    @Test("No action runs before its due time or during scheduling")
    func notEarly() {
        timeline.schedule(after: .zero) { [seen] in seen.append("x") }
        #expect(seen.all.isEmpty)
        timeline.schedule(after: .milliseconds(10)) { [seen] in seen.append("y") }
        timeline.advance(by: .milliseconds(9))
        #expect(seen.all == ["x"])
    }

    @Test("The same seed gives the same numbers")
    func randomness() {
        let (left, right) = (SeededRandomness(seed: 7), SeededRandomness(seed: 7))
        let numbers = (0..<10).map { _ in left.next() }

        #expect(numbers == (0..<10).map { _ in right.next() })
        #expect(Set(numbers).count == 10)
        #expect(SeededRandomness(seed: 0).uuid().uuidString.dropFirst(14).first == "4")
    }
}
