extension Document {
    /// Validates this document as an entity of a kind; returns all violations, empty when it is
    /// valid.
    package func violations(as kind: EntityKind) -> [FieldError] {
        var check = Validation(document: self)
        for name in Entity.commonFields where self[name] != nil {
            check.fail(name, "invalid", "is set by Trendy")
        }
        switch kind {
        case .event: check.event()
        case .eventType: check.eventType()
        case .propertyDefinition: check.propertyDefinition()
        case .geofence: check.geofence()
        }
        return check.errors
    }

    /// Checks the size of this document as an entity's content; returns a violation of the largest
    /// field, or `nil`.
    ///
    /// - `old`: the replaced content. Content above the limit, which an earlier program allowed,
    ///   may shrink step by step.
    package func sizeViolation(replacing old: RawJSON?) -> FieldError? {
        let limit = max(Entity.maximumContentBytes, old?.utf8.count ?? 0)
        guard json.utf8.count > limit else { return nil }
        let largest = fields.max { $0.value.utf8.count < $1.value.utf8.count }
        return FieldError(
            code: "too_long",
            field: largest?.name ?? "",
            message: "must be shorter: all fields together have at most "
                + "\(Entity.maximumContentBytes) bytes"
        )
    }
}

/// Collects all violations of one document, not only the first.
private struct Validation {
    static let maximumNameBytes = 400
    static let maximumTextBytes = 100_000

    let document: Document
    var errors: [FieldError] = []

    mutating func fail(_ field: String, _ code: String, _ message: String) {
        errors.append(FieldError(code: code, field: field, message: message))
    }

    mutating func event() {
        id("event_type_id", isRequired: true)
        instant("timestamp", isRequired: true)
        instant("end_date")
        if let start = document["timestamp"]?.instant, let end = document["end_date"]?.instant,
            end < start
        {
            fail("end_date", "out_of_range", "must not be before the timestamp")
        }
        bool("is_all_day")
        for name in ["time_zone", "natural_key", "external_id", "healthkit_category"] {
            text(name, maximumBytes: Self.maximumNameBytes)
        }
        for name in ["notes", "original_title", "location_name"] {
            text(name, maximumBytes: Self.maximumTextBytes)
        }
        text("source_type", maximumBytes: Self.maximumNameBytes)
        if let source = document["source_type"]?.string,
            !["manual", "imported", "geofence", "healthkit"].contains(source)
        {
            fail("source_type", "invalid", "must be manual, imported, geofence or healthkit")
        }
        id("geofence_id")
        number("location_latitude", in: -90...90)
        number("location_longitude", in: -180...180)
        if let evidence = document["evidence"], Evidence(json: evidence) == nil {
            fail("evidence", "invalid", "must be an object with samples and newest")
        }
        properties()
    }

    private mutating func properties() {
        guard let raw = document["properties"] else { return }
        guard let bag = PropertyBag(json: raw) else {
            fail("properties", "invalid", "must be an object of {type, value} by key")
            return
        }
        for key in bag.keys {
            if case .unvalidated(let type, _) = bag[key], PropertyType(rawValue: type) != nil {
                fail("properties.\(key)", "invalid", "must be a value of the type \(type)")
            }
        }
    }

    mutating func eventType() {
        text("name", isRequired: true, maximumBytes: Self.maximumNameBytes)
        text("color", isRequired: true, maximumBytes: 7)
        text("icon", isRequired: true, maximumBytes: Self.maximumNameBytes)
        guard let color = document["color"]?.string else { return }
        let digits = color.utf8.dropFirst()
        if color.utf8.first != UInt8(ascii: "#") || digits.count != 6
            || digits.contains(where: { hexValue($0) == nil })
        {
            fail("color", "invalid", "must be #RRGGBB")
        }
    }

    mutating func propertyDefinition() {
        id("event_type_id", isRequired: true)
        text("key", isRequired: true, maximumBytes: Self.maximumNameBytes)
        text("label", isRequired: true, maximumBytes: Self.maximumNameBytes)
        text("property_type", isRequired: true, maximumBytes: Self.maximumNameBytes)
        let type = document["property_type"]?.string
        if let type, PropertyType(rawValue: type) == nil {
            let types = PropertyType.allCases.map(\.rawValue).joined(separator: ", ")
            fail("property_type", "invalid", "must be one of \(types)")
        }
        if let options = document["options"],
            options.elements?.contains(where: { $0.string == nil }) != false
        {
            fail("options", "invalid", "must be an array of strings")
        } else if type == "select", document["options"]?.elements?.isEmpty != false {
            fail("options", "required", "is required for a select: an array of strings")
        }
        if let order = document["display_order"], order.number?.int64 == nil {
            fail("display_order", "invalid", "must be an integer")
        }
    }

    mutating func geofence() {
        text("name", isRequired: true, maximumBytes: Self.maximumNameBytes)
        number("latitude", isRequired: true, in: -90...90)
        number("longitude", isRequired: true, in: -180...180)
        number("radius", isRequired: true, in: 100...10_000)
        id("event_type_entry_id")
        id("event_type_exit_id")
        for name in ["is_active", "notify_on_entry", "notify_on_exit"] { bool(name) }
        if let raw = document["notify_on_dwell"],
            raw.number?.int64.map({ Geofence.dwellRange.contains($0) }) != true
        {
            fail("notify_on_dwell", "invalid", "must be a number of seconds from 60 to 86400")
        }
    }

    private mutating func present(_ name: String, _ isRequired: Bool) -> RawJSON? {
        if let raw = document[name] { return raw }
        if isRequired { fail(name, "required", "is required") }
        return nil
    }

    private mutating func id(_ name: String, isRequired: Bool = false) {
        guard let raw = present(name, isRequired), raw.id == nil else { return }
        fail(name, "invalid", "must be a UUID")
    }

    private mutating func instant(_ name: String, isRequired: Bool = false) {
        guard let raw = present(name, isRequired), raw.instant == nil else { return }
        fail(name, "invalid", "must be an instant of RFC 3339, such as 2026-01-15T08:30:00Z")
    }

    private mutating func bool(_ name: String) {
        guard let raw = document[name], raw.bool == nil else { return }
        fail(name, "invalid", "must be true or false")
    }

    private mutating func number(
        _ name: String,
        isRequired: Bool = false,
        in range: ClosedRange<Double>
    ) {
        guard let raw = present(name, isRequired) else { return }
        guard let number = raw.number?.double else {
            fail(name, "invalid", "must be a number")
            return
        }
        if !range.contains(number) {
            fail(
                name,
                "out_of_range",
                "must be from \(range.lowerBound) to \(range.upperBound)"
            )
        }
    }

    private mutating func text(_ name: String, isRequired: Bool = false, maximumBytes: Int) {
        guard let raw = present(name, isRequired) else { return }
        guard let text = raw.string else {
            fail(name, "invalid", "must be a string")
            return
        }
        if text.utf8.count > maximumBytes {
            fail(name, "too_long", "must have at most \(maximumBytes) bytes")
        }
        if isRequired, text.allSatisfy(\.isWhitespace) {
            fail(name, "required", "must not be empty")
        }
    }
}
