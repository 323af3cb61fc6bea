/// The fields of an entity or a change as JSON texts, sorted by name.
///
/// Entities are stored and sent in this form: unknown fields are preserved, and two documents with
/// equal content have equal bytes. The common fields (id, version, times) are excluded. In a
/// change, an absent field stays unchanged and `null` clears it; a complete document has no `null`
/// at the top level.
public struct Document: Hashable, Sendable {
    /// A field with its name and value.
    public struct Field: Hashable, Sendable {
        /// The name, compared by bytes: names with different Unicode normalization differ.
        package let name: String
        /// The value.
        package let value: RawJSON

        /// Creates a field.
        package init(name: String, value: RawJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The fields, sorted by the bytes of their names; each name once.
    public private(set) var fields: [Field]

    /// Creates an empty document.
    public init() {
        fields = []
    }

    /// Creates a document from fields in any order; the last field of a repeated name wins.
    public init(_ fields: some Sequence<Field>) {
        self.init()
        self.fields.reserveCapacity(fields.underestimatedCount)
        // Fields usually arrive in order.
        var isOrdered = true
        for field in fields {
            if let last = self.fields.last, !precedes(last.name, field.name) { isOrdered = false }
            self.fields.append(field)
        }
        if !isOrdered { self.fields = Self.ordered(self.fields) }
    }

    /// Parses the text of an object.
    public init(json: RawJSON) throws(JSONError) {
        guard let fields = json.fields else {
            throw JSONError(offset: 0, message: "An object was expected")
        }
        self.init(fields.map { Field(name: $0.key, value: $0.value.compacted) })
    }

    /// The value of a field; `nil` for a missing field.
    public subscript(name: String) -> RawJSON? {
        get {
            let place = place(of: name)
            return place.isFound ? fields[place.index].value : nil
        }
        set {
            let place = place(of: name)
            switch (place.isFound, newValue) {
            case (true, let value?): fields[place.index] = Field(name: name, value: value)
            case (true, nil): fields.remove(at: place.index)
            case (false, let value?):
                fields.insert(Field(name: name, value: value), at: place.index)
            case (false, nil): break
            }
        }
    }

    /// Removes a field and returns its value; `nil` for a missing field.
    mutating func removeValue(of name: String) -> RawJSON? {
        let place = place(of: name)
        return place.isFound ? fields.remove(at: place.index).value : nil
    }

    /// Whether there are no fields.
    public var isEmpty: Bool { fields.isEmpty }

    /// The document as the text of an object.
    public var json: RawJSON {
        var writer = JSONWriter(capacity: fields.reduce(2) { $0 + $1.value.utf8.count + 24 })
        writer.raw("{")
        for (index, field) in fields.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.key(field.name)
            writer.value(field.value)
        }
        writer.raw("}")
        return RawJSON(unchecked: writer.bytes)
    }

    /// Applies a change to this document: its fields replace fields, and `null` removes them.
    public func applying(_ change: Document) -> Document {
        var result = Document()
        result.fields.reserveCapacity(fields.count + change.fields.count)
        Self.walk(self, change) { old, new in
            guard let new else {
                if let old { result.fields.append(old) }
                return
            }
            if !new.value.isNull { result.fields.append(new) }
        }
        return result
    }

    /// The change from `old` to this document; empty when they are equal.
    public func changes(from old: Document) -> Document {
        var change = Document()
        Self.walk(old, self) { old, new in
            if let new {
                if old?.value != new.value { change.fields.append(new) }
            } else if let old {
                change.fields.append(Field(name: old.name, value: .null))
            }
        }
        return change
    }

    /// Iterates over the fields of two documents in the order of their names, pairing equal names.
    ///
    /// This is linear, while setting fields one by one would move all later fields each time.
    private static func walk(
        _ left: Document,
        _ right: Document,
        _ visit: (_ left: Field?, _ right: Field?) -> Void
    ) {
        var (leftPlace, rightPlace) = (0, 0)
        while leftPlace < left.fields.count, rightPlace < right.fields.count {
            let (first, second) = (left.fields[leftPlace], right.fields[rightPlace])
            if precedes(first.name, second.name) {
                visit(first, nil)
                leftPlace += 1
            } else if precedes(second.name, first.name) {
                visit(nil, second)
                rightPlace += 1
            } else {
                visit(first, second)
                leftPlace += 1
                rightPlace += 1
            }
        }
        for field in left.fields[leftPlace...] { visit(field, nil) }
        for field in right.fields[rightPlace...] { visit(nil, field) }
    }

    /// Sorts fields by name; the last field of a repeated name wins.
    private static func ordered(_ fields: [Field]) -> [Field] {
        let places = fields.indices.sorted { left, right in
            if precedes(fields[left].name, fields[right].name) { return true }
            return left < right && isSame(fields[left].name, fields[right].name)
        }
        var ordered: [Field] = []
        ordered.reserveCapacity(fields.count)
        for place in places {
            if let last = ordered.last, isSame(last.name, fields[place].name) {
                ordered.removeLast()
            }
            ordered.append(fields[place])
        }
        return ordered
    }

    private func place(of name: String) -> (index: Int, isFound: Bool) {
        var low = 0
        var high = fields.count
        while low < high {
            let middle = (low + high) / 2
            if precedes(fields[middle].name, name) { low = middle + 1 } else { high = middle }
        }
        return (low, low < fields.count && isSame(fields[low].name, name))
    }
}

/// Whether the UTF-8 bytes of one text sort before those of the other.
func precedes(_ left: String, _ right: String) -> Bool {
    compared(left, right) { $0.lexicographicallyPrecedes($1) }
}

/// Whether two texts have equal UTF-8 bytes.
private func isSame(_ left: String, _ right: String) -> Bool {
    compared(left, right) { $0.elementsEqual($1) }
}

/// Compares bytes in place; iterating over a string's view takes several times as long.
private func compared(
    _ left: String,
    _ right: String,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { right in body(left, right) } }
}
