import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("When visits are notified")
struct StayNotificationTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    private func delays() -> [Duration?] { device.notifier.shown.map(\.delay) }

    @Test(
        "A disabled geofence notifies neither an arrival nor a long stay",
        arguments: [true, false]
    )
    func disabled(isActive: Bool) async throws {
        let home = try await device.add("Home") { geofence in
            geofence.isActive = isActive
            geofence.notifyOnEntry = true
            geofence.notifyOnDwell = 600
        }
        try await device.reconcile(.launch, at: 0)

        try await device.report(.crossing(home.region, .inside), at: 60)

        #expect(try await device.spans() == [[60, nil]])
        let expected: Set<Duration?> = isActive ? [nil, .seconds(600)] : []
        #expect(Set(delays()) == expected)
    }

    @Test(
        "A crossing is notified up to 30 minutes late",
        arguments: [(1_800 as Int64, true), (1_801, false)]
    )
    func lateCrossing(_ late: Int64, _ isShown: Bool) async throws {
        let home = try await device.add("Home") { geofence in
            geofence.notifyOnEntry = true
            geofence.notifyOnExit = true
        }
        try await device.reconcile(.launch, at: 0)

        try await device.report(.crossing(home.region, .inside), at: 3_600, of: 3_600 - late)
        #expect(device.notifier.shown.count == (isShown ? 1 : 0))
        try await device.report(.crossing(home.region, .outside), at: 9_000, of: 9_000 - late)
        #expect(device.notifier.shown.count == (isShown ? 2 : 0))
    }

    @Test(
        "A long stay is notified when it is due, at once up to 30 minutes late, and then no more",
        arguments: [
            (0, [Duration.seconds(600)]), (599, [.seconds(1)]), (600, [nil]), (2_400, [nil]),
            (2_401, []),
        ] as [(Int64, [Duration?])]
    )
    func lateStay(_ late: Int64, _ expected: [Duration?]) async throws {
        let home = try await device.add("Home") { $0.notifyOnDwell = 600 }
        try await device.reconcile(.launch, at: 0)

        try await device.report(.crossing(home.region, .inside), at: 3_600, of: 3_600 - late)

        #expect(delays() == expected)
    }

    @Test(
        "A stay that ends before it is long is withdrawn, one that was long enough is not",
        arguments: [(599 as Int64, 1), (600, 0)]
    )
    func endOfStay(_ seconds: Int64, _ withdrawals: Int) async throws {
        let home = try await device.add("Home") { $0.notifyOnDwell = 600 }
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)

        try await device.report(.crossing(home.region, .outside), at: 60 + seconds)

        #expect(device.notifier.withdrawn.count == withdrawals)
    }

    @Test("Each long stay is notified once, a short one again when it continues")
    func eachStay() async throws {
        let home = try await device.add("Home") { $0.notifyOnDwell = 600 }
        try await device.reconcile(.launch, at: 0)
        func cross(_ side: RegionSide, at seconds: Int64) async throws {
            try await device.report(.crossing(home.region, side), at: seconds)
        }

        try await cross(.inside, at: 60)
        try await cross(.outside, at: 200)
        try await cross(.inside, at: 260)
        #expect(delays() == [.seconds(600), .seconds(400)])
        try await cross(.outside, at: 1_000)
        try await cross(.inside, at: 1_060)
        #expect(delays().count == 2)
        try await cross(.outside, at: 2_000)
        try await cross(.inside, at: 9_000)
        #expect(delays() == [.seconds(600), .seconds(400), .seconds(600)])
    }

    @Test("The planned notification of a stay is kept while the geofence cannot be read")
    func unreadable() async throws {
        let id = EntityID.derived(kind: "geofence", naturalKey: "home")
        let region = RegionIdentity.identifier(of: id)
        var geofence = Geofence(
            name: "Home",
            latitude: PlaceDevice.center.latitude,
            longitude: PlaceDevice.center.longitude,
            radiusMeters: 150
        )
        geofence.notifyOnDwell = 3_600
        try await device.pull(geofence.document, id: id, version: 1)
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(region, .inside), at: 60)
        #expect(device.notifier.shown.map(\.identifier) == ["place/\(id)/dwell"])
        try await device.reconcile(.launch, at: 120)
        try await device.report(.state(region, nil), at: 125)
        #expect(try await device.visits().map(\.isUnconfirmed) == [true])
        var unreadable = geofence.document
        unreadable["radius"] = RawJSON("150")
        try await device.pull(unreadable, id: id, version: 2)

        try await device.report(.crossing(region, .inside), at: 180)
        #expect(try await device.visits().map(\.isUnconfirmed) == [false])
        #expect(device.notifier.withdrawn.isEmpty)

        try await device.report(.crossing(region, .outside), at: 600)
        #expect(device.notifier.withdrawn == ["place/\(id)/dwell"])
    }

    @Test(
        "A departure names the duration in hours and minutes, at least one minute",
        arguments: [
            (0, "After 1 min"), (119, "After 1 min"), (120, "After 2 min"), (3_599, "After 59 min"),
            (3_600, "After 1 h"), (5_400, "After 1 h 30 min"), (7_259, "After 2 h"),
        ] as [(Int64, String)]
    )
    func duration(_ seconds: Int64, _ text: String) async throws {
        let home = try await device.add("Home") { $0.notifyOnExit = true }
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)

        try await device.report(.crossing(home.region, .outside), at: 60 + seconds)

        #expect(device.notifier.shown.map(\.body) == [text])
    }

    @Test("The departure of a visit whose entry was missed names no duration")
    func missedEntry() async throws {
        let home = try await device.add("Home") { $0.notifyOnExit = true }
        try await device.reconcile(.launch, at: 0)

        try await device.report(.crossing(home.region, .outside), at: 60)
        #expect(device.notifier.shown.map(\.body) == [""])
    }
}
