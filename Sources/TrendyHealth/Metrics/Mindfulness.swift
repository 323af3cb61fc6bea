import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Mindful sessions, one event for each session.
    package static let mindfulness = HealthMetric(
        "mindfulness",
        reading: [HealthType(identifier: "HKCategoryTypeIdentifierMindfulSession", kind: .span)],
        as: Strings.Categories.mindfulness,
        group: .mindfulness,
        aggregation: .event,
        valueProperty: "duration",
        color: "#2AA198",
        icon: "brain.head.profile",
        isStandard: true,
        processing: .samples { MindfulnessProcessor().process($0, $1) }
    )
}

/// Creates one event for each mindful session, regardless of the number of sources that wrote it.
struct MindfulnessProcessor {
    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        let inside = samples.filter { context.index(of: $0.start) != nil }
        let groups = Dictionary(grouping: inside) { $0.start.wholeSecond }
        return groups.sorted { $0.key < $1.key }.compactMap { second, group in
            guard
                let best = group.min(by: {
                    context.priority.rank(of: $0) < context.priority.rank(of: $1)
                })
            else { return nil }
            var properties = PropertyBag()
            properties["duration"] = .duration(
                seconds: rounded(Double((best.end - best.start).wholeMilliseconds) / 1000)
            )
            return ProcessedHealthData(
                category: HealthMetric.mindfulness.rawValue,
                key: String(second.seconds),
                day: context.zones.day(containing: second),
                start: second,
                end: best.end.wholeSecond,
                properties: properties,
                evidence: Evidence(group)
            )
        }
    }
}
