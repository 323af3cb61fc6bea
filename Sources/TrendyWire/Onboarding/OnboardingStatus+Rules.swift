public import TrendyModel

extension OnboardingStatus {
    /// Takes a change in.
    ///
    /// Of two times the later one stays, so neither an older time nor `null` takes one back, and
    /// devices agree in whatever order they are heard. An answer that comes with its time belongs
    /// to it: an older one changes nothing. Everything else is replaced by what is given; `null`
    /// puts it back to what it is for somebody who has just come.
    ///
    /// - Parameters:
    ///   - change: the fields that change; those that break rules are left out.
    ///   - limit: a later time counts as this one, so that no wrong clock settles a question for
    ///     ever; `nil` to take every time as it is.
    public mutating func merge(_ change: Document, notAfter limit: Instant? = nil) {
        let old = self
        let errors = Set(Self.violations(of: change).map(\.field))
        for field in change.fields where !errors.contains(field.name) {
            if field.name.hasSuffix(Self.timeSuffix) {
                guard let time = field.value.instant else { continue }
                let bounded = min(time, limit ?? time)
                document[field.name] = RawJSON(
                    max(bounded, old.document[field.name]?.instant ?? bounded)
                )
            } else if let permission = Self.permission(of: field.name) {
                let time = change[permission.timeField]?.instant.map { min($0, limit ?? $0) }
                let known = old.document[permission.timeField]?.instant
                if let time, let known, time < known { continue }
                document[field.name] =
                    field.value.isNull ? RawJSON(Answer.notRequested.rawValue) : field.value
            } else if field.name == Self.completed {
                isCompleted = field.value.bool ?? false
            } else {
                document[field.name] = field.value.isNull ? nil : field.value
            }
        }
    }

    /// Forgets the steps; what was answered to permissions stays, and so does what this program
    /// does not know.
    public mutating func reset() {
        isCompleted = false
        let kept = Set(Permission.allCases.map(\.timeField))
        for field in document.fields
        where field.name.hasSuffix(Self.timeSuffix) && !kept.contains(field.name) {
            document[field.name] = nil
        }
    }

    /// Every rule that a change breaks; empty when it is valid.
    public static func violations(of change: Document) -> [FieldError] {
        change.fields.compactMap { field in
            guard !field.value.isNull, let rule = rule(broken: field) else { return nil }
            return FieldError(code: "invalid", field: field.name, message: "must be \(rule)")
        }
    }

    private static func rule(broken field: Document.Field) -> String? {
        if field.name == completed {
            return field.value.bool == nil ? "true or false" : nil
        }
        if field.name.hasSuffix(timeSuffix) {
            return field.value.instant == nil
                ? "an instant of RFC 3339, such as 2026-01-15T08:30:00Z" : nil
        }
        guard permission(of: field.name) != nil,
            field.value.string.flatMap({ Answer(rawValue: $0) }) == nil
        else { return nil }
        return "one of \(Answer.allCases.map(\.rawValue).joined(separator: ", "))"
    }

    private static func permission(of field: String) -> Permission? {
        Permission.allCases.first { $0.statusField == field }
    }
}
