/// Splits a stream of bytes into lines of a limited length.
package struct LineSplitter: Sendable {
    /// A line of the stream.
    package enum Line: Sendable, Equatable {
        /// A line without its end.
        case text([UInt8])
        /// A line longer than the limit, whose bytes are dropped.
        case tooLong
    }

    private let maximumBytes: Int
    private var buffer: [UInt8] = []
    private var isSkipping = false
    /// The complete lines that have not been taken.
    package private(set) var lines: [Line] = []

    /// Creates a splitter.
    ///
    /// - Parameter maximumBytes: the maximum length of a line.
    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Adds bytes of the stream.
    package mutating func add(_ bytes: some Collection<UInt8>) {
        for part in bytes.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        ).enumerated() {
            if part.offset > 0 { endLine() }
            guard !isSkipping else { continue }
            if buffer.count + part.element.count > maximumBytes {
                isSkipping = true
                buffer.removeAll()
            } else {
                buffer.append(contentsOf: part.element)
            }
        }
    }

    /// Ends the stream; bytes after the last line end are a line.
    package mutating func finish() {
        if isSkipping || !buffer.isEmpty { endLine() }
    }

    /// Takes the first line; `nil` when none is complete.
    package mutating func next() -> Line? {
        lines.isEmpty ? nil : lines.removeFirst()
    }

    private mutating func endLine() {
        if isSkipping {
            lines.append(.tooLong)
        } else {
            if buffer.last == UInt8(ascii: "\r") { buffer.removeLast() }
            lines.append(.text(buffer))
        }
        buffer.removeAll(keepingCapacity: true)
        isSkipping = false
    }
}
