import TrendyModel
import TrendyWire

/// An incremental decoder for server-sent events (HTML standard, section 9.2.6) that returns only
/// the data of each event.
struct EventStreamDecoder {
    /// The maximum length of a line, and of the data of one event.
    static let maximumBytes = 64 * 1024

    private var line: [UInt8] = []
    private var data: [UInt8]?
    private var endedWithReturn = false

    init() {}

    /// Decodes a piece of input and returns the data of the events that it completes.
    mutating func decode(_ piece: [UInt8]) throws(JSONError) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for byte in piece {
            // A line ends with CR, LF or both.
            if byte == UInt8(ascii: "\n"), endedWithReturn {
                endedWithReturn = false
                continue
            }
            endedWithReturn = byte == UInt8(ascii: "\r")
            guard endedWithReturn || byte == UInt8(ascii: "\n") else {
                guard line.count + (data?.count ?? 0) < Self.maximumBytes else {
                    throw JSONError(offset: Self.maximumBytes, message: "An event is too long")
                }
                line.append(byte)
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() -> [UInt8]? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer { data = nil }
            return data
        }
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        guard name.elementsEqual("data".utf8) else { return nil }
        var value = line.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if data == nil {
            data = Array(value)
        } else {
            data?.append(UInt8(ascii: "\n"))
            data?.append(contentsOf: value)
        }
        return nil
    }
}
