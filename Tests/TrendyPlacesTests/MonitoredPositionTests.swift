import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("Positions that regions are selected by")
struct MonitoredPositionTests {
    private let device: PlaceDevice
    private let sentinel = RegionIdentity.sentinelIdentifier

    init() throws {
        device = try PlaceDevice()
    }

    /// The distance of the sentinel to the device, in metres, after a movement to the east, away
    /// from all geofences.
    ///
    /// - `duration`: of the movement, in seconds.
    /// - `pause`: how long the device then stays within 200 m, in seconds.
    private func shift(
        moving metres: Double,
        for duration: Int64,
        pause: Int64? = nil
    ) async throws -> Double {
        try await device.addRow(25, from: -2_000, step: -100)
        try await device.reconcile(.launch, at: 0)
        let left = RegionSignal.Kind.crossing(sentinel, .outside)
        try await device.report(left, at: 60, fix: device.fix(-metres, at: 60))
        var last = 60 + duration
        var here = device.fix(0, at: last)
        try await device.report(left, at: last, fix: here)
        if let pause {
            last += pause
            here = device.fix(200, at: last)
            try await device.report(left, at: last, fix: here)
        }
        let center = try #require(device.system.sentinel?.center)
        return center.distance(to: here.coordinate).rounded()
    }

    @Test(
        "Positions up to 30 minutes and at least 300 m apart show a heading",
        arguments: [
            (1_000.0, 1_200 as Int64, 700.0), (1_000, 1_800, 700), (1_000, 1_801, 0),
            (301, 600, 700), (299, 600, 0),
        ]
    )
    func heading(_ metres: Double, _ duration: Int64, _ expected: Double) async throws {
        #expect(try await shift(moving: metres, for: duration) == expected)
    }

    @Test(
        "A heading is used for 10 minutes",
        arguments: [(600 as Int64, 700.0), (601, 0)]
    )
    func headingAge(_ pause: Int64, _ expected: Double) async throws {
        #expect(try await shift(moving: 1_000, for: 600, pause: pause) == expected)
    }

    @Test(
        "A sentinel around a position of the last 30 seconds needs no new fix, an older one does",
        arguments: [(30 as Int64, false), (31, true)]
    )
    func age(_ age: Int64, _ isOld: Bool) async throws {
        try await device.addRow(20)
        try await device.reconcile(.launch, at: 0)
        try await device.report(.fix, at: 10, fix: device.fix(0, at: 10))
        #expect(device.system.sentinel == nil)
        _ = device.system.takeRequests()

        _ = try await device.add("Another", at: 9_000)
        try await device.reconcile(.edit, at: 10 + age)

        #expect(await device.monitor.state.sentinel != nil)
        #expect(device.system.takeRequests().contains(.fix) == isOld)
    }

    @Test(
        "The system's last fix is used if it is good and newer than the stored one",
        arguments: [
            (20 as Int64, 200.0, true), (10, 200, false), (20, 201, false), (20, -1, false),
            (20, 0, true),
        ]
    )
    func lastFix(_ seconds: Int64, _ accuracy: Double, _ isUsed: Bool) async throws {
        _ = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        let first = device.fix(0, at: 10)
        try await device.report(.fix, at: 10, fix: first)
        let last = device.fix(500, at: seconds, accuracy: accuracy)
        device.system.setLastFix(last)

        try await device.reconcile(.edit, at: 40)

        let fix = try await device.store.read { try $0.places.regionMonitorState() }.fix
        #expect(fix?.coordinate == (isUsed ? last : first).coordinate)
    }

    @Test("A device at or outside of the edge of the sentinel gets one around its last position")
    func edge() async throws {
        try await device.addRow(25)
        try await device.reconcile(.launch, at: 0)
        try await device.report(.fix, at: 10, fix: device.fix(0, at: 10))
        let inside = device.fix(20_499, at: 200)
        let edge = device.fix(20_500, at: 220)
        var rough = device.fix(20_000, at: 100)
        rough.accuracy = edge.coordinate.distance(to: rough.coordinate)

        try await device.report(.noFix, at: 200, fix: rough)
        #expect(device.system.sentinel?.center == rough.coordinate)
        #expect(device.system.sentinel?.radius == rough.accuracy)
        try await device.report(.noFix, at: 300, fix: inside)
        #expect(device.system.sentinel?.center == rough.coordinate)
        try await device.report(.noFix, at: 300, fix: edge)

        #expect(device.system.sentinel?.center == edge.coordinate)
    }

    @Test("A sentinel that the device is outside of at once is replaced, up to three times")
    func outsideAtOnce() async throws {
        try await device.addRow(25)
        try await device.reconcile(.launch, at: 0)
        try await device.report(.fix, at: 10, fix: device.fix(0, at: 10))
        let outside = RegionSignal.Kind.state(sentinel, .outside)
        func isReplaced(at seconds: Int64, fix: Fix?) async throws -> Bool {
            let before = device.system.sentinel
            try await device.report(outside, at: seconds, fix: fix)
            return device.system.sentinel != before
        }

        #expect(try await isReplaced(at: 20, fix: device.fix(20_000, at: 20)))
        // The state of the sentinel before.
        #expect(try await isReplaced(at: 30, fix: device.fix(20_000, at: 30)) == false)
        _ = device.system.takeRequests()
        #expect(try await isReplaced(at: 40, fix: nil) == false)
        #expect(device.system.takeRequests() == [.fix])
        #expect(try await isReplaced(at: 50, fix: device.fix(40_000, at: 50)))
        #expect(try await isReplaced(at: 60, fix: device.fix(60_000, at: 60)) == false)

        // A crossing proves that regions work.
        try await device.report(
            .crossing(sentinel, .outside),
            at: 70,
            fix: device.fix(80_000, at: 70)
        )
        #expect(try await isReplaced(at: 80, fix: device.fix(100_000, at: 80)))
    }

    @Test(
        "A fix outside bounds an exit that it precedes, not one that is delivered late",
        arguments: [(100, 100), (200, 200), (260, 200)] as [(Int64, Int64)]
    )
    func fixBesideExit(_ exit: Int64, _ left: Int64) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.fix, at: 200, fix: device.fix(1_000, at: 200))

        try await device.report(.crossing(home.region, .outside), at: 270, of: exit)

        #expect(try await device.spans() == [[left, left]])
    }

    @Test("A region is registered again when the largest radius that the system monitors changes")
    func maximumRadius() async throws {
        _ = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        #expect(device.system.monitoredRegions().map(\.radius) == [150])

        for (seconds, largest, radius) in [
            (60, 120, 120), (120, 5_000, 150), (180, 20, 100),
        ] as [(Int64, Double, Double)] {
            device.system.set(.init(maximumRadius: largest))
            try await device.reconcile(.edit, at: seconds)
            #expect(device.system.monitoredRegions().map(\.radius) == [radius])
        }
    }

    @Test("A visit at a region without a geofence is at the region's centre, if it is listed")
    func unknownRegion() async throws {
        try await device.reconcile(.launch, at: 0)
        func location(
            _ name: String,
            at center: Coordinate?,
            _ seconds: Int64
        ) async throws -> [Double?] {
            let id = EntityID.derived(kind: "geofence", naturalKey: name)
            let region = RegionIdentity.identifier(of: id)
            if let center {
                device.system.monitor(
                    MonitoredRegion(identifier: region, center: center, radius: 200)
                )
            }
            try await device.report(.crossing(region, .inside), at: seconds)
            let visit = try #require(try await device.visits().last)
            let event = try #require(try await device.event(visit.id))
            #expect(event.geofenceID == nil)
            #expect(event.properties["region"] == .text("\(id)"))
            return [event.locationLatitude, event.locationLongitude]
        }

        let equator = Coordinate(latitude: 0, longitude: 13)
        let meridian = Coordinate(latitude: 52, longitude: 0)
        #expect(try await location("a", at: PlaceDevice.center, 60) == [52.5, 13.4])
        #expect(try await location("b", at: nil, 120) == [nil, nil])
        #expect(try await location("c", at: equator, 180) == [0, 13])
        #expect(try await location("d", at: meridian, 240) == [52, 0])
    }
}
