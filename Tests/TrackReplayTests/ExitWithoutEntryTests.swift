import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Exits without an entry")
struct ExitWithoutEntryTests {
    private let devices: DevicePair
    private var first: MonitoredPhone { devices.first }
    private var second: MonitoredPhone { devices.second }

    init() async throws {
        devices = try await DevicePair()
    }

    @Test("An exit without an entry ends the open visit of another device")
    func exitAlone() async throws {
        // Regression: the visit stayed open for days, since its device missed the exit.
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        try await second.pass(3600)

        try await second.walk(to: 3000)

        let visits = try await second.visits()
        #expect(visits.first?.id == open.id && visits.count == 2)
        let end = try #require(visits.last?.exit)
        #expect(visits.first?.exit?.instant == end.instant && end.evidenceSource == "crossing")
        // Another device may have observed an earlier exit.
        try await second.reconcile(.sync)
        #expect(try await second.visits().count == 2)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await devices.send(from: second, to: first)
        try await first.reconcile(.sync)
        #expect(try await first.visits().map(\.exit?.instant) == [end.instant])
    }

    @Test("An exit without an entry is a visit of its own once an earlier exit is known")
    func exitAloneAfterEarlier() async throws {
        // Regression: the stay was lost when the visit that replaced it got an earlier end.
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        for device in [first, second] { try await device.pass(3600) }
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().last?.exit?.instant)
        try await second.pass(6 * 3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.pass(3600)
        try await second.walk(to: 0)
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.exit?.instant) == [left, nil])

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left, nil])
        #expect(visits.first?.id == open.id && visits[1].isEntryMissed)
    }

    @Test("An exit without an entry is another visit when the first one had ended before")
    func exitAloneOfAnother() async throws {
        // Regression: the second stay was deleted in favour of the first one while that was open.
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        try await first.pass(3600)
        try await second.pass(5 * 3600)
        try await second.walk(to: 3000)
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().first?.exit?.instant)
        #expect(left - end > .seconds(3600))

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
        #expect(visits.last?.isEntryMissed == true)
    }

    @Test("An exit without an entry after a fix outside is another visit, too")
    func exitAloneAfterFix() async throws {
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        try await first.pass(3600)
        try await second.pass(5 * 3600)
        second.phone.location.behavior.crossingDelay = .seconds(60)
        let way = second.phone.location.travel(to: try place(3000), metersPerSecond: 10)
        try await second.pass(40)
        try await second.reconcile(.activation)
        try await second.pass(Int(way.timeIntervalSince(second.timeline.now)))
        let left = try #require(try await second.visits().last?.exit?.instant)
        try await second.accept()
        try await second.reconcile(.sync)
        #expect(try await second.visits().map(\.id) == [open.id])
        try await first.walk(to: 3000)
        let end = try #require(try await first.visits().first?.exit?.instant)

        try await devices.send(from: first, to: second)
        try await second.reconcile(.sync)

        let visits = try await second.visits()
        #expect(visits.map(\.exit?.instant) == [end, left])
    }

    @Test("An entry within three minutes of an exit without an entry reopens the visit")
    func exitAloneOfAMoment() async throws {
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        try await second.pass(3600)
        let left = second.phone.location.travel(to: try place(600), metersPerSecond: 10)
        try await second.pass(Int(left.timeIntervalSince(second.timeline.now)) + 30)
        #expect(try await second.visits().allSatisfy { $0.exit != nil })

        let back = second.phone.location.travel(to: try place(0), metersPerSecond: 10)
        try await second.pass(Int(back.timeIntervalSince(second.timeline.now)) + 30)

        let visits = try await second.visits()
        #expect(visits.map(\.id) == [open.id] && visits.allSatisfy { $0.exit == nil })
        // Regression: the first device's visit stayed open when the second device's visit ended.
        try await second.walk(to: 3000)
        let ended = try await second.visits()
        #expect(ended.map(\.id) == [open.id] && ended.allSatisfy { $0.exit != nil })
    }

    @Test(
        "An exit that may belong to another stay does not end the open visit of another device",
        arguments: [false, true]
    )
    func exitOfAnother(isLate: Bool) async throws {
        let open = try await devices.openVisitOnFirst(leaving: second)
        try await devices.send(from: first, to: second)
        try await second.pass(3600)
        let home = try #require(
            try await first.store.read { try $0.entities.fetchAll(kind: .geofence) }.first
        )
        let region = RegionIdentity.identifier(of: home.id)
        if !isLate { try await second.report(.state(region, .outside)) }
        try await second.pass(3600)

        // A late crossing comes without a current fix.
        if isLate {
            try await second.report(.crossing(region, .outside))
        } else {
            try await second.walk(to: 3000)
        }

        let visits = try await second.visits()
        #expect(visits.map(\.id).first == open.id && visits.count == 2)
        #expect(visits.first?.exit == nil && visits.last?.isEntryMissed == true)
    }
}
