import Logging
import Synchronization
import TrendyModel
import TrendyServer

/// Recorded log lines of a server, for which a test can wait.
final class RecordedLog: Sendable {
    private struct State {
        var lines: [String] = []
        var waiting: [Int: (text: String, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state = Mutex(State())

    /// Creates a logger that records its lines here.
    func logger(
        level: Logger.Level = .info,
        format: LogFormat = .text,
        clock: any WallClock = TestClock()
    ) -> Logger {
        var logger = Logger(label: "test") { label in
            LineLogHandler(label: label, format: format, wallClock: clock) { self.add($0) }
        }
        logger.logLevel = level
        return logger
    }

    var lines: [String] { state.withLock { $0.lines } }

    func count(of text: String) -> Int { lines.count { $0.contains(text) } }

    /// Waits for a line that contains the text.
    func waitForLine(with text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.contains(where: { $0.contains(text) }) { return true }
                state.waiting[state.waiting.count] = (text, continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func add(_ line: String) {
        let woken = state.withLock { state in
            state.lines.append(line)
            let due = state.waiting.filter { line.contains($0.value.text) }
            for key in due.keys { state.waiting[key]?.text = "\u{0}" }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
