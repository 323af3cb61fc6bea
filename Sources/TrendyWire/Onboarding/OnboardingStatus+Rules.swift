package import TrendyModel

extension OnboardingStatus {
    /// Merges a change.
    ///
    /// The later of two times wins: neither an earlier time nor `null` removes a time, and devices
    /// converge in any order of messages. An answer with a time belongs to this time: an earlier
    /// answer changes nothing. All other fields are replaced; `null` resets a field to its initial
    /// value.
    ///
    /// - Parameters:
    ///   - change: the changed fields; invalid fields are ignored.
    ///   - limit: later times count as this time, so that a wrong clock does not decide for ever;
    ///     `nil` for no limit.
    package mutating func merge(_ change: Document, notAfter limit: Instant? = nil) {
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

    /// Removes the completed steps; the answers to permissions and unknown fields stay.
    package mutating func reset() {
        isCompleted = false
        let answerTimes = Set(Permission.allCases.map(\.timeField))
        for field in document.fields
        where field.name.hasSuffix(Self.timeSuffix) && !answerTimes.contains(field.name) {
            document[field.name] = nil
        }
    }

    /// Validates a change; returns all violations, empty when it is valid.
    package static func violations(of change: Document) -> [FieldError] {
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
