public import TrendyModel
import TrendyStore

/// The health metrics and event counts of one calendar day.
public struct DaySummary: Sendable, Equatable {
    /// The day.
    public var day: CalendarDay
    /// Steps, merged over the sources.
    public var steps: Double?
    /// Active energy in kcal, merged over the sources.
    public var activeEnergyKilocalories: Double?
    /// Time asleep in the nights that ended on this day.
    public var asleep: Duration?
    /// Average heart rate in beats per minute.
    public var averageHeartRate: Double?
    /// The number of workouts that began on this day.
    public var workouts = 0
    /// The number of all other events on this day.
    public var otherEvents = 0

    /// Creates an empty summary.
    public init(day: CalendarDay) {
        self.day = day
    }
}

/// Reads the summaries of calendar days.
public struct SummarizeDays: Sendable {
    /// The number of events read at once.
    private static let pageSize = 500

    private let store: DeviceStore
    private let zones: ZoneHistory
    private let wallClock: any WallClock

    init(store: DeviceStore, zones: ZoneHistory, wallClock: any WallClock) {
        self.store = store
        self.zones = zones
        self.wallClock = wallClock
    }

    /// The latest days up to today that have events, newest first.
    ///
    /// Events dated in the future, for example by a wrong clock, are excluded.
    ///
    /// - `count`: the maximum number of days.
    public func latest(_ count: Int) async throws -> [DaySummary] {
        let tomorrow = zones.start(
            of: zones.day(containing: wallClock.now()).advanced(by: 1)
        )
        guard
            let newest = try await store.read({
                try $0.entities.events(EventFilter(to: tomorrow, limit: 1))
            }).first,
            let timestamp = EntityKeys(kind: .event, content: newest.content).timestamp
        else { return [] }
        let last = zones.day(containing: timestamp)
        let first = last.advanced(by: 1 - count)
        var summaries = (0..<count).map { DaySummary(day: last.advanced(by: -$0)) }
        let filter = EventFilter(
            from: zones.start(of: first) - .seconds(86_400),
            to: tomorrow,
            limit: Self.pageSize
        )
        for try await page in store.eventPages(filter) {
            for entity in page {
                guard let event = FetchedEvent(entity)?.event else { continue }
                let day = zones.day(of: event)
                let index = day.distance(to: last)
                if summaries.indices.contains(index) { add(event, to: &summaries[index]) }
            }
        }
        return summaries
    }

    private func add(_ event: Event, to summary: inout DaySummary) {
        switch event.healthKitCategory {
        case "steps":
            summary.steps = event.properties.number("count")
        case "active_energy":
            summary.activeEnergyKilocalories = event.properties.number("kilocalories")
        case "heart_rate":
            summary.averageHeartRate = event.properties.number("average")
        case "sleep":
            if let seconds = event.properties.number("asleep") {
                summary.asleep = (summary.asleep ?? .zero) + Duration(clampedSeconds: seconds)
            }
        case "workout":
            summary.workouts += 1
        default:
            summary.otherEvents += 1
        }
    }
}
