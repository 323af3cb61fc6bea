package import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Reads the hourly sums of a metric on the same weekday of earlier weeks.
package struct FetchEarlierWeeks: Sendable {
    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Reads the hours of days of earlier weeks.
    ///
    /// The events have derived ids, so the cost is one look-up for each week.
    ///
    /// - Parameters:
    ///   - metric: a metric with hourly sums.
    ///   - day: the day whose weekday to read.
    ///   - count: the number of weeks.
    /// - Returns: the hours of the days with data, the latest first.
    /// - Throws: an error of the database.
    package func callAsFunction(
        of metric: HealthMetric,
        before day: CalendarDay,
        count: Int = UsualDay.weeks
    ) async throws -> [[Double?]] {
        let ids = (1...max(1, count)).map { week in
            EntityID.derived(
                kind: "event",
                naturalKey: "\(metric.rawValue)/\(day.advanced(by: -7 * week))"
            )
        }
        return try await store.read { transaction in
            try ids.compactMap { id in
                let event = try transaction.entities.fetch(id: id)?.readable(as: Event.self)?.fields
                return event?.hourlySums
            }
        }
    }
}

extension Event {
    /// The stored sum of each hour of the event's day; `nil` when there is none.
    package var hourlySums: [Double?]? {
        guard case .series(let numbers) = properties["hourly"] else { return nil }
        return numbers.map { number in number.map(\.double).flatMap { $0.isFinite ? $0 : nil } }
    }
}
