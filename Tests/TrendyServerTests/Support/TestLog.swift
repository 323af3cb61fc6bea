import Logging
import Synchronization

/// Records log messages.
final class TestLog: Sendable {
    struct Entry: Sendable {
        let level: Logger.Level
        let message: String
        let metadata: String
    }

    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    /// All messages with their metadata.
    var text: String { entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n") }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(log: self) }
        logger.logLevel = .info
        return logger
    }

    private struct Handler: LogHandler {
        let log: TestLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let entry = Entry(
                level: event.level,
                message: event.message.description,
                metadata: all.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
            )
            log.state.withLock { $0.append(entry) }
        }
    }
}
