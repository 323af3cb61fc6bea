import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Exits that another device observed")
struct RemoteExitTests {
    private let devices: DevicePair
    private var first: MonitoredPhone { devices.first }
    private var second: MonitoredPhone { devices.second }

    init() async throws {
        devices = try await DevicePair()
    }

    @Test("A state just before an exit does not change an end that another device observed")
    func stateBeforeMissedEnd() async throws {
        let end = try await devices.missExitOnSecond()
        try await second.pass(6 * 3600)
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)

        try await second.report(.state(region, .outside))
        try await second.pass(60)
        try await second.report(.crossing(region, .outside))

        #expect(try await second.visits().first?.exit?.instant == end)
    }

    @Test("An entry minutes after an end that another device observed keeps that end")
    func backSoonAfterMissedEnd() async throws {
        // Regression: a visit of an hour became one without duration.
        let end = try await devices.missExitOnSecond()
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        #expect(second.dependencies.wallClock.now() - end < Event.crossingTolerance)

        try await second.report(.crossing(RegionIdentity.identifier(of: home.id), .inside))

        #expect(try await second.visits().map(\.exit?.instant) == [end, nil])
    }

    @Test("An end that the person entered on one device is not changed by another")
    func manualEnd() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let end = first.dependencies.wallClock.now()
        _ = try await first.monitor.endVisit(to: home.id, at: end)
        try await devices.send(from: first, to: second)
        try await second.pass(360)
        let region = RegionIdentity.identifier(of: home.id)

        try await second.report(.crossing(region, .outside))
        #expect(try await second.visits().map(\.exit?.instant) == [end])

        try await second.pass(3600)
        try await second.report(.crossing(region, .inside))
        #expect(try await second.visits().map(\.exit?.instant) == [end, nil])
    }

    @Test("An open visit without evidence for two weeks is ended as stale")
    func stale() async throws {
        // Regression: the visit of a lost phone stayed open for years.
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        try await first.walk(to: 0)
        let visit = try #require(try await first.visits().last)
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        for days in [13, 2] {
            #expect(try await second.visits().map(\.exit?.instant) == [nil])
            second.phone.terminate()
            second.timeline.advance(by: .seconds(days * 86_400))
            try await second.open()
        }

        let ended = try await second.visits()
        #expect(ended.map(\.exit?.instant) == [visit.entry.instant])
        #expect(ended.first?.exit?.evidenceSource == "inferred")

        // The first device was inside all the time, and reopens the visit at its next launch.
        for day in 1...15 {
            first.phone.terminate()
            first.timeline.advance(by: .seconds(86_400))
            if day == 15 { try await devices.send(from: second, to: first) }
            try await first.open()
        }
        #expect(try await first.visits().map(\.exit?.instant) == [nil])
        try await devices.send(from: first, to: second)
        second.phone.terminate()
        try await second.open()
        #expect(try await second.visits().map(\.exit?.instant) == [nil])
    }

    @Test("An end that another device observed is kept when this device missed it")
    func missedEnd() async throws {
        let end = try await devices.missExitOnSecond()
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 2)
        #expect(visits.first?.exit?.instant == end)
        // The person had come back at an unknown time.
        #expect(visits.last?.isEntryMissed == true)
        #expect(visits.last?.entry.earliest == end)
        try await devices.send(from: second, to: first)
        #expect(try await first.visits().first?.exit?.instant == end)
    }

    @Test("An entry after an end that another device observed begins another visit")
    func backAfterMissedEnd() async throws {
        let end = try await devices.missExitOnSecond()
        try await second.pass(3600)
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )

        try await second.report(.crossing(RegionIdentity.identifier(of: home.id), .inside))

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, nil])
        #expect(visits.last?.entry.earliest == end)
    }

    @Test(
        "A person who was found inside after an end that another device observed has another visit"
    )
    func foundAfterMissedEnd() async throws {
        // Regression: the end was lost to one that a fix had shown just before.
        let end = try await devices.missExitOnSecond()
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await second.pass(6 * 3600)
        try await second.reconcile(.activation)
        let inside = try #require(
            try await second.store.read { try $0.places.state(of: home.id) }.lastInside
        )
        try await second.pass(5)
        try await second.report(.state(region, .outside))
        try await second.pass(5)

        try await second.report(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(visits.first?.exit?.instant == end && visits.count == 2)
        #expect(visits.last?.entry.earliest == end && visits.last?.entry.instant == inside)
        #expect(visits.last?.exit?.evidenceSource == "crossing")
    }

    @Test("A late exit after states inside and outside belongs to another visit")
    func backAfterFoundElsewhere() async throws {
        // Regression: the last of three stays was lost as the remainder of the second one.
        let end = try await devices.missExitOnSecond()
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        try await second.pass(6 * 3600)
        try await second.reconcile(.activation)
        let inside = try #require(
            try await second.store.read { try $0.places.state(of: home.id) }.lastInside
        )
        try await second.pass(3600)
        let elsewhere = second.dependencies.wallClock.now()
        try await second.report(.state(region, .outside))
        try await second.pass(24 * 3600)

        try await second.report(.crossing(region, .outside))

        let visits = try await second.visits()
        #expect(inside > end && visits.count == 2 && visits.first?.exit?.instant == end)
        #expect(visits.last?.entry.earliest == elsewhere)
        #expect(visits.last?.exit?.instant == second.dependencies.wallClock.now())
    }

    @Test("After a late exit and an entry, the earlier end of another device is kept")
    func backAfterLateExit() async throws {
        // Regression: the end was lost when the visit was reopened.
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        for device in [first, second] { try await device.walk(to: 3000) }
        for device in [first, second] { try await device.open() }
        for device in [first, second] { try await device.walk(to: 0) }
        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        try await second.pass(5 * 3600)
        try await second.report(.crossing(region, .outside))
        let reported = try #require(try await second.visits().last?.exit?.instant)
        try await devices.send(from: first, to: second)
        try await second.pass(120)

        try await second.report(.crossing(region, .inside))

        let visits = try await second.visits()
        let end = try #require(try await first.visits().last?.exit?.instant)
        #expect(visits.map(\.exit?.instant) == [end, nil])
        #expect(visits.last?.entry.earliest == reported)
    }

    @Test("An end that another device observed is kept when there are no observations for days")
    func silenceAfterMissedEnd() async throws {
        let end = try await devices.missExitOnSecond()
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        second.timeline.advance(by: .seconds(49 * 3600))

        try await second.report(.state(RegionIdentity.identifier(of: home.id), nil))

        #expect(try await second.visits().map(\.exit?.instant) == [end])
    }

    @Test("A visit after an end that another device observed is not part of a deleted visit")
    func endOfDeleted() async throws {
        // Regression: the stay was lost with the visit before it, which the person had deleted.
        let end = try await devices.missExitOnSecond()
        let known = try #require(try await second.visits().last)
        try await second.reconcile(.sync)
        try await second.store.write { try $0.entities.delete(id: known.id) }
        try await second.pass(6 * 3600)
        try await second.reconcile(.sync)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 1 && visits.first?.id != known.id)
        #expect(visits.first?.isEntryMissed == true && visits.first?.entry.earliest == end)
    }

    @Test("A visit that is deleted while it is open does not come back")
    func deletedWhileOpen() async throws {
        for device in [first, second] { try await device.walk(to: 3000) }
        try await second.open()
        try await second.walk(to: 0)
        let open = try #require(try await second.visits().last)
        try await second.reconcile(.sync)
        try await second.store.write { try $0.entities.delete(id: open.id) }
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        #expect(try await second.visits().isEmpty)
    }

    @Test("A device that missed an exit receives it from the visit that replaced its own")
    func endOfAnother() async throws {
        // Regression: the observations after that end were lost with the deleted visit.
        let end = try await devices.missExitOnSecond()
        let known = try #require(try await second.visits().last)
        let event = try Event(
            document: try #require(
                try await second.store.read { try $0.entities.fetch(id: known.id) }
            ).document()
        )
        try await second.store.write { try $0.entities.create(event) }
        try await second.store.write { try $0.entities.delete(id: known.id) }
        try await second.pass(6 * 3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.count == 2 && visits.first?.exit?.instant == end)
        #expect(visits.last?.isEntryMissed == true && visits.last?.entry.earliest == end)
    }
}
