import TrendyLocalization

// The rows of the catalogue's tables.
extension HealthMetric {
    /// A quantity type.
    ///
    /// - `name`: Apple's identifier without its prefix.
    /// - `plausible`: the plausible values of one sample.
    /// - `hasHours`: whether results have a value for each hour of the day.
    static func quantity(
        _ name: String,
        _ unit: HealthUnit,
        _ aggregation: HealthAggregation,
        _ group: HealthGroup,
        icon: String,
        plausible: ClosedRange<Double>,
        hasHours: Bool = false,
        delivery: HealthDelivery = .immediate
    ) -> HealthMetric {
        let type = HealthType.quantity(name, unit, plausible: plausible)
        let key = key(ofIdentifier: type.identifier)
        return row(
            key,
            type,
            aggregation,
            group,
            icon: icon,
            delivery: delivery,
            processing: processing(of: key, aggregation, hasHours: hasHours)
        )
    }

    /// A category type.
    ///
    /// - `name`: Apple's identifier without its prefix.
    /// - `key`: the name of the metric, where it is not derived from the identifier.
    /// - `values`: its values; `notApplicable` for a type whose samples have none.
    /// - `valueProperty`: the main property of a result.
    static func category(
        _ name: String,
        _ aggregation: HealthAggregation,
        _ group: HealthGroup,
        icon: String,
        key: String? = nil,
        values: HealthValueSet = .notApplicable,
        valueProperty: String? = nil
    ) -> HealthMetric {
        let type = HealthType.category(name, values)
        let key = key ?? self.key(ofIdentifier: type.identifier)
        return row(
            key,
            type,
            aggregation,
            group,
            icon: icon,
            valueProperty: valueProperty,
            processing: CategoryProcessor.processing(
                of: key,
                aggregation,
                values: values
            )
        )
    }

    /// A type whose samples are dated summaries: one event each.
    ///
    /// - `identifier`: Apple's whole identifier.
    static func summary(
        _ identifier: String,
        key: String,
        _ group: HealthGroup,
        icon: String,
        valueProperty: String? = nil,
        delivery: HealthDelivery = .immediate
    ) -> HealthMetric {
        HealthMetric(
            key,
            reading: [HealthType(identifier: identifier, kind: .summary)],
            as: name(of: key),
            group: group,
            aggregation: .event,
            valueProperty: valueProperty,
            icon: icon,
            delivery: delivery,
            processing: .summaries
        )
    }

    /// A row of one type.
    private static func row(
        _ key: String,
        _ type: HealthType,
        _ aggregation: HealthAggregation,
        _ group: HealthGroup,
        icon: String,
        valueProperty: String? = nil,
        delivery: HealthDelivery = .immediate,
        processing: Processing
    ) -> HealthMetric {
        HealthMetric(
            key,
            reading: [type],
            as: name(of: key),
            group: group,
            aggregation: aggregation,
            valueProperty: valueProperty ?? aggregation.valueProperty,
            icon: icon,
            delivery: delivery,
            processing: processing
        )
    }

    /// The processing of a quantity.
    static func processing(
        of key: String,
        _ aggregation: HealthAggregation,
        hasHours: Bool
    ) -> Processing {
        switch aggregation {
        case .cumulative:
            DailySumProcessor.processing(of: key, property: "sum", hasHours: hasHours)
        case .temporallyWeighted, .equivalentLevel:
            ReadingsProcessor.processing(of: key, mean: aggregation, hasHours: hasHours)
        case .latest:
            LatestProcessor.processing(of: key)
        case .discrete, .count, .duration, .severity, .value, .event:
            ReadingsProcessor.processing(of: key, hasHours: hasHours)
        }
    }

    /// The name of a metric of the catalogue; the words of its key when the table of names lacks it.
    static func name(of key: String) -> LocalizedText {
        Strings.Metrics.name(key) ?? Strings.Metrics.inferred(key)
    }
}

extension HealthAggregation {
    /// The property with the main number of a result; `nil` when it depends on the metric.
    var valueProperty: String? {
        switch self {
        case .cumulative: "sum"
        case .discrete, .temporallyWeighted, .equivalentLevel: "average"
        case .latest: "last"
        case .count, .severity, .value: "count"
        case .duration: "duration"
        case .event: nil
        }
    }
}
