import TrendyImport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A copy of consecutive tags, so that another thread can read them later.
///
/// The parts of a tag lie within one piece of the input, which is copied at once.
struct TagBatch: ~Copyable {
    /// The size at which a batch is passed on; a larger tag has a batch of its own.
    static let sizeBytes = 256 << 10

    private struct Part {
        var offset: UInt32
        var count: UInt32

        init(_ part: UnsafeRawBufferPointer, in start: UnsafeRawPointer?, at offset: Int) {
            let distance = start.flatMap { start in part.baseAddress.map { $0 - start } } ?? 0
            self.offset = UInt32(offset + distance)
            count = UInt32(part.count)
        }
    }

    private struct Tag {
        var name: Part
        /// The number of attributes; `nil` for an end tag.
        var attributes: UInt16?
        var isEmpty: Bool
    }

    private var bytes: [UInt8] = []
    private var tags: [Tag] = []
    private var parts: [Part] = []
    private var attributes: [ExportAttribute] = []

    /// Whether the batch should be passed on.
    var isFull: Bool { bytes.count >= Self.sizeBytes }
    /// Whether the batch has no tags.
    var isEmpty: Bool { tags.isEmpty }

    /// Appends a start tag.
    mutating func append(_ element: ExportElement) {
        let start = element.name.baseAddress
        let offset = bytes.count
        let last = element.attributes.last?.value ?? element.name
        let end = last.baseAddress.map { $0 + last.count }
        if let start, let end, end > start {
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: end - start))
        }
        for attribute in element.attributes {
            parts.append(Part(attribute.name, in: start, at: offset))
            parts.append(Part(attribute.value, in: start, at: offset))
        }
        tags.append(
            Tag(
                name: Part(element.name, in: start, at: offset),
                attributes: UInt16(element.attributes.count),
                isEmpty: element.isEmpty
            )
        )
    }

    /// Appends an end tag.
    mutating func append(close name: UnsafeRawBufferPointer) {
        let offset = bytes.count
        bytes.append(contentsOf: name)
        tags.append(
            Tag(name: Part(name, in: name.baseAddress, at: offset), attributes: nil, isEmpty: false)
        )
    }

    /// Removes all tags and keeps the memory, unless a large tag needed much.
    mutating func clear() {
        let keeps = bytes.capacity <= 2 * Self.sizeBytes
        bytes.removeAll(keepingCapacity: keeps)
        tags.removeAll(keepingCapacity: keeps)
        parts.removeAll(keepingCapacity: keeps)
    }

    /// Passes all tags to a writer.
    mutating func write(to writer: inout SampleWriter) throws {
        var next = 0
        let (tags, parts) = (tags, parts)
        var attributes = attributes
        try bytes.withUnsafeBytes { bytes in
            func slice(_ part: Part) -> UnsafeRawBufferPointer {
                let offset = Int(part.offset)
                return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + Int(part.count)])
            }
            for tag in tags {
                guard let count = tag.attributes.map({ Int($0) }) else {
                    try writer.close(slice(tag.name))
                    continue
                }
                attributes.removeAll(keepingCapacity: true)
                for index in next..<next + count {
                    attributes.append(
                        ExportAttribute(
                            name: slice(parts[2 * index]),
                            value: slice(parts[2 * index + 1])
                        )
                    )
                }
                next += count
                try attributes.withUnsafeBufferPointer { attributes in
                    try writer.open(
                        ExportElement(
                            name: slice(tag.name),
                            isEmpty: tag.isEmpty,
                            attributes: attributes
                        )
                    )
                }
            }
        }
        self.attributes = attributes
    }
}
