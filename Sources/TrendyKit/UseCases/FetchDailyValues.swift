package import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Reads one value for each calendar day: of a health metric, or the number of events of a type.
package struct FetchDailyValues: Sendable {
    /// The number of events read in one transaction.
    private static let pageSize = 2000
    /// How long before its day an event may begin: a night's sleep.
    private static let longestNight = Duration.seconds(36 * 3600)

    private let store: DeviceStore

    /// Creates a use case over a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Reads the values of days.
    ///
    /// - Parameters:
    ///   - type: the event type.
    ///   - metric: the metric whose values to read; `nil` counts the events.
    ///   - days: the days.
    ///   - zones: where days begin and end.
    /// - Returns: the days with data; a day without data has no value.
    /// - Throws: an error of the database, or `CancellationError`.
    package func callAsFunction(
        of type: EntityID,
        metric: HealthMetric?,
        on days: ClosedRange<CalendarDay>,
        in zones: ZoneHistory
    ) async throws -> [CalendarDay: Double] {
        let start = zones.start(of: days.lowerBound)
        let end = zones.start(of: days.upperBound.advanced(by: 1))
        let table = DayTable(covering: start...max(start, end - .milliseconds(1)), in: zones)
        var values: [CalendarDay: [Double]] = [:]
        let filter = EventFilter(
            from: start - Self.longestNight,
            to: end,
            eventTypeID: type,
            limit: Self.pageSize
        )
        for try await page in store.eventPages(filter) {
            for entity in page {
                guard let event = entity.readable(as: Event.self)?.fields,
                    (start..<end).contains(event.countedAt),
                    let value = Self.value(of: event, metric)
                else { continue }
                values[table.day(at: table.index(of: event.countedAt)), default: []].append(value)
            }
        }
        return values.mapValues { Self.combined($0, metric) }
    }

    private static func value(of event: Event, _ metric: HealthMetric?) -> Double? {
        guard let metric else { return 1 }
        guard event.healthKitCategory == metric.rawValue, let key = metric.valueProperty else {
            return nil
        }
        return event.properties.number(key)
    }

    /// The value of a day with several events, the newest first.
    private static func combined(_ values: [Double], _ metric: HealthMetric?) -> Double {
        guard let metric else { return values.reduce(0, +) }
        switch metric {
        case .sleep, .workout, .mindfulness, .water: return values.reduce(0, +)
        default: return values.reduce(0, +) / Double(values.count)
        }
    }
}
