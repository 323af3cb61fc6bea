/// Validates an event's content in place and extracts its keys, without decoding a document.
///
/// It accepts only canonical, obviously valid content, which devices send. ``Document`` and its
/// validation decide about all other content.
package struct EventScan: Sendable, Equatable {
    /// The indexed fields.
    package private(set) var keys = EntityKeys()

    /// Scans the content of an event; `nil` when only full validation can decide.
    package init?(_ content: RawJSON) {
        let isPlain = content.utf8.withUnsafeBytes { bytes in
            // A line break can only be white space between tokens, which is not canonical.
            guard !bytes.contains(where: { $0 < 0x20 }) else { return false }
            var scanner = JSONScanner(bytes)
            do throws(JSONError) {
                return try read(&scanner)
            } catch {
                return false
            }
        }
        guard isPlain, keys.eventTypeID != nil, keys.timestamp != nil else { return nil }
    }

    private mutating func read(_ scanner: inout JSONScanner) throws(JSONError) -> Bool {
        var previous = UnsafeRawBufferPointer(start: nil, count: 0)
        var end: Instant?
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            guard !name.contains(UInt8(ascii: "\\")), previous.precedes(name) else { return false }
            previous = name
            let value = scanner.slice(try scanner.skipValue())
            guard value.first != UInt8(ascii: "n"), try isValid(name, value, end: &end) else {
                return false
            }
        }
        try scanner.end()
        if let end, let timestamp = keys.timestamp { return end >= timestamp }
        return true
    }

    private mutating func isValid(
        _ name: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer,
        end: inout Instant?
    ) throws(JSONError) -> Bool {
        if name.equals("event_type_id") {
            keys.eventTypeID = unquoted(value).flatMap { EntityID(utf8: $0) }
            return true
        }
        if name.equals("timestamp") {
            keys.timestamp = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
            return true
        }
        if name.equals("end_date") {
            end = unquoted(value).flatMap { Instant(rfc3339UTF8: $0) }
            return end != nil
        }
        if name.equals("is_all_day") { return value.equals("true") || value.equals("false") }
        if name.equals("evidence") { return try isEvidence(value) }
        if name.equals("properties") { return try areProperties(value) }
        if name.equals("source_type") {
            guard let text = unquoted(value),
                text.equals("healthkit") || text.equals("manual") || text.equals("imported")
                    || text.equals("geofence")
            else { return false }
            keys.sourceType = String(decoding: text, as: UTF8.self)
            return true
        }
        if name.equals("healthkit_category") || name.equals("natural_key")
            || name.equals("time_zone") || name.equals("external_id") || name.equals("notes")
        {
            return isShortText(value)
        }
        // Other known fields are rare and need decoding; unknown fields are preserved.
        return !Self.fieldsThatNeedDecoding.contains { name.equals($0) }
    }

    private static let fieldsThatNeedDecoding: [StaticString] = [
        "geofence_id", "location_latitude", "location_longitude", "location_name",
        "original_title", "id", "version", "created_at", "updated_at", "deleted_at",
    ]

    private func isShortText(_ value: UnsafeRawBufferPointer) -> Bool {
        value.count <= 400 && unquoted(value) != nil && !value.contains(UInt8(ascii: "\\"))
    }

    private func isEvidence(_ value: UnsafeRawBufferPointer) throws(JSONError) -> Bool {
        var scanner = JSONScanner(value)
        guard value.first == UInt8(ascii: "{") else { return false }
        try scanner.beginObject()
        var (hasNewest, hasSamples) = (false, false)
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            let part = scanner.slice(try scanner.skipValue())
            if name.equals("newest"), !hasNewest {
                guard unquoted(part).flatMap({ Instant(rfc3339UTF8: $0) }) != nil else {
                    return false
                }
                hasNewest = true
            } else if name.equals("samples"), !hasSamples {
                guard part.count <= 18, part.allSatisfy({ (48...57).contains($0) }) else {
                    return false
                }
                hasSamples = true
            } else {
                return false
            }
        }
        return hasNewest && hasSamples
    }

    private func areProperties(_ value: UnsafeRawBufferPointer) throws(JSONError) -> Bool {
        // Escapes can spell a significant name, or half a surrogate pair, which is not text.
        guard value.first == UInt8(ascii: "{"), !value.contains(UInt8(ascii: "\\")) else {
            return false
        }
        var scanner = JSONScanner(value)
        try scanner.beginObject()
        while try scanner.nextKey() != nil {
            guard scanner.peek() == UInt8(ascii: "{") else { return false }
            try scanner.beginObject()
            var type = UnsafeRawBufferPointer(start: nil, count: 0)
            var content = type
            while let key = try scanner.nextKey() {
                let name = scanner.slice(key)
                let part = scanner.slice(try scanner.skipValue())
                if name.equals("type") {
                    guard type.isEmpty else { return false }
                    type = part
                } else if name.equals("value") {
                    guard content.isEmpty else { return false }
                    content = part
                }
            }
            guard isProperty(type: type, value: content) else { return false }
        }
        return true
    }

    private func isProperty(type: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) -> Bool {
        guard let type = unquoted(type), let first = value.first else { return false }
        if type.equals("number") || type.equals("duration") {
            return first == UInt8(ascii: "-") || (48...57).contains(first)
        }
        if type.equals("text") || type.equals("select") { return first == UInt8(ascii: "\"") }
        if type.equals("boolean") { return value.equals("true") || value.equals("false") }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes sort before the others.
    fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
        for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
            return self[index] < other[index]
        }
        return count < other.count
    }
}
