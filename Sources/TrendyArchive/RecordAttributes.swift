import TrendyImport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The attributes of a `Record` as written, valid as long as its element.
struct RecordAttributes {
    private(set) var type: UnsafeRawBufferPointer?
    private(set) var value: UnsafeRawBufferPointer?
    private(set) var unit: UnsafeRawBufferPointer?
    private(set) var source: UnsafeRawBufferPointer?
    private(set) var version: UnsafeRawBufferPointer?
    private(set) var device: UnsafeRawBufferPointer?
    private(set) var created: UnsafeRawBufferPointer?
    private(set) var start: UnsafeRawBufferPointer?
    private(set) var end: UnsafeRawBufferPointer?
    /// Whether there are attributes of other names.
    private(set) var hasOthers = false

    /// Reads the attributes.
    init(_ element: ExportElement) {
        for attribute in element.attributes {
            if !read(attribute) { hasOthers = true }
        }
    }

    /// Whether an attribute has a place of its own.
    static func isKnown(_ name: UnsafeRawBufferPointer) -> Bool {
        let names: [StaticString] = [
            "type", "unit", "value", "device", "source", "endDate", "startDate", "sourceName",
            "recordCount", "creationDate", "sourceVersion",
        ]
        return names.contains { Self.`is`(name, $0) }
    }

    private mutating func read(_ attribute: ExportAttribute) -> Bool {
        let name = attribute.name
        // The length decides between most names.
        switch name.count {
        case 4 where Self.is(name, "type"): type = attribute.value
        case 4 where Self.is(name, "unit"): unit = attribute.value
        case 5 where Self.is(name, "value"): value = attribute.value
        case 6 where Self.is(name, "device"): device = attribute.value
        case 6 where Self.is(name, "source"): source = source ?? attribute.value
        case 7 where Self.is(name, "endDate"): end = attribute.value
        case 9 where Self.is(name, "startDate"): start = attribute.value
        case 10 where Self.is(name, "sourceName"): source = attribute.value
        case 11 where Self.is(name, "recordCount"): break
        case 12 where Self.is(name, "creationDate"): created = attribute.value
        case 13 where Self.is(name, "sourceVersion"): version = attribute.value
        default: return false
        }
        return true
    }

    private static func `is`(_ name: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard name.count == text.utf8CodeUnitCount, let start = name.baseAddress else {
            return false
        }
        return memcmp(start, text.utf8Start, name.count) == 0
    }
}
