package import TrendyModel

extension DeviceReport {
    /// What a server does not accept in the report; empty when it is valid.
    ///
    /// Unknown codes are valid: a later program may send them.
    package var violations: [FieldError] {
        var found = Violations()
        found.check("name", size: name, Limit.textBytes)
        found.check("app_version", size: appVersion, Limit.textBytes)
        found.check("pending", count: pending)
        found.check("failed", count: failed)
        found.check("oldest_pending_seconds", count: oldestPendingSeconds ?? 0)
        found.check("schema_version", count: schemaVersion)
        if let queue {
            found.check("queue.blocked", count: queue.blocked)
            found.check("queue.failed_reasons", queue.failedReasons)
            found.check("queue.blocked_reasons", queue.blockedReasons)
        }
        if let conditions { check(conditions, &found) }
        return found.all
    }

    private func check(_ conditions: Conditions, _ found: inout Violations) {
        found.check("conditions.contract", count: conditions.contract)
        found.check("conditions.system", size: conditions.system ?? "", Limit.textBytes)
        let observers = conditions.observers ?? []
        found.check("conditions.observers", size: observers.count, Limit.observers)
        for observer in observers.prefix(Limit.observers) {
            found.check("conditions.observers.kind", code: observer.kind)
            found.check(
                "conditions.observers.last_call_seconds",
                count: observer.lastCallSeconds ?? 0
            )
        }
        if let regions = conditions.regions {
            for (name, count) in [
                ("places", regions.places), ("selected", regions.selected),
                ("monitored", regions.monitored), ("refused", regions.refused),
                ("last_event_seconds", regions.lastEventSeconds ?? 0),
            ] {
                found.check("conditions.regions.\(name)", count: count)
            }
        }
        let permissions = conditions.permissions
        for (name, code) in [
            ("location", permissions.location), ("health", permissions.health),
            ("notifications", permissions.notifications),
        ] {
            if let code { found.check("conditions.permissions.\(name)", code: code) }
        }
    }

    private struct Violations {
        private(set) var all: [FieldError] = []

        mutating func check(_ field: String, size text: String, _ limit: Int) {
            guard text.utf8.count > limit else { return }
            add(field, "too_long", "has at most \(limit) bytes")
        }

        mutating func check(_ field: String, size count: Int, _ limit: Int) {
            guard count > limit else { return }
            add(field, "too_long", "has at most \(limit) elements")
        }

        mutating func check(_ field: String, count: Int) {
            guard !Limit.counts.contains(count) else { return }
            add(field, "out_of_range", "must be from 0 to \(Limit.counts.upperBound)")
        }

        mutating func check(_ field: String, code: String) {
            let isCode =
                !code.isEmpty && code.utf8.count <= Limit.codeBytes
                && code.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
            guard !isCode else { return }
            let limit = Limit.codeBytes
            add(field, "invalid", "must be 1 to \(limit) letters, digits and _")
        }

        mutating func check(_ field: String, _ reasons: [Reason]) {
            check(field, size: reasons.count, Limit.reasons)
            for reason in reasons.prefix(Limit.reasons) {
                check("\(field).code", code: reason.code)
                check("\(field).count", count: reason.count)
            }
        }

        /// Each field is named once.
        private mutating func add(_ field: String, _ code: String, _ message: String) {
            guard !all.contains(where: { $0.field == field }) else { return }
            all.append(FieldError(code: code, field: field, message: message))
        }
    }
}
