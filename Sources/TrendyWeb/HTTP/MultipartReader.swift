import Foundation

/// Splits a body of `multipart/form-data` into its parts, with bounded memory.
///
/// It takes the body in pieces of any size and keeps at most ``maximumHeaderBytes`` of a part's
/// head, or one delimiter of a part's content.
///
/// Source: [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578),
/// [RFC 2046, section 5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1).
struct MultipartReader {
    /// A step through the body.
    enum Event: Equatable {
        /// A part begins.
        case part(MultipartHead)
        /// Bytes of the content of the part.
        case content([UInt8])
        /// The part ends.
        case end
    }

    /// A body that is not multipart, or exceeds a limit.
    struct Malformed: Error {}

    /// The maximum size of the fields before a part's content, in bytes.
    static let maximumHeaderBytes = 8 * 1024
    /// The maximum number of parts.
    static let maximumParts = 20
    /// The maximum length of a boundary, by RFC 2046.
    static let maximumBoundaryBytes = 70

    private enum State {
        /// Before the first delimiter.
        case preamble
        /// After a delimiter: the end of its line, or the end of the body.
        case afterDelimiter
        case head
        case content
        case epilogue
    }

    private let delimiter: [UInt8]
    private var state = State.preamble
    private var buffer: [UInt8]
    private var parts = 0

    /// Creates a reader for a content type; `nil` when it is not `multipart/form-data` with a valid
    /// boundary.
    init?(contentType: String) {
        let pieces = contentType.split(separator: ";").map { Self.trimmed($0) }
        guard pieces.first?.lowercased() == "multipart/form-data" else { return nil }
        let prefix = "boundary="
        guard let piece = pieces.first(where: { $0.lowercased().hasPrefix(prefix) }) else {
            return nil
        }
        var boundary = piece.dropFirst(prefix.count)
        if boundary.count >= 2, boundary.first == "\"", boundary.last == "\"" {
            boundary = boundary.dropFirst().dropLast()
        }
        guard (1...Self.maximumBoundaryBytes).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no line before it when there is no preamble.
        buffer = Array("\r\n".utf8)
    }

    /// Whether the last delimiter was read.
    var isComplete: Bool { state == .epilogue }

    /// Takes the next piece of the body.
    ///
    /// - Returns: the steps that it completes.
    /// - Throws: ``Malformed``.
    mutating func take(_ piece: [UInt8]) throws(Malformed) -> [Event] {
        guard state != .epilogue else { return [] }
        buffer += piece
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// Reads as far as one state reaches; returns whether another step may follow.
    private mutating func step(_ events: inout [Event]) throws(Malformed) -> Bool {
        switch state {
        case .preamble:
            guard let index = Self.index(of: delimiter, in: buffer[...]) else {
                guard buffer.count <= Self.maximumHeaderBytes else { throw Malformed() }
                return false
            }
            buffer.removeFirst(index + delimiter.count)
            state = .afterDelimiter
            return true
        case .afterDelimiter: return try endDelimiter()
        case .head: return try readHead(&events)
        case .content: return readContent(&events)
        case .epilogue:
            buffer = []
            return false
        }
    }

    private mutating func endDelimiter() throws(Malformed) -> Bool {
        // White space may follow a delimiter.
        let padding = buffer.prefix { $0 == 0x20 || $0 == 0x09 }.count
        guard padding <= Self.maximumBoundaryBytes else { throw Malformed() }
        guard buffer.count >= padding + 2 else { return false }
        let next = buffer[padding..<padding + 2]
        if padding == 0, next.elementsEqual([0x2D, 0x2D]) {
            state = .epilogue
            return true
        }
        guard next.elementsEqual([0x0D, 0x0A]) else { throw Malformed() }
        parts += 1
        guard parts <= Self.maximumParts else { throw Malformed() }
        // The line's end stays: it precedes the empty line of a part without fields.
        buffer.removeFirst(padding)
        state = .head
        return true
    }

    private mutating func readHead(_ events: inout [Event]) throws(Malformed) -> Bool {
        let emptyLine: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard let index = Self.index(of: emptyLine, in: buffer.prefix(Self.maximumHeaderBytes))
        else {
            guard buffer.count < Self.maximumHeaderBytes else { throw Malformed() }
            return false
        }
        guard let text = String(validating: buffer[..<index], as: UTF8.self) else {
            throw Malformed()
        }
        buffer.removeFirst(index + emptyLine.count)
        events.append(.part(MultipartHead(text)))
        state = .content
        return true
    }

    private mutating func readContent(_ events: inout [Event]) -> Bool {
        if let index = Self.index(of: delimiter, in: buffer[...]) {
            if index > 0 { events.append(.content(Array(buffer[..<index]))) }
            events.append(.end)
            buffer.removeFirst(index + delimiter.count)
            state = .afterDelimiter
            return true
        }
        // The end of the piece may be the start of a delimiter.
        let ready = buffer.count - (delimiter.count - 1)
        guard ready > 0 else { return false }
        events.append(.content(Array(buffer[..<ready])))
        buffer.removeFirst(ready)
        return false
    }

    /// The first index of bytes, by their rare first byte.
    private static func index(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count >= pattern.count else { return nil }
            var start = 0
            let last = bytes.count - pattern.count
            while start <= last {
                guard let found = bytes[start...last].firstIndex(of: pattern[0]) else { return nil }
                if bytes[found..<found + pattern.count].elementsEqual(pattern) { return found }
                start = found + 1
            }
            return nil
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The fields before the content of a part.
struct MultipartHead: Equatable {
    /// The name of the form's field; empty without one.
    var name = ""
    /// The name of a file without its folders; `nil` for other fields.
    var fileName: String?

    init(name: String = "", fileName: String? = nil) {
        self.name = name
        self.fileName = fileName
    }

    /// Reads the lines of the fields.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard line.lowercased().hasPrefix("content-disposition:") else { continue }
            name = Self.parameter("name", of: line) ?? ""
            fileName = Self.parameter("filename", of: line).map { path in
                String(path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "")
            }
        }
    }

    /// A quoted parameter; browsers encode quotes and line ends as `%22`, `%0D` and `%0A`.
    private static func parameter(_ name: String, of line: Substring) -> String? {
        guard let start = line.range(of: "; \(name)=\"")?.upperBound else { return nil }
        let value = line[start...].prefix { $0 != "\"" }
        return String(value).replacing("%22", with: "\"").replacing("%0D", with: "")
            .replacing("%0A", with: " ")
    }
}
