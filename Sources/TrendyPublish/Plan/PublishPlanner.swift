package import TrendyModel

/// Computes from the device's data and what was published before what a queue has to contain.
package struct PublishPlanner: Sendable {
    /// What a sink receives.
    package enum Target: Sendable, Hashable {
        /// MQTT topics under a prefix, with or without discovery messages.
        case mqtt(name: String, prefix: String, hasDiscovery: Bool)
        /// Metrics and visits as single messages.
        case webhook(name: String)

        /// The sink's name.
        package var name: String {
            switch self {
            case .mqtt(let name, _, _), .webhook(let name): name
            }
        }
    }

    /// The largest age of ``PublishCursor/scannedAt``: reading more than necessary is cheaper than
    /// storing each read.
    private static let cursorPeriod = Duration.seconds(3600)

    private let targets: [Target]
    private let version: String

    /// Creates a planner.
    ///
    /// - `version`: the version of the program, in discovery messages.
    package init(targets: [Target], version: String) {
        self.targets = targets
        self.version = version
    }

    /// The cursor with which to read the device's data.
    package static func cursor(
        after stored: PublishCursor?,
        device: EntityID,
        now: Instant
    ) -> PublishCursor {
        if let stored, stored.device == device { return stored }
        return PublishCursor(device: device, startedAt: now, scannedAt: now)
    }

    /// The plan for a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the device's data, read with the cursor.
    ///   - cursor: where reading began.
    ///   - known: the published visits of the same device.
    /// - Returns: the content of each sink's topics, and the changes of visits.
    package func plan(
        _ snapshot: PublishSnapshot,
        cursor: PublishCursor,
        known: [EntityID: PublishedVisit]
    ) -> PublishPlan {
        let visits = VisitChanges(
            snapshot.visits,
            known: known,
            horizon: cursor.horizon,
            startedAt: cursor.startedAt,
            now: snapshot.now
        )
        var plan = PublishPlan(cursor: cursor)
        if snapshot.now - cursor.scannedAt > Self.cursorPeriod {
            plan.cursor.scannedAt = snapshot.now
        }
        plan.visits = visits.remembered
        plan.forgottenVisits = visits.forgotten
        plan.states = targets.map { target in
            switch target {
            case .mqtt(let name, let prefix, let hasDiscovery):
                mqtt(
                    name,
                    PublishTopics(prefix: prefix, device: snapshot.device),
                    hasDiscovery,
                    snapshot,
                    visits
                )
            case .webhook(let name): webhook(name, snapshot, visits)
            }
        }
        return plan
    }

    private func mqtt(
        _ name: String,
        _ topics: PublishTopics,
        _ hasDiscovery: Bool,
        _ snapshot: PublishSnapshot,
        _ visits: VisitChanges
    ) -> PublishPlan.Sink {
        var states: [TopicState] = []
        if hasDiscovery {
            let discovery = HomeAssistantDiscovery(topics: topics, version: version)
            states += snapshot.readings.map { discovery.metric($0.metric) }
            states += snapshot.places.map { discovery.place($0) }
            if !snapshot.places.isEmpty { states.append(discovery.currentPlace) }
        }
        states += snapshot.readings.map { reading in
            TopicState(
                kind: .metric,
                topic: topics.metric(reading.metric.name),
                payload: reading.payload
            )
        }
        let open = snapshot.visits.filter { $0.end == nil }
            .sorted { ($0.start, $0.id) < ($1.start, $1.id) }
        states += snapshot.places.map { place in
            let visit = open.last { $0.place == place.id }
            return TopicState(
                kind: .place,
                topic: topics.place(place.id),
                payload: Document([
                    .init(name: "name", value: RawJSON(place.name)),
                    .init(name: "inside", value: RawJSON(visit != nil)),
                    .init(name: "since", value: visit.map { RawJSON($0.start) } ?? .null),
                ]).json.utf8
            )
        }
        if !snapshot.places.isEmpty {
            let current = open.reversed().lazy.compactMap { visit in
                snapshot.places.first { $0.id == visit.place }
            }.first
            states.append(
                TopicState(
                    kind: .place,
                    topic: topics.currentPlace,
                    payload: Document([
                        .init(name: "name", value: current.map { RawJSON($0.name) } ?? .null),
                        .init(name: "id", value: current.map { RawJSON($0.id) } ?? .null),
                    ]).json.utf8
                )
            )
        }
        return PublishPlan.Sink(
            name: name,
            topics: states,
            visits: visitStates(visits, snapshot, topic: topics.visit)
        )
    }

    private func webhook(
        _ name: String,
        _ snapshot: PublishSnapshot,
        _ visits: VisitChanges
    ) -> PublishPlan.Sink {
        PublishPlan.Sink(
            name: name,
            topics: snapshot.readings.map { reading in
                TopicState(
                    kind: .metric,
                    topic: reading.metric.name,
                    payload: reading.payload,
                    isRetained: false
                )
            },
            visits: visitStates(visits, snapshot, topic: "visit")
        )
    }

    private func visitStates(
        _ visits: VisitChanges,
        _ snapshot: PublishSnapshot,
        topic: String
    ) -> [TopicState] {
        visits.changes.map { change in
            let visit = change.visit
            let place = snapshot.places.first { $0.id == visit.place }
            let document = Document([
                .init(name: "event", value: RawJSON(change.kind.rawValue)),
                .init(name: "id", value: RawJSON(visit.id)),
                .init(name: "place", value: place.map { RawJSON($0.name) } ?? .null),
                .init(name: "place_id", value: visit.place.map { RawJSON($0) } ?? .null),
                .init(name: "start", value: RawJSON(visit.start)),
                .init(name: "end", value: visit.end.map { RawJSON($0) } ?? .null),
            ])
            return TopicState(
                kind: .visit,
                topic: topic,
                payload: document.json.utf8,
                isRetained: false
            )
        }
    }
}
