package import Logging
package import TrendyModel

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The format of log lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// For people: time, level, label, message, `key=value`.
    case text
    /// For programs: one JSON object per line.
    case json
}

/// A log handler that writes one line per message, as text or JSON.
///
/// A JSON line has the members `time` (RFC 3339), `level`, `label`, `message` and, unless empty,
/// `metadata`, an object sorted by key. Both formats escape external text.
package struct LineLogHandler: LogHandler {
    /// The metadata of every line.
    package var metadata: Logger.Metadata = [:]
    /// Provides further metadata for each line.
    package var metadataProvider: Logger.MetadataProvider?
    /// The minimum level.
    package var logLevel = Logger.Level.info

    private let label: String
    private let format: LogFormat
    private let wallClock: any WallClock
    private let write: @Sendable (String) -> Void

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: the label of the logger.
    ///   - format: the format of lines.
    ///   - wallClock: the source of the lines' times.
    ///   - write: receives each line with its line feed; by default the standard error stream.
    package init(
        label: String,
        format: LogFormat,
        wallClock: any WallClock,
        write: @escaping @Sendable (String) -> Void = LineLogHandler.standardError
    ) {
        self.label = label
        self.format = format
        self.wallClock = wallClock
        self.write = write
    }

    /// Writes to the standard error stream, a line at a time.
    package static let standardError: @Sendable (String) -> Void = { line in
        // One call per line, so that lines of several threads do not interleave.
        let bytes = Array(line.utf8)
        // A failure of the error stream cannot be reported anywhere.
        _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A value of ``metadata``.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes a line.
    package func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { _, new in new } }
        if let own = event.metadata { all.merge(own) { _, new in new } }
        let time = wallClock.now().rfc3339
        switch format {
        case .text: write(text(event, all, time: time))
        case .json: write(json(event, all, time: time))
        }
    }

    private func text(_ event: LogEvent, _ all: Logger.Metadata, time: String) -> String {
        var line = "\(time) \(event.level) \(label): \(LogText.escaped("\(event.message)"))"
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            line += " \(LogText.escaped(key))=\(LogText.escaped("\(value)"))"
        }
        return line + "\n"
    }

    private func json(_ event: LogEvent, _ all: Logger.Metadata, time: String) -> String {
        var writer = JSONWriter()
        writer.raw("{\"time\":")
        writer.string(time)
        writer.raw(",\"level\":")
        writer.string(event.level.rawValue)
        writer.raw(",\"label\":")
        writer.string(label)
        writer.raw(",\"message\":")
        writer.string("\(event.message)")
        if !all.isEmpty {
            writer.raw(",\"metadata\":")
            Self.write(.dictionary(all), to: &writer)
        }
        writer.raw("}\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ value: Logger.MetadataValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let value): writer.string(value.description)
        case .array(let values):
            writer.raw("[")
            for (index, value) in values.enumerated() {
                if index > 0 { writer.raw(",") }
                write(value, to: &writer)
            }
            writer.raw("]")
        case .dictionary(let values):
            writer.raw("{")
            for (index, (key, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { writer.raw(",") }
                writer.key(key)
                write(value, to: &writer)
            }
            writer.raw("}")
        }
    }
}

/// The system's `write`, which ``LineLogHandler``'s own property hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
