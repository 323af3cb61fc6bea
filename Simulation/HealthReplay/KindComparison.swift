package import TrendyFixture
package import TrendyHealth
package import TrendyModel

/// Compares the stored events of one metric with the expected results of a generated type.
package struct KindComparison {
    /// The part by which a sum or a mean may differ.
    private static let tolerance = 0.001

    private let metric: HealthMetric
    private let totals: [CalendarDay: KindTotal]
    private let events: [CalendarDay: [Event]]
    /// The part by which a single value may differ, on top of rounding to the stored places.
    private let valueTolerance: Double

    /// Creates a comparison.
    ///
    /// - `events`: the events of the metric.
    /// - `isConverted`: whether the export prints the values in another unit than the stored one.
    package init(
        _ metric: HealthMetric,
        _ totals: [CalendarDay: KindTotal],
        _ events: [Event],
        zones: ZoneHistory,
        isConverted: Bool
    ) {
        self.metric = metric
        self.totals = totals
        // Weights are restored from six printed digits to the number that the person entered.
        valueTolerance = isConverted && metric.unit == .kilograms ? 5e-6 : 1e-9
        self.events = Dictionary(grouping: events) { event in
            let parts = event.naturalKey?.split(separator: "/") ?? []
            let named = parts.count == 2 ? CalendarDay(String(parts[1])) : nil
            return named ?? zones.day(containing: event.timestamp)
        }
    }

    /// The differences, each as a sentence; empty when all days are as expected.
    package func differences() -> [String] {
        var differences: [String] = []
        // A day of a metric with a second type can have samples of that type only.
        let days = Set(totals.keys).union(metric.types.count > 1 ? [] : Set(events.keys))
        for day in days.sorted() {
            let found = events[day] ?? []
            guard let total = totals[day] else {
                differences.append("\(metric) \(day): \(found.count) events, expected none")
                continue
            }
            let problems =
                metric.aggregation == .event
                ? compare(found, with: total)
                : found.count == 1
                    ? compare(found[0], with: total) : ["\(found.count) events, expected one"]
            differences += problems.map { "\(metric) \(day): \($0)" }
        }
        return differences
    }

    /// Compares the entries of a day.
    private func compare(_ events: [Event], with total: KindTotal) -> [String] {
        var problems = count("events", Double(events.count), total.starts)
        if metric.unit != nil, let property = metric.valueProperty {
            let amounts = events.compactMap { $0.properties[property]?.amount }
            problems += value("lowest \(property)", amounts.min(), total.minimum)
            problems += value("highest \(property)", amounts.max(), total.maximum)
        }
        return problems
    }

    /// Compares the result of a day.
    private func compare(_ event: Event, with total: KindTotal) -> [String] {
        func found(_ property: String) -> Double? { event.properties[property]?.amount }
        switch metric.aggregation {
        case .cumulative:
            let property = metric.valueProperty ?? ""
            return sum(property, found(property), total.sum)
                + count("samples", event.evidence.map { Double($0.sampleCount) }, total.samples)
        case .discrete, .temporallyWeighted, .equivalentLevel:
            let mean =
                switch metric.aggregation {
                case .temporallyWeighted: total.weightedMean
                case .equivalentLevel: total.level
                default: total.mean
                }
            return count("readings", found("readings"), total.starts)
                + value("minimum", found("minimum"), total.minimum)
                + value("maximum", found("maximum"), total.maximum)
                + value("last", found("last"), total.last)
                + sum("average", found("average"), mean)
        case .latest:
            return count("readings", found("readings"), total.starts)
                + value("last", found("last"), total.last)
        case .count:
            return count("count", found("count"), total.starts)
        case .value:
            return count("count", found("count"), total.starts) + counts(event, total)
        case .severity:
            let present = total.starts - (total.counts["not_present"] ?? 0)
            return count("count", found("count"), present) + counts(event, total)
        case .duration:
            return count("count", found("count"), total.starts)
                + value("duration", found("duration"), Double(total.durationSeconds))
        case .event:
            return []
        }
    }

    /// Compares the counts by value.
    private func counts(_ event: Event, _ total: KindTotal) -> [String] {
        let prefix = "count_"
        let keys = Set(event.properties.keys.filter { $0.hasPrefix(prefix) })
            .union(total.counts.keys.map { prefix + $0 })
        return keys.sorted().flatMap { key in
            count(
                key,
                event.properties[key]?.amount,
                total.counts[String(key.dropFirst(prefix.count))] ?? 0
            )
        }
    }

    private func count(_ name: String, _ found: Double?, _ expected: Int) -> [String] {
        found == Double(expected) ? [] : [difference(name, found, Double(expected))]
    }

    /// Half of the last stored decimal: the third one, or the first one for heart rates.
    private var rounding: Double {
        metric == .heartRate || metric == .heartRateVariability ? 0.05 : 0.0005
    }

    /// Compares a single value.
    private func value(_ name: String, _ found: Double?, _ expected: Double?) -> [String] {
        compare(name, found, expected, within: rounding, and: valueTolerance)
    }

    /// Compares a sum or a mean.
    private func sum(_ name: String, _ found: Double?, _ expected: Double?) -> [String] {
        compare(name, found, expected, within: rounding, and: Self.tolerance)
    }

    private func compare(
        _ name: String,
        _ found: Double?,
        _ expected: Double?,
        within margin: Double,
        and part: Double
    ) -> [String] {
        guard let found, let expected else {
            return found == nil && expected == nil ? [] : [difference(name, found, expected)]
        }
        let limit = margin + part * abs(expected) + 1e-9
        return abs(found - expected) <= limit ? [] : [difference(name, found, expected)]
    }

    private func difference(_ name: String, _ found: Double?, _ expected: Double?) -> String {
        func text(_ number: Double?) -> String { number.map { "\($0)" } ?? "none" }
        return "\(name) is \(text(found)), expected \(text(expected))"
    }
}

extension KindComparison {
    /// Compares the events of all metrics that a generated type is the main type of; sleep, whose
    /// sessions are no day results, is left out.
    ///
    /// - `totals`: the expected results by identifier.
    /// - `events`: the events by the name of their metric.
    /// - Returns: the differences, each as a sentence.
    package static func differences(
        between totals: [String: [CalendarDay: KindTotal]],
        and events: [String: [Event]],
        zones: ZoneHistory,
        isConverted: Bool = false
    ) -> [String] {
        GeneratedKind.all.flatMap { kind in
            HealthMetric.allCases
                .filter { $0.types.first?.identifier == kind.identifier && $0 != .sleep }
                .flatMap { metric in
                    KindComparison(
                        metric,
                        totals[kind.identifier] ?? [:],
                        events[metric.rawValue] ?? [],
                        zones: zones,
                        isConverted: isConverted
                    ).differences()
                }
        }
    }
}

extension PropertyValue {
    /// The number of an amount or the seconds of a duration; `nil` for other values.
    package var amount: Double? {
        switch self {
        case .number(let number): number.double
        case .duration(let seconds): seconds.double
        default: nil
        }
    }
}
