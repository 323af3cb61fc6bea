import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Workouts, one event for each session.
    package static let workout = HealthMetric(
        "workout",
        reading: [HealthType(identifier: "HKWorkoutTypeIdentifier", kind: .workout)],
        as: Strings.Categories.workout,
        group: .activity,
        aggregation: .event,
        valueProperty: "duration",
        color: "#E8662E",
        icon: "figure.run",
        isStandard: true,
        // The maximum distance between the starts of one workout in two sources, including
        // rounding.
        lookaround: .seconds(2),
        gap: .seconds(2),
        processing: .workouts
    )
}

/// Creates one event for each workout session, regardless of the number of sources that recorded
/// it.
///
/// The start times of sources differ by up to a second. Workouts of one activity whose start
/// seconds are adjacent are one session, identified by the highest-priority source.
struct WorkoutProcessor {
    func process(
        _ workouts: [WorkoutSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        sessions(workouts, context.priority).compactMap { session in
            guard let best = session.first, context.index(of: best.start.wholeSecond) != nil
            else { return nil }
            let second = best.start.wholeSecond
            let route = route(session)
            return ProcessedHealthData(
                category: HealthMetric.workout.rawValue,
                key: "\(best.activity)/\(second.seconds)",
                day: context.zones.day(containing: second),
                start: second,
                end: best.end.wholeSecond,
                timeZone: session.lazy.compactMap(\.timeZone).first,
                properties: properties(session, route),
                evidence: evidence(session, route, since: second),
                keepsRoute: route == .unreadable
            )
        }
    }

    /// The number of workouts in a session, plus one for a heart rate and one for a route: a device
    /// that may not read them must not overwrite a more complete event.
    private func evidence(
        _ session: [WorkoutSample],
        _ route: WorkoutSample.Route,
        since start: Instant
    ) -> Evidence {
        let hasHeartRate = session.contains { $0.averageHeartRate != nil }
        let hasRoute = if case .summary(let summary) = route { summary.points > 0 } else { false }
        return Evidence(
            sampleCount: Int64(session.count + (hasHeartRate ? 1 : 0) + (hasRoute ? 1 : 0)),
            newest: session.reduce(start) { max($0, $1.end) }
        )
    }

    /// Groups the workouts of all sources into sessions by activity and time, the highest-priority
    /// source first.
    private func sessions(
        _ workouts: [WorkoutSample],
        _ priority: SourcePriority
    ) -> [[WorkoutSample]] {
        let sorted = workouts.sorted { left, right in
            (left.activity, left.start) < (right.activity, right.start)
        }
        var sessions: [[WorkoutSample]] = []
        for workout in sorted {
            if let last = sessions.last?.last, last.activity == workout.activity,
                workout.start.seconds - last.start.seconds <= 1
            {
                sessions[sessions.count - 1].append(workout)
            } else {
                sessions.append([workout])
            }
        }
        return sessions.map { session in
            session.enumerated().sorted { left, right in
                (priority.rank(ofSource: left.element.source), left.offset)
                    < (priority.rank(ofSource: right.element.source), right.offset)
            }.map(\.element)
        }
    }

    /// The route of the highest-priority source that has one, so that a route recorded by two
    /// devices counts once.
    private func route(_ ranked: [WorkoutSample]) -> WorkoutSample.Route {
        ranked.first { !$0.routes.isEmpty || $0.route == .unreadable }?.route ?? .unread
    }

    /// The values of the highest-priority source; missing values come from the next one.
    private func properties(
        _ ranked: [WorkoutSample],
        _ route: WorkoutSample.Route
    ) -> PropertyBag {
        func first<Value>(_ value: (WorkoutSample) -> Value?) -> Value? {
            ranked.lazy.compactMap(value).first
        }
        var bag = PropertyBag()
        bag["activity"] = first(\.activity).map { .text($0) }
        bag["activity_name"] = first(\.activity).map { .text(WorkoutActivity.text(for: $0)) }
        let duration = first(\.duration) ?? ranked.first.map { $0.end - $0.start }
        bag["duration"] = duration.map {
            .duration(seconds: rounded(Double($0.wholeMilliseconds) / 1000))
        }
        bag["energy_kilocalories"] = first(\.energyKilocalories).map { .number(rounded($0)) }
        bag["distance_meters"] = first(\.distanceMeters).map { .number(rounded($0)) }
        bag["average_heart_rate"] = first(\.averageHeartRate).map {
            .number(rounded($0, places: 10))
        }
        bag["maximum_heart_rate"] = first(\.maximumHeartRate).map {
            .number(rounded($0, places: 10))
        }
        bag["indoor"] = first(\.isIndoor).map { .boolean($0) }
        let pauses = ranked.map(\.pauses).max() ?? 0
        if pauses > 0 { bag["pauses"] = .number(JSONNumber(Int64(pauses))) }
        let routes = Set(ranked.flatMap(\.routes)).count
        if routes > 0 { bag["routes"] = .number(JSONNumber(Int64(routes))) }
        if case .summary(let summary) = route {
            for (name, value) in summary.properties { bag[name] = value }
        }
        return bag
    }
}
