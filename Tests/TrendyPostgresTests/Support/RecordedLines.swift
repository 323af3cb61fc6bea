import Logging
import Synchronization
import TrendyModel
import TrendyServer

/// The lines that a logger wrote.
final class RecordedLines: Sendable {
    private struct Clock: WallClock {
        func now() -> Instant { Instant(milliseconds: 0) }
    }

    private let list = Mutex<[String]>([])

    var lines: [String] { list.withLock { $0 } }

    func count(of text: String) -> Int { lines.count { $0.contains(text) } }

    /// A logger of the level `info` that writes here.
    var logger: Logger {
        Logger(label: "test") { label in
            LineLogHandler(label: label, format: .text, wallClock: Clock()) { line in
                self.list.withLock { $0.append(line) }
            }
        }
    }
}
