import TrendyImport
import TrendyModel

/// Builds the JSON of an element with everything inside it, such as a workout with its statistics.
///
/// The attributes are strings as written, except that dates are in UTC and devices have no address.
/// Metadata of the element itself is the object `metadata`; other elements inside are the array
/// `children`, each with its name as `element`.
struct ElementJSON {
    /// The maximum size of an element's parts as JSON in bytes; further parts are left out.
    static let maximumBytes = 1 << 20
    private static let maximumDepth = 8

    private var attributes = JSONWriter()
    private var metadata = JSONWriter()
    private var children = JSONWriter()
    /// For each open child, whether it has children itself.
    private var open: [Bool] = []
    /// The number of open children that were left out.
    private var skipped = 0

    /// Starts with the attributes of the element itself.
    mutating func begin(_ element: ExportElement, dates: inout ExportDates) {
        attributes.removeAll()
        metadata.removeAll()
        children.removeAll()
        open.removeAll(keepingCapacity: true)
        skipped = 0
        write(element, to: &attributes, dates: &dates)
    }

    /// Appends a child; returns `false` when it is left out, because the element is too large.
    mutating func append(_ element: ExportElement, dates: inout ExportDates) -> Bool {
        let size = attributes.bytes.count + metadata.bytes.count + children.bytes.count
        guard skipped == 0, open.count < Self.maximumDepth, size < Self.maximumBytes else {
            if !element.isEmpty { skipped += 1 }
            return false
        }
        if open.isEmpty, element.isEmpty, element.name.equals("MetadataEntry"),
            let key = element.value(of: "key"), let value = element.value(of: "value")
        {
            if !metadata.bytes.isEmpty { metadata.raw(",") }
            metadata.key(xmlText(key))
            metadata.string(xmlText(value))
            return true
        }
        if let last = open.indices.last {
            children.raw(open[last] ? "," : ",\"children\":[")
            open[last] = true
        } else if !children.bytes.isEmpty {
            children.raw(",")
        }
        children.raw("{\"element\":")
        children.string(xmlText(element.name))
        if !element.attributes.isEmpty { children.raw(",") }
        write(element, to: &children, dates: &dates)
        if element.isEmpty { children.raw("}") } else { open.append(false) }
        return true
    }

    /// Leaves out a child on purpose.
    mutating func skip(_ element: ExportElement) {
        if !element.isEmpty { skipped += 1 }
    }

    /// Closes the innermost open child.
    mutating func close() {
        if skipped > 0 {
            skipped -= 1
        } else if let hasChildren = open.popLast() {
            children.raw(hasChildren ? "]}" : "}")
        }
    }

    /// The JSON of the whole element.
    mutating func finish() -> String {
        skipped = 0
        while !open.isEmpty { close() }
        var writer = JSONWriter(capacity: attributes.bytes.count + children.bytes.count + 40)
        writer.raw("{")
        writer.raw(attributes.bytes)
        for (name, part, start, end) in [
            ("metadata", metadata, "{", "}"), ("children", children, "[", "]"),
        ] where !part.bytes.isEmpty {
            if writer.bytes.count > 1 { writer.raw(",") }
            writer.key(name)
            writer.raw(start.utf8)
            writer.raw(part.bytes)
            writer.raw(end.utf8)
        }
        writer.raw("}")
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(
        _ element: ExportElement,
        to writer: inout JSONWriter,
        dates: inout ExportDates
    ) {
        var isFirst = true
        for attribute in element.attributes {
            if !isFirst { writer.raw(",") }
            isFirst = false
            writer.key(xmlText(attribute.name))
            if attribute.name.equals("device") {
                writer.string(OriginTable.text(ofDevice: attribute.value))
            } else if Self.isDate(attribute.name), let instant = dates.parse(attribute.value) {
                writer.string(instant.rfc3339.replacing(".000Z", with: "Z"))
            } else {
                writer.string(xmlText(attribute.value))
            }
        }
    }

    private static func isDate(_ name: UnsafeRawBufferPointer) -> Bool {
        guard name.count >= 4 else { return false }
        let end = UnsafeRawBufferPointer(rebasing: name.suffix(4))
        return end.equals("Date") || end.equals("date")
    }
}
