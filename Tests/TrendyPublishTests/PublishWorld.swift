import Foundation
import Logging
import Synchronization
import TrendyHealth
import TrendyModel
import TrendyStore

@testable import TrendyPublish

/// A wall clock that a test advances.
final class ManualClock: WallClock {
    private let instant = Mutex(Instant(rfc3339: "2026-03-02T12:00:00Z") ?? Instant(seconds: 0))

    func now() -> Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
}

/// SplitMix64 random numbers, equal in every run with the same seed.
final class SeededRandom: RandomSource {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) {
        state = Mutex(seed)
    }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}

/// A clock on which all time passes at once: a sleep advances the wall clock instead.
struct SkippingClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    let wallClock: ManualClock
    let minimumResolution = Duration.zero
    var now: Instant { Instant(offset: .milliseconds(wallClock.now().milliseconds)) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        wallClock.advance(by: max(.zero, now.duration(to: deadline)))
        // Others run before the next sleep.
        await Task.yield()
    }
}

/// A device's database and publish queue in a temporary directory.
final class PublishWorld: Sendable {
    let directory: String
    let clock = ManualClock()
    let dependencies: Dependencies
    let zones = ZoneHistory(.gmt)

    var queuePath: String { directory + "/publish.sqlite" }

    /// - `skipsTime`: whether sleeps advance the wall clock at once, instead of taking real time.
    init(seed: UInt64 = 1, skipsTime: Bool = false) throws {
        directory = FileManager.default.temporaryDirectory.path + "/publish-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        let random = SeededRandom(seed)
        dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: skipsTime ? SkippingClock(wallClock: clock) : ContinuousClock()
        )
    }

    deinit {
        // The system removes temporary directories that cannot be removed here.
        try? FileManager.default.removeItem(atPath: directory)
    }

    func store() throws -> DeviceStore {
        try DeviceStore(path: directory + "/local.sqlite", dependencies: dependencies)
    }

    func queue(maximum: Int = PublishQueue.maximumMessages) throws -> PublishQueue {
        try PublishQueue(path: queuePath, dependencies: dependencies, maximum: maximum)
    }

    /// A publisher over sinks.
    func publisher(
        _ store: DeviceStore,
        _ queue: PublishQueue,
        _ sinks: [any PublishSink],
        targets: [PublishPlanner.Target]
    ) -> Publisher {
        Publisher(
            store: store,
            queue: queue,
            sinks: sinks,
            planner: PublishPlanner(targets: targets, version: "1.0"),
            categories: [.steps, .sleep, .bodyMass],
            zones: { [zones] in zones },
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }
}

extension DeviceStore {
    /// Records a visit, or changes its end.
    func record(
        _ visit: EntityID,
        to place: EntityID?,
        from start: Instant,
        until end: Instant? = nil
    ) throws {
        try write { transaction in
            if try transaction.entities.fetch(id: visit) != nil {
                var change = Document()
                change["end_date"] = end.map { RawJSON($0) } ?? .null
                change["timestamp"] = RawJSON(start)
                return try transaction.entities.update(id: visit, change: change)
            }
            var event = Event(
                eventTypeID: EntityID.derived(kind: "event_type", naturalKey: "visit"),
                timestamp: start,
                sourceType: .geofence
            )
            event.naturalKey = Event.visitKeyPrefix + visit.description
            event.geofenceID = place
            event.endDate = end
            try transaction.entities.create(event, id: visit)
        }
    }

    /// Records the steps of a day.
    func record(steps: Int64, on day: CalendarDay, _ zones: ZoneHistory) throws {
        try record(
            category: "steps",
            key: day.description,
            at: zones.start(of: day),
            ["count": .number(JSONNumber(steps))]
        )
    }

    /// Records an event of a health category, or replaces its properties.
    func record(
        category: String,
        key: String,
        at start: Instant,
        until end: Instant? = nil,
        _ properties: [String: PropertyValue]
    ) throws {
        let type = EntityID.derived(kind: "event_type", naturalKey: "healthkit/\(category)")
        let id = EntityID.derived(kind: "event", naturalKey: "\(category)/\(key)")
        var bag = PropertyBag()
        for (name, value) in properties { bag[name] = value }
        let json = bag.json
        var event = Event(eventTypeID: type, timestamp: start, sourceType: .healthKit)
        event.endDate = end
        event.healthKitCategory = category
        event.properties = bag
        let fields = event
        try write { transaction in
            if try transaction.entities.fetch(id: id) != nil {
                var change = Document()
                change["properties"] = json
                return try transaction.entities.update(id: id, change: change)
            }
            try transaction.entities.create(fields, id: id)
        }
    }
}
