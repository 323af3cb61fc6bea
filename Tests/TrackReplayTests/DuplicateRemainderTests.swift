import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("What remains of a replaced visit")
struct DuplicateRemainderTests {
    private let devices: DevicePair
    private var scratch: Scratch { devices.scratch }
    private var first: MonitoredPhone { devices.first }
    private var second: MonitoredPhone { devices.second }

    init() async throws {
        devices = try await DevicePair()
    }

    @Test("An exit after a state outside belongs to a second visit")
    func returnUnobserved() async throws {
        // Regression: the second stay was lost to the first one, which seemed to be longer.
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await first.pass(3600)
        try await first.walk(to: 3000)
        let seen = try #require(try await first.visits().first)
        let end = try #require(seen.exit?.instant)
        try await second.pass(3 * 3600)
        try await second.report(.state(region, .outside))
        let outside = Instant(second.timeline.now)
        #expect(outside > end + .seconds(1800))
        try await second.pass(3 * 3600)
        try await second.report(.crossing(region, .outside))
        let left = try #require(try await second.visits().last?.exit?.instant)
        // A third device has recorded both stays as one.
        try await devices.send(from: first, to: second)
        let document = try #require(
            try await second.store.read { try $0.entities.fetch(id: seen.id) }
        ).document()
        var whole = try Event(document: document)
        whole.endDate = left - .seconds(60)
        whole.properties["exit_latest"] = .instant(left - .seconds(60))
        try await second.store.write { [whole] in
            try $0.entities.update(id: seen.id, change: whole.document)
        }
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [seen.id])

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
        #expect(visits.last?.isEntryMissed == true)
        #expect(visits.last?.entry.earliest.map { $0 > end && $0 <= outside } == true)
    }

    @Test("An end that another device observed leaves no remainder that ends before it begins")
    func seenBeforeLastKnown() async throws {
        // Regression: the update was refused again and again, and no region was monitored.
        let home = try #require(
            try await second.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await second.walk(to: 3000)
        try await second.open()
        try await second.walk(to: 0)
        try await second.pass(3600)
        try await second.report(.crossing(region, .outside))
        let visit = try #require(try await second.visits().last)
        let ended = try #require(
            try await second.store.read { try $0.entities.fetch(id: visit.id) }
        ).document()
        try await second.pass(120)
        try await second.report(.crossing(region, .inside))
        #expect(try await second.visits().last?.exit == nil)
        try await second.pass(2 * 3600)
        try await second.reconcile(.activation)
        // Another device observed the same exit, and not the entry after it.
        try await second.store.write { try $0.entities.update(id: visit.id, change: ended) }
        try await second.report(.state(region, .outside))

        try await second.reconcile(.sync)

        #expect(try await second.visits() == [visit])
    }

    @Test(
        "The observed end is kept when its visit is deleted in favour of a duplicate",
        arguments: [false, true]
    )
    func observedExit(isFound: Bool) async throws {
        let left = try await first.store.write {
            try $0.entities.create(EventType(name: "Left home"))
        }
        try await second.store.write {
            try $0.entities.create(EventType(name: "Left home"), id: left)
        }
        for device in [first, second] {
            let home = try #require(
                try await device.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
            )
            let change = Document([.init(name: "event_type_exit_id", value: RawJSON(left))])
            try await device.store.write { try $0.entities.update(id: home.id, change: change) }
        }
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(60)
        try await second.walk(to: 0)
        for device in [first, second] { try await device.pass(3600) }
        try await second.walk(to: 3000)
        let end = try #require(try await second.visits().last?.exit?.instant)
        if isFound {
            let home = try #require(
                try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
            )
            try await first.pass(4 * 3600)
            try await first.report(.state(RegionIdentity.identifier(of: home.id), .outside))
            #expect(try await first.visits().last?.exit?.evidenceSource == "inferred")
        }
        try await devices.send(from: first, to: second)

        try await second.reconcile(.sync)

        let visit = try #require(try await second.visits().last)
        #expect(try await second.visits().map(\.id) == (try await first.visits().map(\.id)))
        #expect(visit.exit?.instant == end)
        #expect(visit.exit?.evidenceSource == "crossing")
        // One device observed the entry, the other the exit: no inferred end outweighs that.
        let entity = try #require(
            try await second.store.read { try $0.entities.fetch(id: visit.id) }
        )
        #expect(try Event(document: entity.document()).evidence?.sampleCount ?? 0 >= 2000)
        let exits = try await second.store.read { try $0.entities.events() }.map {
            try Event(document: $0.document())
        }
        .filter { $0.eventTypeID == left }
        #expect(exits.map(\.timestamp) == [end])
    }

    @Test("A visit that will be replaced by an earlier one replaces none that began after that")
    func replacedItself() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(20)
        try await second.walk(to: 0)
        // The second device misses the exit and the next entry.
        try await first.pass(300)
        try await first.walk(to: 3000)
        try await first.pass(3600)
        try await first.walk(to: 0)
        try await first.pass(900)
        try await first.walk(to: 3000)
        let visits = try await first.visits().map(\.id)
        #expect(visits.count == 2)
        try await second.pass(5100)
        try await second.walk(to: 3000)
        #expect(try await second.visits().count == 1)
        try await devices.send(from: second, to: first)

        try await first.reconcile(.sync)

        #expect(Set(try await first.visits().map(\.id)).isSuperset(of: visits))
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == visits)
    }

    @Test("A visit with an end that another device observed replaces none after that end")
    func endsFirst() async throws {
        // Regression: a visit was lost inside another one whose exit was missed.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await second.walk(to: 0)
        try await first.pass(20)
        try await first.walk(to: 0)
        // The second device misses the exit and the next entry.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await first.pass(3600)
        try await first.walk(to: 0)
        try await first.pass(900)
        try await first.walk(to: 3000)
        let later = try #require(try await first.visits().last)
        try await second.pass(5100)
        try await second.walk(to: 3000)
        let inferred = try #require(try await second.visits().last)
        try await devices.send(from: second, to: first)

        try await first.reconcile(.sync)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.map(\.id) == [inferred.id, later.id])
        #expect(visits.map(\.exit?.instant) == [end, later.exit?.instant])
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [inferred.id, later.id])
    }

    @Test(
        "The remainder after an end that another device observed is kept if it lasted",
        arguments: [600, 60]
    )
    func remainder(seconds: Int) async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        try await second.pass(20)
        try await second.walk(to: 0)
        // The second device misses the exit and the next entry, the first one everything after the
        // exit.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let left = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(5 * 3600)
        try await second.open()
        try await second.pass(seconds)
        try await second.walk(to: 3000)
        let end = try #require(try await second.visits().last?.exit?.instant)
        try await devices.send(from: first, to: second)

        try await second.reconcile(.sync)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        // A state a moment before an observation outside may be stale.
        guard seconds > 180 else { return #expect(visits.map(\.exit?.instant) == [left]) }
        #expect(visits.map(\.exit?.instant) == [left, end])
        let entry = try #require(visits.last?.entry)
        #expect(entry.evidenceSource == "missed" && entry.earliest == left)
        #expect(entry.instant > left && entry.instant < end)
    }

    @Test("The remainder of a kept visit becomes the replaced visit")
    func remainderOfBetter() async throws {
        // Regression: the observed exit was lost when its visit was deleted.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await second.walk(to: 0)
        try await first.pass(20)
        try await first.walk(to: 0)
        // The second device misses the exit and the next entry, the first one everything after the
        // exit.
        try await first.pass(300)
        try await first.walk(to: 3000)
        let seen = try #require(try await first.visits().last)
        try await second.pass(5 * 3600)
        try await second.open()
        try await second.pass(600)
        try await second.walk(to: 3000)
        let better = try #require(try await second.visits().last)
        try await devices.send(from: second, to: first)

        try await first.reconcile(.sync)
        try await first.reconcile(.sync)

        let visits = try await first.visits()
        #expect(visits.map(\.id) == [better.id, seen.id])
        #expect(visits.map(\.exit?.instant) == [seen.exit?.instant, better.exit?.instant])
        let entry = try #require(visits.last?.entry)
        #expect(entry.evidenceSource == "missed" && entry.earliest == seen.exit?.instant)
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [better.id, seen.id])
    }

    @Test(
        "A device that continues a deleted visit ends the visit that replaced it",
        arguments: [GoneWhen.there, .left, .backSince]
    )
    func deletedMeanwhile(when: GoneWhen) async throws {
        // Regression: the end was written to the deleted visit.
        let third = try MonitoredPhone(scratch.path + "/third.sqlite", seed: 3)
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        try await third.store.write {
            try $0.entities.create(try geofence("Home", at: 0), id: home.id)
        }
        for device in [first, third, second] { try await device.walk(to: 3000) }
        for device in [first, third, second] { try await device.open() }
        for (index, device) in [first, third, second].enumerated() {
            try await device.pass(60 * (index + 1))
            try await device.walk(to: 0)
        }
        try await devices.send(from: third, to: second)
        try await second.reconcile(.sync)
        let gone = try #require(try await third.visits().last)
        #expect(try await second.visits().last?.id == gone.id)
        try await devices.send(from: first, to: third)
        try await third.reconcile(.sync)
        let stays = try #require(try await first.visits().last)
        #expect(try await third.visits().last?.id == stays.id)

        if when == .there { try await receiveDeletion(of: gone) }
        try await second.pass(3600)
        try await second.walk(to: 3000)
        if when == .backSince {
            try await second.pass(3600)
            try await second.walk(to: 0)
        }
        if when != .there { try await receiveDeletion(of: gone) }

        let notes = try await second.store.read { try $0.places.regionLog() }
        let left = try #require(notes.first { $0.kind == RegionLogEntry.left })
        let visits = try await second.visits().filter { $0.entry.instant >= stays.entry.instant }
        #expect(visits.map(\.id).first == stays.id)
        #expect(visits.map(\.exit?.instant) == (when == .backSince ? [left.at, nil] : [left.at]))
    }

    /// When a device receives the deletion of the visit that it continues.
    enum GoneWhen: Sendable { case there, left, backSince }

    /// The second device receives the deletion of a visit in favour of the first device's.
    private func receiveDeletion(of gone: RecordedVisit) async throws {
        try await devices.send(from: first, to: second)
        try await second.store.write { try $0.entities.delete(id: gone.id) }
        try await second.reconcile(.sync)
    }

    @Test(
        "Observations after an end of another device that arrives late are kept as a visit",
        arguments: [false, true]
    )
    func afterLateRemoteEnd(isBackSince: Bool) async throws {
        // Regression: the stay was lost with an end that an earlier one replaced.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(5 * 3600)
        // The system delivers the exit late, when the person is back.
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        for side in [RegionSide.outside, .inside] {
            try await second.report(.crossing(region, side))
        }
        try await second.pass(3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        #expect(try await second.visits().count == 1)
        if isBackSince {
            try await second.pass(3600)
            try await second.walk(to: 0)
        }
        try await devices.send(from: first, to: second)

        try await second.reconcile(.sync)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left] + (isBackSince ? [nil] : []))
        let rest = try #require(visits.first { $0.exit?.instant == left })
        let entry = rest.entry
        #expect(entry.evidenceSource == "missed" && entry.earliest == end)
        #expect(entry.instant > end && entry.instant < left)

        // A visit that the person deletes is not recorded again.
        try await second.store.write { try $0.entities.delete(id: rest.id) }
        try await second.reconcile(.sync)
        #expect(try await second.visits().count == visits.count - 1)
    }
}
