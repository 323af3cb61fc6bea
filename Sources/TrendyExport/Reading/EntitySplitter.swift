import TrendyModel

/// Splits exported JSON into its entities: an array, or one object a line (NDJSON).
///
/// It takes the text in pieces of any size and keeps only an unfinished object. What it passes on
/// is balanced text; the reader of an entity validates it.
package struct EntitySplitter {
    /// The maximum size of an entity's text: the largest content and the names around it.
    package static let maximumBytes = Entity.maximumContentBytes + 64 * 1024

    /// The form of the text.
    private enum Form {
        case undecided
        case array
        case lines
        case closedArray
    }

    private var form = Form.undecided
    private var object: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// Whether a comma must precede the next object of an array.
    private var needsComma = false
    private var hasComma = false
    /// The number of bytes before the current piece.
    private var offset = 0

    /// Creates a splitter at the start of a text.
    package init() {}

    /// Takes the next piece and passes the objects that end in it to `body`.
    ///
    /// - Throws: ``EntityFileError`` for text that is not in one of the two forms, and what `body`
    ///   throws.
    package mutating func take(
        _ piece: UnsafeRawBufferPointer,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var start = 0
        for (index, byte) in piece.enumerated() {
            if depth == 0 {
                start = index
                try outside(byte, at: offset + index)
                continue
            }
            inside(byte)
            guard depth == 0 else { continue }
            try keep(piece[start...index])
            try object.withUnsafeBytes(body)
            object.removeAll(keepingCapacity: true)
            needsComma = form == .array
        }
        if depth > 0 { try keep(piece[start...]) }
        offset += piece.count
    }

    /// Ends the text.
    ///
    /// - Throws: ``EntityFileError`` when an object or the array is not complete.
    package func end() throws(EntityFileError) {
        guard depth == 0, form != .array else {
            throw EntityFileError(offset: offset, message: "The file ends too early.")
        }
    }

    private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) throws(EntityFileError) {
        guard object.count + bytes.count <= Self.maximumBytes else {
            throw EntityFileError(
                offset: offset,
                message: "An entity is longer than \(Self.maximumBytes) bytes."
            )
        }
        object.append(contentsOf: bytes)
    }

    private mutating func inside(_ byte: UInt8) {
        if isInString {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
    }

    private mutating func outside(_ byte: UInt8, at position: Int) throws(EntityFileError) {
        // A byte order mark can precede the text.
        if position < 3, [0xEF, 0xBB, 0xBF][position] == byte { return }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D:
            return
        case UInt8(ascii: "[") where form == .undecided:
            form = .array
        case UInt8(ascii: "]") where form == .array && !hasComma:
            form = .closedArray
        case UInt8(ascii: ",") where form == .array && needsComma:
            needsComma = false
            hasComma = true
        case UInt8(ascii: "{") where form != .closedArray && !needsComma:
            if form == .undecided { form = .lines }
            hasComma = false
            depth = 1
        default:
            throw EntityFileError(
                offset: position,
                message: "It is neither a JSON array of entities nor one JSON object a line."
            )
        }
    }
}
