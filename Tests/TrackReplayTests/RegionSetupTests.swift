import CoreLocation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

// `CLError.regionMonitoringSetupDelayed`: the state is unknown until the setup is complete.
@Suite("Regions with a delayed setup")
struct RegionSetupTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
        test.phone.location.behavior.reportsStateOnRegistration = false
    }

    @Test("A geofence that is created around the person records a visit", arguments: [0, 2, 5, 10])
    func standing(seconds: Int) async throws {
        test.phone.location.behavior.setupDelay = .seconds(seconds)
        try await test.open()
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }

        try await test.reconcile(.edit)
        try await test.pass(20)

        #expect(try await test.visits().count == 1)
    }

    @Test("A state that stays unknown is requested when the app is opened again")
    func opened() async throws {
        test.phone.location.behavior.setupDelay = .seconds(600)
        try await test.open()
        try await test.store.write { try $0.entities.create(try geofence("Home", at: 0)) }
        try await test.reconcile(.edit)
        try await test.pass(700)
        #expect(try await test.visits().isEmpty)

        try await test.open()

        #expect(try await test.visits().count == 1)
    }

    @Test("When geofences exceed the slots, regions are selected by the current position")
    func moved() async throws {
        try await test.store.write { try $0.entities.create(try geofence("Far", at: 50_000)) }
        try await test.open()
        try await test.walk(to: 8_000)
        test.phone.location.behavior.setupDelay = .seconds(600)
        try await test.addRow(30)

        try await test.reconcile(.edit)
        try await test.pass(60)

        let there = try place(8_000)
        let here = try #require(
            Coordinate(latitude: there.latitude, longitude: there.longitude)
        )
        let sentinel = try #require(test.sentinel)
        #expect(sentinel.center.distance(to: here) < sentinel.radius)
        #expect(test.monitored[try await test.region("Place 20")] != nil)
        #expect(test.monitored[try await test.region("Place 0")] == nil)
    }
}
