public import TrendyHealth
public import TrendyModel
public import TrendyStore

/// Reads what the cards of today's screen are made of, through indexes: it costs the same however
/// many events there are.
public struct FetchToday: Sendable {
    /// What there is of a category.
    public struct Findings: Sendable, Equatable {
        /// The category.
        public var category: HealthCategory
        /// The type of its events.
        public var eventType: EventType
        /// What the type is called, in the person's language as far as Trendy named it.
        public var name: String
        /// Its events of today, newest first.
        public var today: [Event] = []
        /// Its newest event of another day before; `nil` when there is none.
        public var last: Event?
        /// What is wrong with a field that cannot be read of them; `nil` when all can.
        public var unreadable: FieldError?
        /// Why capture last failed; `nil` when it did not.
        public var failure: String?
        /// When it failed first, since it last went well.
        public var failedAt: Instant?
    }

    /// Events of a category and a day that are read, at most.
    static let limit = 500
    /// How long before today a night may have begun that ended today.
    private static let longestNight = Duration.seconds(36 * 3600)

    private let store: DeviceStore

    /// A use case over a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// What there is of categories on a day.
    ///
    /// - Throws: what the database throws.
    public func callAsFunction(
        _ categories: [HealthCategory],
        on day: CalendarDay,
        in zones: ZoneHistory
    ) async throws -> [Findings] {
        let interval = zones.interval(of: day)
        var findings: [Findings] = []
        for category in categories {
            let state = try await store.healthState(category: category.rawValue)
            var found = Findings(
                category: category,
                eventType: category.eventType,
                name: category.text
            )
            found.failure = state.failure
            found.failedAt = state.failedAt
            var types = [category.eventTypeID]
            if let chosen = state.settings.eventTypeID, chosen != types[0] {
                types.insert(chosen, at: 0)
            }
            if let type = try await store.entity(id: types[0]) {
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
                // Few are read: others have the type as well only where the person chose it so.
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

    /// - `flaw`: what is wrong with one of them, unless something is known already.
    private func events(
        _ filter: EventFilter,
        of category: HealthCategory,
        _ flaw: inout FieldError?
    ) async throws -> [Event] {
        try await store.events(filter).compactMap { entity in
            guard let read = entity.readable(as: Event.self) else { return nil }
            // Where that itself cannot be read, it may be one of them.
            if read.fields.healthKitCategory ?? category.rawValue == category.rawValue {
                flaw = flaw ?? read.flaw
            }
            return read.fields.healthKitCategory == category.rawValue ? read.fields : nil
        }
    }
}
