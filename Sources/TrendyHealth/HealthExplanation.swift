package import TrendyModel

/// What the sources say of one metric on one day, and how it becomes the day's number.
package struct HealthExplanation: Sendable, Equatable {
    /// What one source says.
    package struct Source: Sendable, Equatable {
        /// The name of the app or device; `nil` for samples that a person entered manually.
        package var name: String?
        /// The position in the order of priority, from 1.
        package var rank: Int
        /// The number of its samples that touch the day.
        package var samples: Int
        /// What it says alone: the sum of an amount, or else the mean of its readings; `nil` for
        /// samples without an amount.
        package var alone: Double?
        /// The part of a sum that counts; `nil` for metrics that are not summed up.
        package var counted: Double?
        /// The time that its samples cover within the day.
        package var covered: Duration
        /// The part of that time that a source of higher priority covers as well.
        package var overlapped: Duration
        /// The end of its newest sample.
        package var newest: Instant
    }

    /// The metric.
    package var metric: HealthMetric
    /// The day.
    package var day: CalendarDay
    /// The bounds of the day that the person lived through.
    package var interval: Range<Instant>
    /// The sources in the order of priority; empty without samples.
    package var sources: [Source]
    /// The properties that the samples give; `nil` when they give no result, or several.
    package var properties: PropertyBag?
    /// The number of results, such as entries or sessions.
    package var results: Int

    /// Reads the samples of a day and explains them.
    ///
    /// - `order`: the names of the sources that take priority over all others.
    ///
    /// - Throws: the error of the source.
    package init(
        of metric: HealthMetric,
        on day: CalendarDay,
        from source: any HealthSource,
        order: [String] = [],
        zones: ZoneHistory
    ) async throws {
        self.metric = metric
        self.day = day
        let table = DayTable(day...day, in: zones)
        interval = table.starts[0]..<table.starts[1]
        guard case .samples(let process) = metric.processing else {
            (sources, properties, results) = ([], nil, 0)
            return
        }
        let span = interval.lowerBound - metric.lookaround..<interval.upperBound + metric.lookaround
        let samples = try await source.samples(of: metric, in: span)
        let descriptions = try await source.sources
        let priority = SourcePriority(descriptions, order: order)
        let found = process(
            samples,
            ProcessingContext(days: table, zones: zones, priority: priority)
        ).filter { $0.day == day }
        results = found.count
        properties = found.count == 1 ? found[0].properties : nil
        sources = Self.sources(
            samples.filter { $0.type == 0 },
            in: interval,
            table,
            priority,
            descriptions,
            metric.aggregation
        )
    }

    private static func sources(
        _ samples: [HealthSample],
        in day: Range<Instant>,
        _ table: DayTable,
        _ priority: SourcePriority,
        _ descriptions: [HealthSourceDescription],
        _ aggregation: HealthAggregation
    ) -> [Source] {
        var groups = [[HealthSample]](repeating: [], count: priority.count + 1)
        for sample in samples where sample.start < day.upperBound && sample.end >= day.lowerBound {
            groups[priority.rank(of: sample)].append(sample)
        }
        let hours = HourTable(table)
        var higher: [HealthSample] = []
        var higherTotal = 0.0
        var coverage = IntervalSet()
        var sources: [Source] = []
        for (rank, group) in groups.enumerated() {
            guard let first = group.first else { continue }
            func total(_ samples: [HealthSample]) -> Double {
                SourceMerging.hourlyTotals(
                    samples.sorted { $0.start < $1.start },
                    priority: priority,
                    hours: hours
                ).reduce(0, +)
            }
            higher += group
            let merged = total(higher)
            let isSum = aggregation == .cumulative
            let own = covered(by: group, in: day)
            var gaps: Int64 = 0
            var cursor = 0
            for span in own.spans {
                coverage.forEachGap(in: span, cursor: &cursor) { gap in
                    gaps += gap.upperBound - gap.lowerBound
                }
            }
            coverage.formUnion(own.spans)
            let isEntered = rank == SourcePriority.userEnteredRank
            sources.append(
                Source(
                    name: isEntered || !descriptions.indices.contains(first.source)
                        ? nil : descriptions[first.source].name,
                    rank: sources.count + 1,
                    samples: group.count,
                    alone: isSum ? total(group) : mean(group, aggregation),
                    counted: isSum ? merged - higherTotal : nil,
                    covered: .milliseconds(own.milliseconds),
                    overlapped: .milliseconds(own.milliseconds - gaps),
                    newest: group.reduce(first.end) { max($0, $1.end) }
                )
            )
            higherTotal = merged
        }
        return sources
    }

    /// The time within a day that samples cover.
    private static func covered(by samples: [HealthSample], in day: Range<Instant>) -> IntervalSet {
        let bounds = day.lowerBound.milliseconds..<day.upperBound.milliseconds
        var covered = IntervalSet()
        covered.formUnion(
            samples.map(\.span).compactMap { span in
                span.overlaps(bounds) ? span.clamped(to: bounds) : nil
            }
        )
        return covered
    }

    private static func mean(
        _ samples: [HealthSample],
        _ aggregation: HealthAggregation
    ) -> Double? {
        switch aggregation {
        case .discrete, .temporallyWeighted, .equivalentLevel, .latest, .event:
            var range = ReadingRange()
            let weights = ReadingWeights(samples, aggregation)
            for (index, sample) in samples.enumerated() {
                range.add(
                    sample.value,
                    weights.weight(at: index, until: sample.end + .seconds(86_400)),
                    aggregation
                )
            }
            return range.mean(aggregation)
        case .cumulative, .count, .duration, .severity, .value: return nil
        }
    }
}
