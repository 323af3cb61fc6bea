import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Region monitoring on a simulated phone")
struct RegionMonitoringTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    @Test("A reduced authorization is a finding when the app is opened")
    func downgrade() async throws {
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        #expect(try await test.findings().isEmpty)

        test.phone.location.choose(.whileUsing)
        try await test.open()

        #expect(try await test.findings().contains { $0.hasPrefix("It was allowed before.") })
        test.phone.location.choose(.always)
        try await test.open()
        #expect(try await test.findings().isEmpty)
    }

    @Test("Regions of other parts of the app keep their slots")
    func foreign() async throws {
        try await test.addRow(30)
        let others = Set((0..<5).map { "other.\($0)" })
        test.phone.location.addForeignRegions(others.sorted())

        try await test.open()

        #expect(test.monitored.count == 20)
        #expect(others.isSubset(of: test.monitored.keys))
        #expect(test.sentinel != nil)
        let health = try await test.monitor.health()
        #expect(health.registered == 14)
        #expect(health.missing.isEmpty)
        #expect(health.findings.contains { $0.finding.contains("use 5") })
    }

    @Test("A refused region is a finding, and the sentinel is registered anyway")
    func refusal() async throws {
        try await test.addRow(30)
        test.phone.location.occupySlots(12)

        try await test.open()
        try await test.pass(30)
        try await test.reconcile(.activation)

        #expect(test.sentinel != nil)
        #expect(test.monitored.count == 8)
        #expect(
            try await test.findings().contains {
                $0.contains("refuses") || $0.contains("not monitored")
            }
        )
    }

    @Test(
        "A region that was just requested takes a slot before the system lists it"
    )
    func askedTwice() async throws {
        try await test.open()
        try await test.addRow(15)
        _ = try await test.monitor.reconcile(.edit)
        for number in 0..<10 {
            let place = try geofence("Nearer \(number)", at: Double(number) * -40)
            try await test.store.write { try $0.entities.create(place) }
        }
        _ = try await test.monitor.reconcile(.edit)
        try await test.pass(10)
        try await test.reconcile(.activation)

        #expect(test.phone.location.counters.refusals == 0)
        #expect(test.monitored.count == 20)
        #expect(try await test.monitor.health().missing.isEmpty)
    }

    @Test("A requested region that is no longer wanted takes no slot")
    func outdated() async throws {
        try await test.open()
        try await test.addRow(30)
        // The app is suspended before the system has registered anything.
        test.phone.location.behavior.replyDelay = .seconds(20)
        _ = try await test.monitor.reconcile(.edit)
        test.timeline.advance(by: .seconds(15))
        for number in 0..<10 {
            let place = try geofence("Nearer \(number)", at: Double(number) * -40)
            try await test.store.write { try $0.entities.create(place) }
        }
        try await test.reconcile(.edit)
        test.timeline.advance(by: .seconds(30))
        test.phone.location.behavior.replyDelay = .milliseconds(50)
        try await test.reconcile(.activation)

        #expect(test.phone.location.counters.refusalsForLackOfSlots == 0)
        #expect(test.monitored.count == 20)
        #expect(try await test.monitor.health().missing.isEmpty)
    }

    @Test("A failing store does not keep a region from a free slot")
    func unstored() async throws {
        // Regression: regions were removed, and those that replaced them were registered hours
        // later.
        try await test.open()
        try await test.addRow(30)
        try await test.reconcile(.edit)
        for number in 1...5 {
            let place = try geofence("Nearer \(number)", at: Double(number) * -40)
            try await test.store.write { try $0.entities.create(place) }
        }
        _ = try await test.monitor.reconcile(.edit)
        test.timeline.advance(by: .seconds(1))
        #expect(test.monitored.count < 20)
        let monitor = try test.monitor
        try await test.store.close()
        let home = try #require(test.monitored.keys.min())
        let signal = RegionSignal(.crossing(home, .outside), at: Instant(monday))
        await #expect(throws: (any Error).self) { _ = try await monitor.handle(signal) }

        _ = try await monitor.catchUp()
        test.timeline.advance(by: .seconds(1))

        #expect(test.monitored.count == 20)
    }

    @Test("A signal that is stored late does not change where the device is now")
    func storedLate() async throws {
        // Regression: the regions around the person were replaced by those on the way there.
        try await test.addRow(40)
        try await test.open()
        // The system does not report soon that the device is outside of the new sentinel.
        test.phone.location.behavior.setupDelay = .seconds(600)
        try await test.store.refuse("region_event")
        var errors: Set<String> = []
        let arrival = test.phone.location.travel(to: try place(12_000), metersPerSecond: 10)
        let way = Int(arrival.timeIntervalSince(test.timeline.now))
        try await test.pass(way + 600) { errors.insert("\($0)") }
        #expect(errors.count == 1)
        #expect(try await test.monitored[test.region("Place 30")] == nil)

        try await test.store.refuse(nil)
        try await test.pass(120)

        #expect(try await test.monitored[test.region("Place 30")] != nil)
        let visit = try #require(try await test.visits().first)
        #expect(visit.place == "Place 0")
        #expect(visit.exit.map { Date($0.instant) < arrival } == true)
    }

    @Test("A region that the system drops after a launch is registered again")
    func givenUp() async throws {
        try await test.addRow(3)
        try await test.open()
        test.phone.terminate()
        try await test.open()
        let region = try await test.region("Place 1")

        test.phone.location.fail(region: region, stops: true)
        #expect(test.monitored[region] == nil)
        try await test.pass(30)

        #expect(test.monitored[region] != nil)
    }

    @Test("A launch that could not be stored is reconciled once the store works")
    func launchedInVain() async throws {
        try await test.addRow(3)
        test.begin()
        try await test.store.refuse("region_monitor_state")
        let monitor = try test.monitor
        await #expect(throws: (any Error).self) { _ = try await monitor.reconcile(.launch) }
        await #expect(throws: (any Error).self) { _ = try await monitor.catchUp() }
        #expect(test.monitored.isEmpty)

        try await test.store.refuse(nil)
        _ = try await monitor.catchUp()
        try await test.pass(10)

        #expect(test.monitored.count == 3)
    }

    @Test("Missing regions are registered again when the app is opened")
    func vanished() async throws {
        try await test.addRow(3)
        try await test.open()
        let before = test.monitored
        test.phone.location.dropRegions()
        #expect(test.monitored.isEmpty)

        try await test.open()

        #expect(before.count == 3)
        #expect(test.monitored == before)
        #expect(try await test.findings().isEmpty)
    }

    @Test("An edit of a radius or a centre registers the region again")
    func edited() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        let identifier = RegionIdentity.identifier(of: id)
        #expect(test.monitored[identifier]?.radius == 150)

        try await test.store.write {
            try $0.entities.update(
                id: id,
                change: try geofence("Home", at: 0, radius: 250).document
            )
        }
        try await test.reconcile(.edit)
        #expect(test.monitored[identifier]?.radius == 250)
        try await test.store.write {
            try $0.entities.update(
                id: id,
                change: try geofence("Home", at: 2000, radius: 250).document
            )
        }
        try await test.reconcile(.edit)

        let center = try #require(test.monitored[identifier]?.center)
        #expect(abs(center.longitude - (try place(2000)).longitude) < 1e-6)
    }

    @Test("A geofence without notifications records visits")
    func quiet() async throws {
        var home = try geofence("Home", at: 0)
        home.notifyOnEntry = false
        home.notifyOnExit = false
        try await test.store.write { [home] in try $0.entities.create(home) }

        try await test.open()
        try await test.walk(to: 3000)
        try await test.walk(to: 0)

        let visits = try await test.visits()
        #expect(visits.map(\.place) == ["Home", "Home"])
        #expect(visits.map { $0.exit?.evidenceSource } == ["crossing", nil])
    }

    @Test(
        "An exit while the phone is off ends the visit once it is on again",
        arguments: [true, false]
    )
    func reboot(regionsSurvive: Bool) async throws {
        test.phone.location.behavior.regionsSurviveReboot = regionsSurvive
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        #expect(try await test.visits().map { $0.exit == nil } == [true])

        test.powerOff()
        try await test.walk(to: 5000)
        try await test.pass(3600)
        test.phone.powerOn()
        test.phone.unlock()
        try await test.open()
        try await test.pass(60)

        let visits = try await test.visits()
        #expect(visits.count == 1)
        #expect(visits.allSatisfy { $0.exit != nil || $0.isUnconfirmed })
        let exit = try #require(visits.first?.exit)
        #expect(exit.instant <= Instant(test.timeline.now))
        #expect(exit.earliest.map { $0 <= exit.instant } == true)
    }

    @Test("Deleting a geofence ends its open visit")
    func deleted() async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        try await test.pass(3600)

        try await test.store.write { try $0.entities.delete(id: id) }
        try await test.reconcile(.sync)

        let visits = try await test.visits()
        #expect(visits.count == 1)
        #expect(visits.first?.exit != nil)
        #expect(test.monitored[RegionIdentity.identifier(of: id)] == nil)
    }

    @Test("A late signal of a deleted geofence opens no visit", arguments: [true, false])
    func deletedBefore(isSynced: Bool) async throws {
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        if isSynced { try await test.accept() }
        try await test.store.write { try $0.entities.delete(id: id) }
        try await test.reconcile(.edit)

        try await test.report(.state(RegionIdentity.identifier(of: id), .inside))

        #expect(try await test.visits().map { $0.exit != nil } == [true])
    }

    @Test("A geofence with a deleted event type records visits as 'Visit', and is a finding")
    func typeGone() async throws {
        let type = try await test.store.write {
            try $0.entities.create(
                EventType(name: "Work", color: "#000000", icon: "star")
            )
        }
        var office = try geofence("Office", at: 3000)
        office.eventTypeEntryID = type
        try await test.store.write { [office] in try $0.entities.create(office) }
        try await test.open()
        try await test.store.write { try $0.entities.delete(id: type, cascade: true) }

        try await test.walk(to: 3000)

        let visit = try #require(try await test.visits().first)
        let event = try #require(
            try await test.store.read { try $0.entities.fetch(id: visit.id) }?.document()
        )
        let found = try #require(
            try await test.store.read { try $0.entities.fetch(kind: .eventType, named: "Visit") }
        )
        #expect(try Event(document: event).eventTypeID == found.id)
        #expect(try await test.findings().contains { $0.contains("'Office' was deleted") })
    }

    @Test("A crossing of a geofence that is not synced yet is recorded")
    func unknown() async throws {
        try await test.open()
        let id = EntityID.derived(kind: "geofence", naturalKey: "elsewhere")

        try await test.report(.crossing(RegionIdentity.identifier(of: id), .inside))
        try await test.pass(600)
        try await test.report(.crossing(RegionIdentity.identifier(of: id), .outside))

        let visits = try await test.visits()
        #expect(visits.map(\.place) == ["Unknown place"])
        #expect(visits.first?.exit?.evidenceSource == "crossing")
        let visit = try #require(visits.first)
        let entity = try #require(try await test.store.read { try $0.entities.fetch(id: visit.id) })
        #expect(try Event(document: entity.document()).properties["region"] == .text("\(id)"))
    }

    @Test("Concurrent catch-ups leave the system the time to register")
    func catchUps() async throws {
        try await test.addRow(30)
        try await test.open()
        test.phone.location.dropRegions()

        _ = try await test.monitor.reconcile(.activation)
        for _ in 0..<6 { _ = try await test.monitor.catchUp() }
        try await test.pass(10)
        try await test.reconcile(.activation)

        #expect(test.monitored.count == 20)
        #expect(try await test.findings().isEmpty)
    }

    @Test("An empty region list before the first unlock is not a region limit")
    func locked() async throws {
        for number in 0..<5 {
            try await test.store.write {
                try $0.entities.create(try geofence("Place \(number)", at: Double(number) * 400))
            }
        }
        try await test.open()

        test.powerOff()
        test.phone.powerOn()
        try await test.open()
        try await test.pass(60)
        test.phone.unlock()
        try await test.reconcile(.sync)
        try await test.pass(60)

        #expect(test.monitored.count == 5)
    }

    @Test("Two devices of one person at one place record one visit")
    func duplicates() async throws {
        let other = try MonitoredPhone(scratch.path + "/other.sqlite", seed: 2)
        let id = try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await other.store.write { try $0.entities.create(try geofence("Home", at: 0), id: id) }
        for device in [test, other] { try await device.open() }
        #expect(try await test.visits().first?.id != other.visits().first?.id)

        var sent: Set<EntityID> = []
        try await exchange(other, &sent)
        for device in [test, other] { try await device.reconcile(.sync) }
        try await exchange(other, &sent)
        for device in [test, other] { try await device.walk(to: 3000) }

        let (here, there) = (try await test.visits(), try await other.visits())
        #expect(here.count == 1)
        #expect(here.map(\.id) == there.map(\.id))
        #expect((here + there).allSatisfy { $0.exit != nil })
    }

    /// Copies events and types both ways, as pulls do, and deletes what the other device has
    /// deleted.
    private func exchange(_ other: MonitoredPhone, _ sent: inout Set<EntityID>) async throws {
        for (from, to) in [(test, other), (other, test)] {
            let types = try await from.store.read { try $0.entities.fetchAll(kind: .eventType) }
            for entity in try await types + from.store.read({ try $0.entities.events() })
            where try await to.store.read({ try $0.entities.fetch(id: entity.id) }) == nil {
                guard sent.insert(entity.id).inserted else {
                    try await from.store.write { try $0.entities.delete(id: entity.id) }
                    continue
                }
                if entity.kind == .event {
                    let event = try Event(document: entity.document())
                    try await to.store.write { try $0.entities.create(event, id: entity.id) }
                } else {
                    let type = try EventType(document: entity.document())
                    try await to.store.write { try $0.entities.create(type, id: entity.id) }
                }
            }
        }
    }
}
