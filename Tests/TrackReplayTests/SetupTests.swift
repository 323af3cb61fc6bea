import CoreLocation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyModel
import TrendyPlaces
import TrendyStore

// CLError 6: a region's set-up is delayed, and its state is not known before that is over.
@Suite("Places whose regions the system takes long to set up")
struct SetupTests {
    private let scratch: Scratch
    private let test: WatchedPhone

    init() throws {
        scratch = try Scratch()
        test = try WatchedPhone(scratch.database)
        test.phone.location.behavior.reportsStateOnRegistration = false
    }

    @Test("Who stands at a place that is made there has a visit", arguments: [0, 2, 5, 10])
    func standing(seconds: Int) async throws {
        test.phone.location.behavior.setupDelay = .seconds(seconds)
        try await test.open()
        try await test.store.create(try geofence("Home", at: 0))

        try await test.reconcile(.edit)
        try await test.pass(20)

        #expect(try await test.visits().count == 1)
    }

    @Test("What was not known for long is asked for when the app is opened again")
    func opened() async throws {
        test.phone.location.behavior.setupDelay = .seconds(600)
        try await test.open()
        try await test.store.create(try geofence("Home", at: 0))
        try await test.reconcile(.edit)
        try await test.pass(700)
        #expect(try await test.visits().isEmpty)

        try await test.open()

        #expect(try await test.visits().count == 1)
    }

    @Test("Places that come to be more than the slots are chosen by where the phone is by then")
    func moved() async throws {
        try await test.store.create(try geofence("Far", at: 50_000))
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
        #expect(test.watched[try await test.region("Place 20")] != nil)
        #expect(test.watched[try await test.region("Place 0")] == nil)
    }
}
