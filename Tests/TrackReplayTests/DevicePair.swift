import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

/// Two devices of one person with the same geofence "Home", and copies of events between them.
struct DevicePair {
    let scratch: Scratch
    let first: MonitoredPhone
    let second: MonitoredPhone

    init() async throws {
        scratch = try Scratch()
        first = try MonitoredPhone(scratch.database)
        second = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
        let home = try await first.store.write {
            try $0.entities.create(try geofence("Home", at: 0))
        }
        try await second.store.write {
            try $0.entities.create(try geofence("Home", at: 0), id: home)
        }
    }

    /// The first device has an open visit; the other device is inside too, and missed the entry.
    func openVisitOnFirst(leaving other: MonitoredPhone) async throws -> RecordedVisit {
        for device in [first, other] { try await device.walk(to: 3000) }
        for device in [first, other] { try await device.open() }
        for device in [first, other] { try await device.pass(1800) }
        other.phone.location.loseNextEvents()
        for device in [first, other] { try await device.walk(to: 0) }
        #expect(try await other.visits().isEmpty)
        return try #require(try await first.visits().last)
    }

    /// Both devices receive an entry and miss the exit; six hours later the first one alone
    /// receives the next entry.
    ///
    /// - Returns: the region's identifier.
    func missExitAndReportEntryToFirst() async throws -> String {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await first.report(.crossing(region, .inside))
        try await second.pass(20)
        try await second.report(.crossing(region, .inside))
        for device in [first, second] { try await device.pass(6 * 3600) }
        try await first.report(.crossing(region, .inside))
        return region
    }

    /// Both devices have the same visit, whose exit the first one alone observes.
    ///
    /// - Returns: the time of the exit.
    func missExitOnSecond() async throws -> Instant {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        try await second.pass(600)
        try await send(from: first, to: second)
        return try #require(try await first.visits().last?.exit?.instant)
    }

    /// Adds a visit of another device to the second one, as a pull does.
    ///
    /// - `number`: the order of preference; a smaller one is better.
    /// - `known`: the earliest possible entry.
    func addVisit(
        like visit: RecordedVisit,
        _ number: UInt64,
        _ span: ClosedRange<Instant>,
        after known: Instant
    ) async throws -> EntityID {
        let id = EntityID(high: 0, low: number)
        let document = try #require(
            try await second.store.read { try $0.entities.fetch(id: visit.id) }
        ).document()
        var event = try Event(document: document)
        event.naturalKey = "visit/\(id)"
        (event.timestamp, event.endDate) = (span.lowerBound, span.upperBound)
        event.properties["entry_earliest"] = .instant(known)
        event.properties["entry_latest"] = .instant(span.lowerBound)
        event.properties["exit_earliest"] = .instant(span.lowerBound)
        event.properties["exit_latest"] = .instant(span.upperBound)
        try await second.store.write { [event] in try $0.entities.create(event, id: id) }
        return id
    }

    /// Copies the events of one device to another, as a pull does.
    func send(from device: MonitoredPhone, to other: MonitoredPhone) async throws {
        for entity in try await device.store.read({ try $0.entities.fetchAll(kind: .eventType) })
        where try await other.store.read({ try $0.entities.fetch(id: entity.id) }) == nil {
            try await other.store.write {
                try $0.entities.create(EventType(document: entity.document()), id: entity.id)
            }
        }
        for entity in try await device.store.read({ try $0.entities.events() }) {
            let document = try entity.document()
            guard let known = try await other.store.read({ try $0.entities.fetch(id: entity.id) })
            else {
                try await other.store.write {
                    try $0.entities.create(Event(document: document), id: entity.id)
                }
                continue
            }
            let change = try document.changes(from: known.document())
            guard !change.fields.isEmpty else { continue }
            try await other.store.write { try $0.entities.update(id: entity.id, change: change) }
        }
    }
}
