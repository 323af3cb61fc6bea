import Foundation
package import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Reads at which hours of the day a metric's values arise, or events of a type begin.
package struct FetchHourProfile: Sendable {
    /// The number of events read in one transaction.
    private static let pageSize = 2000

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Reads the hours of days.
    ///
    /// - Parameters:
    ///   - type: the event type.
    ///   - metric: the metric; `nil` counts the events.
    ///   - days: the days, without the current one, whose later hours are still empty.
    ///   - zones: the clocks on the wall.
    /// - Returns: the hours.
    /// - Throws: an error of the database, or `CancellationError`.
    package func callAsFunction(
        of type: EntityID,
        metric: HealthMetric?,
        on days: ClosedRange<CalendarDay>,
        in zones: ZoneHistory
    ) async throws -> HourProfile {
        let filter = EventFilter(
            from: zones.start(of: days.lowerBound),
            to: zones.start(of: days.upperBound.advanced(by: 1)),
            eventTypeID: type,
            limit: Self.pageSize
        )
        var sums: [[Double?]] = []
        var hours: [Int] = []
        for try await page in store.eventPages(filter) {
            for entity in page {
                guard let event = entity.readable(as: Event.self)?.fields,
                    metric == nil || event.healthKitCategory == metric?.rawValue
                else { continue }
                if let series = event.hourlySums {
                    sums.append(series)
                } else if !event.isAllDay {
                    hours.append(zones.minute(at: event.timestamp) % 1440 / 60)
                }
            }
        }
        return sums.isEmpty ? HourProfile(hours: hours) : HourProfile(days: sums)
    }
}

extension ZoneHistory {
    /// Whole minutes since midnight of 1970-01-01, by the clock on the wall at an instant of the
    /// years 1970 and later; 0 before.
    func minute(at instant: Instant) -> Int {
        let offset = zone(at: instant).secondsFromGMT(for: Date(instant))
        return max(0, Int(clamping: (instant.seconds + Int64(offset)) / 60))
    }
}
