import TrendyModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A streaming tokenizer for the tags of an export, tolerant of the known defects of exports.
///
/// It allocates nothing per tag. The document type is skipped (iOS 16 wrote a malformed one),
/// control characters count as white space, and text between tags is ignored. A malformed tag is
/// reported and skipped. Each byte is examined a bounded number of times.
struct XMLTokenizer: ~Copyable {
    enum Token {
        /// A start tag; an empty element has no end tag.
        case open(isEmpty: Bool)
        case close
        /// A malformed tag.
        case damaged
        /// The end of the text; truncated when it is inside a tag.
        case end(isTruncated: Bool)
    }

    typealias Attribute = ExportAttribute

    private enum Scan {
        case token(Token)
        /// Skipped markup, such as a comment, up to its closing text.
        case nothing(from: Int, closing: StaticString)
        case incomplete
    }

    /// The maximum size of a tag; the largest in real exports has 3 KB.
    private static let capacity = 1 << 20
    /// The maximum number of attributes of a tag; a tag with more is malformed.
    ///
    /// This bounds how often a byte is examined, because scanning resumes after a malformed tag's
    /// first byte.
    private static let maximumAttributes = 64
    /// The maximum number of bytes of a text that are kept.
    private static let maximumTextBytes = 4096

    private var stream: any ExportStream
    private let buffer: UnsafeMutablePointer<UInt8>
    private let attributeBuffer: UnsafeMutablePointer<Attribute>
    private var position = 0
    private var limit = 0
    private var isAtEnd = false
    /// The offset of the buffer's first byte in the input.
    private var baseOffset: Int64 = 0
    /// The part of a text that is no longer in the buffer; `nil` when texts are not kept.
    private let heldText: UnsafeMutablePointer<UInt8>?
    private var heldTextCount = 0
    /// The offset of the first byte of the text that is still in the buffer.
    private var textOffset: Int64 = 0
    /// The number of line ends before an offset.
    private var lineEnds = (count: 0, before: Int64(0))

    /// The offset of the tag.
    private(set) var tagOffset: Int64 = 0
    /// The tag's name, valid until the next token.
    private(set) var name = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var attributeCount = 0
    /// The text between this tag and the one before it, including comments and CDATA sections as
    /// written.
    ///
    /// Truncated when long; valid until the next token.
    private(set) var text = UnsafeRawBufferPointer(start: nil, count: 0)

    /// Starts before the first tag.
    ///
    /// - `keepsText`: whether ``text`` and ``line`` are available, which costs a pass over every
    ///   byte. Otherwise text between tags is ignored.
    init(_ stream: any ExportStream, keepsText: Bool = false) {
        self.stream = stream
        heldText = keepsText ? .allocate(capacity: Self.maximumTextBytes) : nil
        buffer = .allocate(capacity: Self.capacity)
        attributeBuffer = .allocate(capacity: Self.maximumAttributes)
    }

    deinit {
        buffer.deallocate()
        attributeBuffer.deallocate()
        heldText?.deallocate()
    }

    /// The number of bytes read so far.
    var offset: Int64 { baseOffset + Int64(position) }

    /// An attribute of the start tag by index.
    func attribute(_ index: Int) -> Attribute { attributeBuffer[index] }

    /// The start tag as a value, valid until the next token.
    func element(isEmpty: Bool) -> ExportElement {
        ExportElement(
            name: name,
            isEmpty: isEmpty,
            attributes: UnsafeBufferPointer(start: attributeBuffer, count: attributeCount)
        )
    }

    /// The value of an attribute; `nil` when the tag does not have it.
    func value(of attribute: StaticString) -> UnsafeRawBufferPointer? {
        for index in 0..<attributeCount where attributeBuffer[index].name.equals(attribute) {
            return attributeBuffer[index].value
        }
        return nil
    }

    /// The line of the tag, from 1; valid only when texts are kept.
    var line: Int { lineEnds.count + countLineEnds(upTo: tagOffset) + 1 }

    /// Advances to the next tag.
    mutating func next() throws(ImportError) -> Token {
        beginText()
        while true {
            guard let found = memchr(buffer + position, 0x3C, limit - position) else {
                position = limit
                if try !refill(keeping: limit) { return .end(isTruncated: false) }
                continue
            }
            let start = found.assumingMemoryBound(to: UInt8.self) - buffer
            position = start
            tagOffset = baseOffset + Int64(start)
            endText(start)
            switch scanTag(start) {
            case .token(let token):
                return token
            case .nothing(let start, let closing):
                if try !pass(start, closing: closing) { return endInsideTag() }
            case .incomplete:
                if isAtEnd { return endInsideTag() }
                // A tag that fills the whole buffer is malformed.
                if limit - start == Self.capacity { return damage(start) }
                _ = try refill(keeping: start)
            }
        }
    }

    private mutating func endInsideTag() -> Token {
        position = limit
        return .end(isTruncated: true)
    }

    private mutating func scanTag(_ start: Int) -> Scan {
        guard start + 1 < limit else {
            name = slice(start, start)
            return .incomplete
        }
        switch buffer[start + 1] {
        case 0x3F:
            return .nothing(from: start + 2, closing: "?>")
        case 0x21:
            return scanDeclaration(start)
        case 0x2F:
            var close = start + 2
            while close < limit, buffer[close] != 0x3E, buffer[close] != 0x3C { close += 1 }
            var last = close
            while last > start + 2, buffer[last - 1] <= 0x20 { last -= 1 }
            name = slice(start + 2, last)
            guard close < limit else { return .incomplete }
            guard buffer[close] == 0x3E else { return .token(damage(start)) }
            position = close + 1
            return .token(.close)
        default:
            return scanStartTag(start)
        }
    }

    private mutating func scanStartTag(_ start: Int) -> Scan {
        var cursor = start + 1
        while cursor < limit, buffer[cursor] > 0x20, buffer[cursor] != 0x3E,
            buffer[cursor] != 0x2F, buffer[cursor] != 0x3C
        {
            cursor += 1
        }
        name = slice(start + 1, cursor)
        attributeCount = 0
        guard cursor < limit else { return .incomplete }
        while true {
            while cursor < limit, buffer[cursor] <= 0x20 { cursor += 1 }
            guard cursor < limit else { return .incomplete }
            if buffer[cursor] == 0x3E {
                position = cursor + 1
                return .token(.open(isEmpty: false))
            }
            if buffer[cursor] == 0x2F {
                guard cursor + 1 < limit else { return .incomplete }
                guard buffer[cursor + 1] == 0x3E else { return .token(damage(start)) }
                position = cursor + 2
                return .token(.open(isEmpty: true))
            }
            // Exports of iOS 8 contain attribute names with spaces: a name extends to its equals
            // sign.
            let nameStart = cursor
            while cursor < limit, buffer[cursor] != 0x3D {
                if buffer[cursor] == 0x3E || buffer[cursor] == 0x3C { return .token(damage(start)) }
                cursor += 1
            }
            guard cursor + 1 < limit else { return .incomplete }
            let quote = buffer[cursor + 1]
            guard quote == 0x22 || quote == 0x27 else { return .token(damage(start)) }
            let valueStart = cursor + 2
            guard valueStart <= limit,
                let found = memchr(buffer + valueStart, Int32(quote), limit - valueStart)
            else { return .incomplete }
            let valueEnd = found.assumingMemoryBound(to: UInt8.self) - buffer
            guard attributeCount < Self.maximumAttributes else { return .token(damage(start)) }
            attributeBuffer[attributeCount] = Attribute(
                name: slice(nameStart, cursor),
                value: slice(valueStart, valueEnd)
            )
            attributeCount += 1
            cursor = valueEnd + 1
        }
    }

    /// Determines how a comment or the document type ends; both are skipped.
    private mutating func scanDeclaration(_ start: Int) -> Scan {
        name = slice(start + 1, min(start + 4, limit))
        guard start + 4 <= limit else { return .incomplete }
        if buffer[start + 2] == 0x2D, buffer[start + 3] == 0x2D {
            return .nothing(from: start + 4, closing: "-->")
        }
        var cursor = start + 1
        while cursor < limit {
            switch buffer[cursor] {
            case 0x5B: return .nothing(from: cursor, closing: "]>")
            case 0x3E: return .nothing(from: cursor, closing: ">")
            case 0x3C: return .token(damage(start))
            default: cursor += 1
            }
        }
        return .incomplete
    }

    /// Skips input up to a closing text of any distance; returns `false` when the input ends first.
    private mutating func pass(
        _ start: Int,
        closing text: StaticString
    ) throws(ImportError) -> Bool {
        let length = text.utf8CodeUnitCount
        var start = start
        while true {
            var cursor = start
            while cursor < limit, let found = memchr(buffer + cursor, 0x3E, limit - cursor) {
                cursor = found.assumingMemoryBound(to: UInt8.self) - buffer + 1
                if cursor - length >= start, slice(cursor - length, cursor).equals(text) {
                    position = cursor
                    return true
                }
            }
            // Discard the skipped bytes except those that may begin the closing text.
            name = slice(0, 0)
            guard try refill(keeping: max(start, limit - length + 1)) else { return false }
            start = 0
        }
    }

    private mutating func damage(_ start: Int) -> Token {
        position = start + 1
        return .damaged
    }

    /// Reads more input, keeping the bytes from `start`; returns `false` at the end.
    private mutating func refill(keeping start: Int) throws(ImportError) -> Bool {
        if heldText != nil { holdText(before: start) }
        guard !isAtEnd else { return false }
        let rest = limit - start
        if start > 0, rest > 0 { memmove(buffer, buffer + start, rest) }
        baseOffset += Int64(start)
        position = 0
        limit = rest
        let free = UnsafeMutableRawBufferPointer(
            start: buffer + limit,
            count: Self.capacity - limit
        )
        let count = try stream.read(into: free)
        limit += count
        isAtEnd = count == 0
        return true
    }

    /// Starts a new text after a tag; after a comment the text continues.
    private mutating func beginText() {
        guard !name.isEmpty else { return }
        textOffset = offset
        heldTextCount = 0
    }

    private mutating func endText(_ end: Int) {
        guard let heldText else { return }
        let start = Int(textOffset - baseOffset)
        if heldTextCount == 0 {
            text = slice(start, min(end, start + Self.maximumTextBytes))
        } else {
            hold(start, end)
            text = UnsafeRawBufferPointer(start: heldText, count: heldTextCount)
        }
    }

    /// Saves the text that the next refill discards, and counts its lines.
    private mutating func holdText(before start: Int) {
        let end = baseOffset + Int64(start)
        lineEnds.count += countLineEnds(upTo: end)
        lineEnds.before = max(lineEnds.before, end)
        hold(Int(textOffset - baseOffset), start)
    }

    private mutating func hold(_ start: Int, _ end: Int) {
        guard let heldText, end > start else { return }
        let count = min(end - start, Self.maximumTextBytes - heldTextCount)
        memcpy(heldText + heldTextCount, buffer + start, count)
        heldTextCount += count
        textOffset = baseOffset + Int64(end)
    }

    /// The number of uncounted line ends up to an offset in the buffer.
    private func countLineEnds(upTo end: Int64) -> Int {
        var cursor = Int(lineEnds.before - baseOffset)
        let end = Int(end - baseOffset)
        var count = 0
        while cursor < end, let found = memchr(buffer + cursor, 0x0A, end - cursor) {
            cursor = found.assumingMemoryBound(to: UInt8.self) - buffer + 1
            count += 1
        }
        return count
    }

    private func slice(_ start: Int, _ end: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer + start, count: end - start)
    }
}
