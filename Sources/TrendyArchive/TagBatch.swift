import TrendyImport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A copy of consecutive tags, so that another thread can read them later.
///
/// The parts of a tag lie within one piece of the input, which is copied at once; the places of the
/// parts are kept as offsets. It manages its memory itself, because appending to arrays part by
/// part took longer than reading the tags.
struct TagBatch: ~Copyable {
    /// The size at which a batch is passed on.
    static let sizeBytes = 256 << 10
    /// The words of a tag besides those of its attributes: what it is, and its name.
    private static let tagWords = 3
    /// The words of an attribute: offset and length of name and value.
    private static let attributeWords = 4

    private enum Kind: UInt32 {
        case open, empty, close
    }

    private var bytes: UnsafeMutableRawBufferPointer
    private var byteCount = 0
    private var words: UnsafeMutableBufferPointer<UInt32>
    private var wordCount = 0
    private var attributes: UnsafeMutableBufferPointer<ExportAttribute>

    init() {
        bytes = .allocate(byteCount: Self.sizeBytes + (16 << 10), alignment: 8)
        words = .allocate(capacity: 32 << 10)
        attributes = .allocate(capacity: 64)
    }

    deinit {
        bytes.deallocate()
        words.deallocate()
        attributes.deallocate()
    }

    /// Whether the batch should be passed on.
    var isFull: Bool { byteCount >= Self.sizeBytes }

    /// Appends a start tag.
    mutating func append(_ element: ExportElement) {
        let count = element.attributes.count
        let last = count > 0 ? element.attributes[count - 1].value : element.name
        let start = UInt(bitPattern: element.name.baseAddress)
        let length = Int(UInt(bitPattern: last.baseAddress) &- start) + last.count
        reserve(bytes: length, words: Self.tagWords + count * Self.attributeWords)
        append(element.isEmpty ? .empty : .open, attributes: count)
        place(element.name, tagStart: start)
        for attribute in element.attributes {
            place(attribute.name, tagStart: start)
            place(attribute.value, tagStart: start)
        }
        copy(element.name.baseAddress, length)
    }

    /// Appends an end tag.
    mutating func append(close name: UnsafeRawBufferPointer) {
        reserve(bytes: name.count, words: Self.tagWords)
        append(.close, attributes: 0)
        place(name, tagStart: UInt(bitPattern: name.baseAddress))
        copy(name.baseAddress, name.count)
    }

    /// Removes all tags.
    mutating func clear() {
        byteCount = 0
        wordCount = 0
    }

    /// Passes all tags to a writer.
    mutating func write(to writer: inout SampleWriter) throws {
        var next = 0
        while next < wordCount {
            let head = words[next]
            let name = part(next + 1)
            next += Self.tagWords
            switch Kind(rawValue: head & 3) {
            case .close?, nil:
                try writer.close(name)
            case .open?, .empty?:
                let count = Int(head >> 2)
                if count > attributes.count {
                    attributes.deallocate()
                    attributes = .allocate(capacity: count)
                }
                for index in 0..<count {
                    let attribute = ExportAttribute(name: part(next), value: part(next + 2))
                    attributes.initializeElement(at: index, to: attribute)
                    next += Self.attributeWords
                }
                try writer.open(
                    ExportElement(
                        name: name,
                        isEmpty: head & 3 == Kind.empty.rawValue,
                        attributes: UnsafeBufferPointer(rebasing: attributes[..<count])
                    )
                )
            }
        }
    }

    private mutating func append(_ kind: Kind, attributes: Int) {
        words[wordCount] = kind.rawValue | UInt32(attributes) << 2
        wordCount += 1
    }

    /// Notes where a part is after the tag was copied.
    private mutating func place(_ part: UnsafeRawBufferPointer, tagStart: UInt) {
        let offset = UInt(bitPattern: part.baseAddress) &- tagStart
        words[wordCount] = part.isEmpty ? 0 : UInt32(byteCount + Int(offset))
        words[wordCount + 1] = UInt32(part.count)
        wordCount += 2
    }

    private mutating func copy(_ start: UnsafeRawPointer?, _ length: Int) {
        guard let start, let target = bytes.baseAddress, length > 0 else { return }
        memcpy(target + byteCount, start, length)
        byteCount += length
    }

    private func part(_ index: Int) -> UnsafeRawBufferPointer {
        let offset = Int(words[index])
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(words[index + 1])])
    }

    /// Makes room for a tag.
    ///
    /// Tags are limited to 1 MiB by the tokenizer, and a batch is passed on when it is full.
    private mutating func reserve(bytes moreBytes: Int, words moreWords: Int) {
        if byteCount + moreBytes > bytes.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: (byteCount + moreBytes) * 2,
                alignment: 8
            )
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
            bytes.deallocate()
            bytes = larger
        }
        if wordCount + moreWords > words.count {
            let larger = UnsafeMutableBufferPointer<UInt32>.allocate(
                capacity: (wordCount + moreWords) * 2
            )
            _ = larger.initialize(from: words[..<wordCount])
            words.deallocate()
            words = larger
        }
    }
}
