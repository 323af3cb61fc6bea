import CoreLocation
import Foundation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization
import Testing
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import UserNotifications

@Suite("Visit notifications on a simulated phone")
struct VisitNotificationTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
        test.phone.notifications.authorizationStatus = .authorized
        test.makeNotifier = { VisitNotifications(center: SystemNotificationCenter()) }
    }

    @discardableResult
    private func add(
        _ name: String,
        at east: Double,
        entry: Bool = false,
        exit: Bool = false,
        dwell: Int64? = nil
    ) async throws -> EntityID {
        var place = try geofence(name, at: east)
        (place.notifyOnEntry, place.notifyOnExit) = (entry, exit)
        place.notifyOnDwell = dwell
        return try await test.store.write { [place] in try $0.entities.create(place) }
    }

    private var shown: [ShownNotification] { test.phone.notifications.delivered }

    /// The system reports a crossing.
    private func cross(_ place: EntityID, _ side: RegionSide) async throws {
        try await test.report(.crossing(RegionIdentity.identifier(of: place), side))
        try await test.pass(1)
    }

    @Test("Arrival and departure are notified, the departure with the duration")
    func texts() async throws {
        let home = try await add("Home", at: 0, entry: true, exit: true)
        try await test.open()
        #expect(shown.map(\.title) == ["Arrived at Home"])
        #expect(shown.map(\.body) == [""])

        try await test.pass(3600)
        try await test.walk(to: 3000)

        #expect(shown.map(\.title) == ["Arrived at Home", "Left Home"])
        let visit = try #require(try await test.visits().first)
        #expect(shown.last?.body.hasPrefix("After 1 h") == true)
        #expect(
            shown.map(\.identifier)
                == ["trendy/visit/\(visit.id)/entry", "trendy/visit/\(visit.id)/exit"]
        )
        #expect(shown.map(\.thread) == ["place/\(home)", "place/\(home)"])
    }

    @Test("Each geofence has its own switch for arrivals and departures")
    func switches() async throws {
        try await add("Home", at: 0, entry: true)
        try await add("Office", at: 3000, exit: true)
        try await add("Pool", at: 6000)
        try await test.open()

        try await test.walk(to: 3000)
        try await test.walk(to: 6000)

        #expect(try await test.visits().map(\.place) == ["Home", "Office", "Pool"])
        #expect(shown.map(\.title) == ["Arrived at Home", "Left Office"])
    }

    @Test("A departure is notified once, and withdrawn when the visit is reopened")
    func flutter() async throws {
        let home = try await add("Home", at: 0, exit: true)
        try await test.open()
        try await test.pass(600)

        try await cross(home, .outside)
        try await cross(home, .outside)
        #expect(shown.map(\.title) == ["Left Home"])
        try await test.pass(60)
        try await cross(home, .inside)
        #expect(shown.isEmpty)
        #expect(try await test.visits().map { $0.exit == nil } == [true])

        try await test.pass(3600)
        try await cross(home, .outside)
        try await cross(home, .outside)
        #expect(shown.map(\.title) == ["Left Home"])
        #expect(shown.first?.body.hasPrefix("After 1 h") == true)
        #expect(try await test.visits().count == 1)
    }

    @Test("The next process does not repeat a notification")
    func relaunch() async throws {
        let home = try await add("Home", at: 0, entry: true, exit: true)
        try await test.open()
        try await test.pass(600)
        try await cross(home, .outside)
        let reported = shown
        for notice in reported { test.phone.notifications.dismiss(notice.identifier) }

        test.powerOff()
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await cross(home, .outside)

        #expect(reported.count == 2)
        #expect(shown.filter { $0.title == "Left Home" }.isEmpty)
    }

    @Test("A long stay is notified once, also when the app is terminated")
    func dwell() async throws {
        let home = try await add("Home", at: 0, dwell: 600)
        try await test.open()
        try await test.pass(300)
        // Outside for less than the exit debounce: the same stay.
        try await cross(home, .outside)
        try await test.pass(60)
        try await cross(home, .inside)
        #expect(shown.isEmpty)

        test.phone.terminate()
        test.timeline.advance(by: .seconds(300))

        #expect(shown.map(\.title) == ["Still at Home"])
        #expect(shown.map(\.body) == ["After 10 min"])
        test.phone.notifications.dismiss(try #require(shown.first).identifier)
        try await test.open()
        try await test.pass(60)
        try await cross(home, .outside)
        try await cross(home, .inside)
        try await test.pass(600)
        #expect(shown.isEmpty)
    }

    @Test(
        "An early exit or a disabled geofence cancels the notification of a long stay",
        arguments: [true, false]
    )
    func dwellTooShort(isSwitchedOff: Bool) async throws {
        let home = try await add("Home", at: 0, dwell: 3600)
        try await test.open()
        try await test.pass(600)
        #expect(test.phone.notifications.pending.map(\.title) == ["Still at Home"])

        if isSwitchedOff {
            var change = Document()
            change["is_active"] = RawJSON(false)
            try await test.store.write { [change] in
                try $0.entities.update(id: home, change: change)
            }
            try await test.reconcile(.edit)
        } else {
            try await test.walk(to: 3000)
        }

        #expect(test.phone.notifications.pending.isEmpty)
        #expect(shown.isEmpty)
        #expect(try await test.visits().first?.exit != nil)
    }

    @Test("A deleted geofence cancels the notification of a long stay")
    func dwellDeleted() async throws {
        let home = try await add("Home", at: 0, dwell: 3600)
        try await test.open()
        try await test.pass(600)
        #expect(test.phone.notifications.pending.map(\.title) == ["Still at Home"])

        try await test.store.write { try $0.entities.delete(id: home) }
        try await test.reconcile(.edit)

        #expect(test.phone.notifications.pending.isEmpty)
    }

    @Test("A departure after a missed entry is notified without a duration")
    func missedEntry() async throws {
        let office = try await add("Office", at: 3000, exit: true)
        try await test.open()
        try await test.pass(1200)

        try await cross(office, .outside)

        #expect(shown.map(\.title) == ["Left Office"])
        #expect(shown.map(\.body) == [""])
        #expect(try await test.visits().map(\.isEntryMissed) == [true])
    }

    @Test("A crossing that is delivered hours late is not notified")
    func staleNotification() async throws {
        try await add("Home", at: 0, exit: true)
        try await test.open()
        try await test.pass(600)

        let arrival = test.phone.location.travel(to: try place(3000), metersPerSecond: 10)
        test.timeline.run(until: arrival.addingTimeInterval(7200))
        try await test.pass(10)

        #expect(try await test.visits().first?.exit != nil)
        #expect(shown.isEmpty)
    }

    @Test("Visits are recorded when notifications are denied or fail")
    func refused() async throws {
        test.phone.notifications.authorizationStatus = .denied
        try await add("Home", at: 0, entry: true, exit: true)
        try await test.open()

        try await test.walk(to: 3000)

        #expect(try await test.visits().map { $0.exit?.evidenceSource } == ["crossing"])
        #expect(shown.isEmpty)
    }

    @Test(
        "A visit is durable before its notification, which comes before the upload",
        arguments: [true, false]
    )
    func order(fails: Bool) async throws {
        let log = Log()
        let store = test.store
        test.makeNotifier = { Witness(store: store, log: log, fails: fails) }
        test.onRecorded = { log.add("sync") }
        try await add("Home", at: 0, entry: true, exit: true)

        try await test.open()
        try await test.pass(600)
        try await test.walk(to: 3000)

        let reported = ["Arrived at Home, stored", "sync", "Left Home, ended", "sync"]
        #expect(log.lines == reported)
        #expect(try await test.visits().map { $0.exit?.evidenceSource } == ["crossing"])
    }

    private final class Log: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock(\.self) }
        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    /// Records what is in the database when a notification is shown.
    private struct Witness: VisitNotifying {
        struct NoScreen: Error {}

        let store: DeviceStore
        let log: Log
        let fails: Bool

        func show(_ notice: VisitNotification) async throws {
            let visit = try await RecordedVisit.newest(in: store).first
            let stored = visit == nil ? "missing" : visit?.exit == nil ? "stored" : "ended"
            log.add("\(notice.title), \(stored)")
            if fails { throw NoScreen() }
        }

        func withdraw(_ identifier: String) async {}
    }
}
