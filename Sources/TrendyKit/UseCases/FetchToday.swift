package import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Reads the events for today's cards through indexes; the cost is independent of the number of
/// stored events.
package struct FetchToday: Sendable {
    /// The events of a health category.
    package struct Findings: Sendable, Equatable {
        /// The health category.
        package var category: HealthMetric
        /// The id of the type of its events.
        package var eventTypeID: EntityID
        /// The type of its events.
        package var eventType: EventType
        /// The type's name, localized unless the person renamed it.
        package var name: String
        /// Today's events, newest first.
        package var today: [Event] = []
        /// The newest event of an earlier day; `nil` when there is none.
        package var last: Event?
        /// A field that cannot be decoded; `nil` when all can.
        package var unreadable: FieldError?
        /// The last time that capture changed an event; `nil` when it never did.
        package var changedAt: Instant?
        /// Why the last capture failed; `nil` when it succeeded.
        package var failure: FailureReason?
        /// When capture first failed since its last success.
        package var failedAt: Instant?
    }

    /// The maximum number of events read per category and day.
    static let limit = 500
    /// How long before the start of today a night that ended today may have begun.
    private static let longestNight = Duration.seconds(36 * 3600)

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Reads the events of categories on a day.
    ///
    /// - Throws: an error of the database.
    package func callAsFunction(
        _ categories: [HealthMetric],
        on day: CalendarDay,
        in zones: ZoneHistory
    ) async throws -> [Findings] {
        let interval = zones.interval(of: day)
        var findings: [Findings] = []
        for category in categories {
            let state = try await store.read { try $0.health.state(category: category.rawValue) }
            var found = Findings(
                category: category,
                eventTypeID: category.eventTypeID,
                eventType: category.eventType,
                name: category.text
            )
            found.changedAt = state.changedAt
            found.failure = state.failure
            found.failedAt = state.failedAt
            var types = [category.eventTypeID]
            if let chosen = state.settings.eventTypeID, chosen != types[0] {
                types.insert(chosen, at: 0)
            }
            found.eventTypeID = types[0]
            if let type = try await store.read({ [types] in try $0.entities.fetch(id: types[0]) }) {
                found.eventType = EventTypeFormatter.type(type)
                found.name = found.eventType.name
            }
            let isNight = category == .sleep
            for type in types {
                let events = try await events(
                    EventFilter(
                        from: isNight
                            ? interval.lowerBound - Self.longestNight : interval.lowerBound,
                        to: interval.upperBound,
                        eventTypeID: type,
                        limit: Self.limit
                    ),
                    of: category,
                    &found.unreadable
                )
                found.today += events.filter { zones.day(of: $0) == day }
                // A small limit suffices: other categories share the type only if the person chose
                // so.
                let before = try await self.events(
                    EventFilter(to: interval.upperBound, eventTypeID: type, limit: 20),
                    of: category,
                    &found.unreadable
                ).first { zones.day(of: $0) < day }
                if let before, found.last.map({ $0.timestamp < before.timestamp }) ?? true {
                    found.last = before
                }
            }
            found.today.sort { $0.timestamp > $1.timestamp }
            findings.append(found)
        }
        return findings
    }

    /// - `fieldError`: set to the first field that cannot be decoded, unless it is set already.
    private func events(
        _ filter: EventFilter,
        of category: HealthMetric,
        _ fieldError: inout FieldError?
    ) async throws -> [Event] {
        try await store.read { try $0.entities.events(filter) }.compactMap { entity in
            guard let read = entity.readable(as: Event.self) else { return nil }
            // An event with an undecodable category may belong to this one.
            if read.fields.healthKitCategory ?? category.rawValue == category.rawValue {
                fieldError = fieldError ?? read.fieldError
            }
            return read.fields.healthKitCategory == category.rawValue ? read.fields : nil
        }
    }
}
