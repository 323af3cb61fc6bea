import Crypto
import TrendyLocalization

// Metrics of types that this version does not know.
extension HealthMetric {
    /// The maximum length of a name.
    private static let maximumNameLength = 100

    /// A metric of a type that the catalogue does not have, with what its samples tell.
    ///
    /// An amount sums up over the day when some sample lasts for a time and its unit is one that
    /// adds up (``HealthUnit/addsUp``); it is a reading otherwise. Samples without an amount are
    /// counted, by value when they have values.
    ///
    /// - `identifier`: Apple's identifier.
    /// - `unit`: the unit of the samples; `nil` when they have no amount.
    /// - `hasDurations`: whether any sample ends after it starts.
    /// - `isNameTaken`: whether another unknown type has the same name without its prefix; the name
    ///   then contains a hash of the whole identifier.
    /// - `values`: the constants that the samples have as values, in the order of their numbers.
    package static func inferred(
        identifier: String,
        unit: HealthUnit?,
        hasDurations: Bool,
        values: [String] = [],
        isNameTaken: Bool = false
    ) -> HealthMetric {
        let name = inferredName(ofIdentifier: identifier, isTaken: isNameTaken)
        guard let unit else {
            let set = HealthValueSet(
                identifier,
                values.enumerated().map { index, label in
                    .init(index, valueKey(of: label), label)
                }
            )
            let aggregation: HealthAggregation = values.isEmpty ? .count : .value
            return inferred(
                name,
                HealthType(identifier: identifier, kind: .category(set)),
                aggregation,
                CategoryProcessor.processing(of: name, aggregation, values: set)
            )
        }
        let aggregation: HealthAggregation = hasDurations && unit.addsUp ? .cumulative : .discrete
        let limit = 1e9
        return inferred(
            name,
            HealthType(
                identifier: identifier,
                kind: .quantity(
                    unit,
                    plausible: aggregation == .cumulative ? 0...limit : -limit...limit
                )
            ),
            aggregation,
            processing(of: name, aggregation, hasHours: false)
        )
    }

    /// A metric that only its name is known of, such as one that a newer version stored.
    package static func inferred(name: String) -> HealthMetric {
        inferred(
            name,
            HealthType(identifier: name, kind: .span),
            .count,
            CategoryProcessor.processing(of: name, .count, values: .notApplicable)
        )
    }

    private static func inferred(
        _ name: String,
        _ type: HealthType,
        _ aggregation: HealthAggregation,
        _ processing: Processing
    ) -> HealthMetric {
        HealthMetric(
            name,
            reading: [type],
            as: Strings.Metrics.inferred(name),
            group: .other,
            aggregation: aggregation,
            valueProperty: aggregation.valueProperty,
            icon: "questionmark.circle",
            isInferred: true,
            processing: processing
        )
    }

    /// The name of a metric of an unknown type, different from all names of the catalogue.
    private static func inferredName(
        ofIdentifier identifier: String,
        isTaken: Bool
    ) -> String {
        let name = String(key(ofIdentifier: identifier).prefix(maximumNameLength))
        guard name.isEmpty || isTaken || metricsByName[name] != nil else { return name }
        let hash = SHA256.hash(data: Array(identifier.utf8)).prefix(4)
        let text = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "\(name.isEmpty ? "unknown" : name)_\(text)"
    }

    /// The key of a value: the end of its constant, after the name of the enumeration.
    private static func valueKey(of label: String) -> String {
        let words = words(ofIdentifier: label).filter { $0 != "Category" && $0 != "Value" }
        let key = words.joined(separator: "_").lowercased()
        return key.isEmpty ? label.lowercased() : String(key.prefix(maximumNameLength))
    }
}

extension HealthUnit {
    /// Whether amounts of the unit add up over a day: counts, energy, distance, time, mass, volume.
    var addsUp: Bool {
        [
            "count", "kcal", "Cal", "cal", "kJ", "J", "m", "km", "mi", "yd", "ft", "cm", "s", "min",
            "hr", "mL", "L", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "g", "mg", "mcg", "IU",
        ].contains(rawValue)
    }
}
