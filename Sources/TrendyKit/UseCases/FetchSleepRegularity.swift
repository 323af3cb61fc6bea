import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Reads the nights of days and measures how regular they are.
package struct FetchSleepRegularity: Sendable {
    /// The number of events read in one transaction.
    private static let pageSize = 1000
    /// How long before its day a night may begin.
    private static let longestNight = Duration.seconds(36 * 3600)

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Measures the nights that ended on days.
    ///
    /// - Parameters:
    ///   - days: the days.
    ///   - zones: the clocks on the wall.
    /// - Returns: the regularity; `nil` when there is no night at all.
    /// - Throws: an error of the database, or `CancellationError`.
    package func callAsFunction(
        on days: ClosedRange<CalendarDay>,
        in zones: ZoneHistory
    ) async throws -> SleepRegularity? {
        let metric = HealthMetric.sleep
        let settings = try await store.read { try $0.health.state(category: metric.rawValue) }
        var types = [metric.eventTypeID]
        if let chosen = settings.settings.eventTypeID, chosen != types[0] { types.append(chosen) }
        var sessions: [Range<Int>] = []
        for type in types { sessions += try await self.sessions(of: type, on: days, in: zones) }
        return sessions.isEmpty ? nil : SleepRegularity(sessions: sessions, days: days)
    }

    private func sessions(
        of type: EntityID,
        on days: ClosedRange<CalendarDay>,
        in zones: ZoneHistory
    ) async throws -> [Range<Int>] {
        var sessions: [Range<Int>] = []
        let filter = EventFilter(
            from: zones.start(of: days.lowerBound) - Self.longestNight,
            to: zones.start(of: days.upperBound.advanced(by: 1)),
            eventTypeID: type,
            limit: Self.pageSize
        )
        for try await page in store.eventPages(filter) {
            for entity in page {
                guard let event = entity.readable(as: Event.self)?.fields,
                    event.healthKitCategory == HealthMetric.sleep.rawValue,
                    let end = event.endDate, end > event.timestamp,
                    end - event.timestamp <= Self.longestNight
                else { continue }
                let start = zones.minute(at: event.timestamp)
                sessions.append(start..<max(start, zones.minute(at: end)))
            }
        }
        return sessions
    }
}
