import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Geofences of several accounts on one phone")
struct AccountRegionTests {
    private let scratch: Scratch
    private let test: MonitoredPhone
    private let anna = EntityID.derived(kind: "account", naturalKey: "anna")
    private let ben = EntityID.derived(kind: "account", naturalKey: "ben")

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    /// Walks while no signal is handled.
    private func walkUnhandled(to east: Double) throws {
        let arrival = test.phone.location.travel(to: try place(east), metersPerSecond: 10)
        test.timeline.run(until: arrival.addingTimeInterval(300))
    }

    @Test("A crossing is recorded only in the account that its geofence belongs to")
    func crossings() async throws {
        let annas = test.store
        test.account = anna
        let home = try await annas.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.open()
        let region = RegionIdentity.identifier(of: home, owner: anna)
        #expect(Array(test.monitored.keys) == [region])

        try walkUnhandled(to: 3000)
        let bens = try test.makeStore(scratch.path + "/ben.sqlite")
        try await test.use(bens, of: ben)
        try await test.report(.crossing(region, .inside))
        try await test.report(.state(region, .inside))
        try await test.report(.failure(region, .refused))

        #expect(try await bens.read { try $0.entities.events(EventFilter(limit: 10)) }.isEmpty)
        #expect(try await bens.read { try $0.places.states() }.isEmpty)
        #expect(try await bens.read { try $0.places.regionLog() }.isEmpty)
        #expect(test.monitored.isEmpty)

        try await test.use(annas, of: anna)
        try await test.pass(60)
        let visits = try await test.visits()
        #expect(visits.map(\.place) == ["Home"])
        #expect(visits.first?.exit != nil)
        #expect(test.monitored[region] != nil)
    }

    @Test("Two accounts with the same geofence each record their own visits")
    func samePlace() async throws {
        let annas = test.store
        test.account = anna
        let home = try await annas.write { try $0.entities.create(try geofence("Home", at: 0)) }
        let bens = try test.makeStore(scratch.path + "/ben.sqlite")
        try await bens.write { try $0.entities.create(try geofence("Home", at: 0), id: home) }
        try await test.open()

        try walkUnhandled(to: 3000)
        try await test.use(bens, of: ben)

        #expect(try await test.visits().isEmpty)
        try await test.walk(to: 0)
        #expect(try await test.visits().map(\.place) == ["Home"])
        #expect(try await annas.read { try $0.entities.events(EventFilter(limit: 10)) }.count == 1)
    }

    @Test("Visits from before the first sign-in become the account's")
    func signIn() async throws {
        let home = try await test.store.write {
            try $0.entities.create(try geofence("Home", at: 0))
        }
        try await test.open()

        try walkUnhandled(to: 3000)
        try await test.use(test.store, of: anna)

        #expect(try await test.visits().map { $0.exit?.evidenceSource } == ["crossing"])
        #expect(Array(test.monitored.keys) == [RegionIdentity.identifier(of: home, owner: anna)])
    }
}
