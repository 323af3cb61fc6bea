package import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Explains where the numbers of a health metric on a day come from.
package struct ExplainHealthDay: Sendable {
    /// An event of the metric on the day.
    package struct StoredResult: Sendable, Equatable {
        /// The event's id.
        package var id: EntityID
        /// The event.
        package var event: Event
        /// When the event last changed.
        package var updatedAt: Instant
        /// Whether this device computed the event's present content.
        package var isOwn: Bool
    }

    /// What is known of a metric on a day.
    package struct Explanation: Sendable, Equatable {
        /// The metric.
        package var metric: HealthMetric
        /// The day.
        package var day: CalendarDay
        /// The stored events, oldest first: computed ones and those that the person entered.
        package var stored: [StoredResult]
        /// What each source says; `nil` when no samples are at hand.
        package var samples: HealthExplanation?
        /// The number of rejected samples of the metric of any day, by reason.
        package var rejections: [String: Int]
        /// The end of the newest sample of the metric.
        package var newest: Instant?
        /// When capture last changed an event of the metric.
        package var changedAt: Instant?
        /// Why the last capture failed; `nil` when it succeeded.
        package var failure: FailureReason?
        /// The earliest instant from which samples are readable; `nil` without such a limit.
        package var readableFrom: Instant?
        /// The number of days that the first import still has to compute.
        package var daysToImport: Int
    }

    private let store: DeviceStore
    private let source: (any HealthSource)?
    private let sourceOrder: [String]

    /// Creates a use case over a store.
    ///
    /// - `source`: the samples; `nil` when this device has none.
    /// - `sourceOrder`: the names of the sources that take priority over all others.
    package init(
        store: DeviceStore,
        source: (any HealthSource)? = nil,
        sourceOrder: [String] = []
    ) {
        self.store = store
        self.source = source
        self.sourceOrder = sourceOrder
    }

    /// Explains a metric on a day.
    ///
    /// - Throws: an error of the database or the source.
    package func callAsFunction(
        _ metric: HealthMetric,
        on day: CalendarDay,
        in zones: ZoneHistory
    ) async throws -> Explanation {
        let state = try await store.read { try $0.health.state(category: metric.rawValue) }
        let order = try await store.read {
            try $0.health.sourceOrder(category: metric.rawValue)
        }
        let inferred = order?.isInferred == true ? order?.sources ?? [] : []
        var samples: HealthExplanation?
        if let source {
            samples = try await HealthExplanation(
                of: metric,
                on: day,
                from: source,
                order: sourceOrder.isEmpty ? inferred : sourceOrder,
                zones: zones
            )
        }
        return Explanation(
            metric: metric,
            day: day,
            stored: try await stored(metric, on: day, in: zones),
            samples: samples,
            rejections: try await store.read {
                try $0.health.sampleRejections(category: metric.rawValue)
            },
            newest: state.newest,
            changedAt: state.changedAt,
            failure: state.failure,
            readableFrom: state.readableFrom,
            daysToImport: state.backfill.reduce(0) { $0 + $1.count }
        )
    }

    /// The events of a metric on a day.
    ///
    /// A session belongs to the day that it ends on, and may have begun two days before.
    private func stored(
        _ metric: HealthMetric,
        on day: CalendarDay,
        in zones: ZoneHistory
    ) async throws -> [StoredResult] {
        let interval = zones.interval(of: day)
        let margin = Duration.seconds(2 * 86_400)
        return try await store.read { transaction in
            let events = try transaction.health.events(
                of: metric.rawValue,
                in: interval.lowerBound - margin..<interval.upperBound
            )
            var results: [StoredResult] = []
            for (id, event) in events where zones.day(of: event) == day {
                guard let entity = try transaction.entities.fetch(id: id) else { continue }
                results.append(
                    StoredResult(
                        id: id,
                        event: event,
                        updatedAt: entity.updatedAt,
                        isOwn: try transaction.health.isOwnResult(id: id)
                    )
                )
            }
            return results
        }
    }
}
