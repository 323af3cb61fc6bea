import TrendyHealth
package import TrendyKit
import TrendyLocalization
package import TrendyModel
package import TrendyStore

/// Reads the ribbons of days from the store.
package struct RhythmReader {
    /// How long before a day a stay or a night may have begun to be shown on it.
    static let lookback = Duration.seconds(7 * 86_400)
    private static let pageSize = 1000

    let store: DeviceStore
    let formats: DisplayFormatter

    /// Creates a reader of a store.
    package init(store: DeviceStore, formats: DisplayFormatter) {
        self.store = store
        self.formats = formats
    }

    /// The ribbons of days, newest first.
    ///
    /// - `now`: the end of stays that are still open.
    package func days(
        _ days: ClosedRange<CalendarDay>,
        now: Instant
    ) async throws -> [RhythmDay] {
        let zones = formats.zones()
        var types: [EntityID: EventType] = [:]
        for entity in try await store.read({ try $0.entities.fetchAll(kind: .eventType) }) {
            types[entity.id] = EventTypeFormatter.type(entity)
        }
        let events = try await events(days, zones, now)
        let today = zones.day(containing: now)
        return days.reversed().map { day in
            let interval = zones.interval(of: day)
            let segments = events.compactMap { segment($0, in: interval, types[$0.typeID]) }
            return RhythmDay(
                id: day,
                title: formats.day(day, today: today),
                segments: segments.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
            )
        }
    }

    private struct Span {
        let id: EntityID
        let typeID: EntityID
        let kind: RhythmDay.Kind
        let start: Instant
        let end: Instant
        let place: String?
    }

    private func events(
        _ days: ClosedRange<CalendarDay>,
        _ zones: ZoneHistory,
        _ now: Instant
    ) async throws -> [Span] {
        let filter = EventFilter(
            from: zones.start(of: days.lowerBound) - Self.lookback,
            to: zones.start(of: days.upperBound.advanced(by: 1)),
            limit: Self.pageSize
        )
        var spans: [Span] = []
        for try await page in store.eventPages(filter) {
            for entity in page {
                guard let event = entity.readable(as: Event.self)?.fields,
                    let kind = Self.kind(of: event)
                else { continue }
                let open = kind == .stay ? max(now, event.timestamp) : event.timestamp
                spans.append(
                    Span(
                        id: entity.id,
                        typeID: event.eventTypeID,
                        kind: kind,
                        start: event.timestamp,
                        end: event.endDate ?? open,
                        place: event.locationName
                    )
                )
            }
        }
        return spans
    }

    /// What an event shows; `nil` for one that the ribbon leaves out.
    private static func kind(of event: Event) -> RhythmDay.Kind? {
        if event.isAllDay { return nil }
        if event.sourceType == .geofence { return .stay }
        switch event.healthKitCategory {
        case HealthMetric.sleep.rawValue: return .sleep
        case HealthMetric.workout.rawValue: return .workout
        case nil: return event.sourceType == .manual ? .entry : nil
        default: return nil
        }
    }

    private func segment(
        _ span: Span,
        in day: Range<Instant>,
        _ type: EventType?
    ) -> RhythmDay.Segment? {
        let length = (day.upperBound - day.lowerBound) / .seconds(1)
        let isInstant = span.end <= span.start
        guard length > 0,
            isInstant
                ? day.contains(span.start)
                : span.start < day.upperBound && span.end > day.lowerBound
        else { return nil }
        func fraction(_ instant: Instant) -> Double {
            min(1, max(0, (instant - day.lowerBound) / .seconds(1) / length))
        }
        let title = span.place ?? type?.name ?? Strings.Timeline.unknownType()
        let start = formats.time(span.start)
        let time =
            isInstant
            ? start : Strings.Time.span(["start": start, "end": formats.time(span.end)])
        return RhythmDay.Segment(
            id: span.id,
            kind: span.kind,
            start: fraction(span.start),
            end: fraction(max(span.start, span.end)),
            title: title,
            text: Strings.Time.timeOfDay(["day": title, "time": time]),
            color: type?.color ?? "#808080"
        )
    }
}
