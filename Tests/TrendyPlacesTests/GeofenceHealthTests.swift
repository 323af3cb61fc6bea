import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("The health of region monitoring")
struct GeofenceHealthTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    // MARK: missed crossings

    private func entry(
        _ region: String,
        _ kind: String,
        at instant: Int64,
        received: Int64? = nil
    ) -> RegionLogEntry {
        RegionLogEntry(
            region: region,
            kind: kind,
            at: device.at(instant),
            receivedAt: device.at(received ?? instant)
        )
    }

    private func log(_ entries: [RegionLogEntry]) async throws {
        var update = PlaceUpdate()
        update.logEntries = entries
        try await device.store.write { [update] in try $0.places.apply(update) }
    }

    /// The missed crossing after a log of region A, between the fixes of seconds 100 and 200.
    private func missedCrossing(
        before: [RegionLogEntry]? = nil,
        after: [RegionLogEntry] = [],
        at seconds: Int64 = 801
    ) async throws -> Instant? {
        let edge = entry("A", RegionLogEntry.missedCrossing, at: 100, received: 200)
        try await log((before ?? [entry("A", RegionLogEntry.entered, at: 99)]) + [edge] + after)
        return try await GeofenceHealth(of: device.store, at: device.at(seconds)).missedCrossingAt
    }

    @Test(
        "A crossing is missed after 10 minutes without a report",
        arguments: [(800 as Int64, false), (801, true)]
    )
    func delay(_ seconds: Int64, _ isMissed: Bool) async throws {
        let missed = try await missedCrossing(at: seconds)
        #expect(missed == (isMissed ? device.at(200) : nil))
    }

    @Test(
        "A report of the same crossing or of a later one shows that none is missed",
        arguments: [
            ("A", RegionLogEntry.left, 99, true), ("A", RegionLogEntry.left, 100, false),
            ("A", "is outside", 150, true), ("B", RegionLogEntry.left, 150, true),
            ("B", RegionLogEntry.left, 200, true), ("B", RegionLogEntry.entered, 201, false),
            ("B", "is inside", 201, true),
        ] as [(String, String, Int64, Bool)]
    )
    func reports(
        _ region: String,
        _ kind: String,
        _ seconds: Int64,
        _ isMissed: Bool
    ) async throws {
        let missed = try await missedCrossing(after: [entry(region, kind, at: seconds)])
        #expect(missed == (isMissed ? device.at(200) : nil))
    }

    @Test("There are no reports for the time before a region was registered")
    func registration() async throws {
        #expect(try await missedCrossing(before: []) == nil)
        #expect(try await missedCrossing(before: [entry("B", "is inside", at: 0)]) == nil)
        #expect(try await missedCrossing(before: [entry("A", "is inside", at: 100)]) == nil)
        #expect(try await missedCrossing(before: [entry("A", "is inside", at: 99)]) != nil)
    }

    // MARK: findings

    private func health(
        _ conditions: LocationConditions,
        listed: [MonitoredRegion] = [],
        wanted: [MonitoredRegion] = []
    ) async throws -> GeofenceHealth {
        try await GeofenceHealth(
            of: device.store,
            at: device.at(801),
            conditions: conditions,
            GeofenceHealth.Registration(listed: listed, wanted: wanted)
        )
    }

    private func region(_ identifier: String) -> MonitoredRegion {
        MonitoredRegion(identifier: identifier, center: PlaceDevice.center, radius: 150)
    }

    @Test("Where regions cannot be monitored, the reason is the only finding")
    func reason() async throws {
        _ = try await device.add("Home")
        _ = try await missedCrossing()
        var state = RegionMonitorState()
        state.sentinel = .init(center: PlaceDevice.center, radius: 500, placedAt: device.at(0))
        var update = PlaceUpdate()
        update.monitorState = state
        try await device.store.write { [update] in try $0.places.apply(update) }

        // No region, no report, and no sentinel.
        #expect(try await health(.init()).findings.count == 3)
        let reasons: [LocationConditions] = [
            .init(authorization: .denied), .init(authorization: .whenInUse),
            .init(isPrecise: false), .init(isMonitoringAvailable: false),
        ]
        for conditions in reasons {
            #expect(try await health(conditions).findings.count == 1, "\(conditions)")
        }
    }

    @Test("Without a geofence to monitor there is nothing to find")
    func noGeofences() async throws {
        _ = try await device.add("Home") { $0.isActive = false }

        let health = try await health(.init(authorization: .denied, isLowPowerModeOn: true))

        #expect(health.findings.isEmpty)
        #expect(health.geofences == 1 && health.configured == 0)
    }

    @Test("The names of three missing regions are listed, and that there are more")
    func missing() async throws {
        var regions: [MonitoredRegion] = []
        for number in 0..<4 {
            regions.append(region(try await device.add("Place \(number)").region))
        }

        let three = try await health(.init(), listed: [regions[3]], wanted: regions)
        #expect(three.missing == ["Place 0", "Place 1", "Place 2"])
        let names = try #require(three.findings.first).finding
        #expect(names.contains("Place 0, Place 1, Place 2") && !names.contains("…"))
        #expect(three.wanted == 4 && three.registered == 1)

        let four = try await health(.init(), wanted: regions)
        let more = try #require(four.findings.first).finding
        #expect(more.contains("Place 0, Place 1, Place 2, …") && !more.contains("Place 3"))
    }

    @Test("Regions of other parts of the app are a finding if the geofences need their slots")
    func regionsOfOthers() async throws {
        let home = region(try await device.add("Home").region)
        func findings(_ count: Int) async throws -> Int {
            let others = (0..<count).map { region("other.\($0)") }
            let health = try await health(.init(), listed: [home] + others, wanted: [home])
            #expect(health.regionsOfOthers == count && health.registered == 1)
            return health.findings.count
        }

        #expect(try await findings(19) == 0)
        #expect(try await findings(20) == 1)
    }

    @Test("Monitored regions without a geofence are counted, the sentinel and others are not")
    func strays() async throws {
        let home = region(try await device.add("Home").region)
        let stray = EntityID.derived(kind: "geofence", naturalKey: "stray")
        let sentinel = region(RegionIdentity.sentinelIdentifier)
        let listed = [
            home, sentinel, region("other"), region(RegionIdentity.identifier(of: stray)),
        ]

        let health = try await health(.init(), listed: listed, wanted: [sentinel, home])

        #expect(health.unregistered == 1)
        #expect(health.wanted == 1 && health.registered == 2 && health.regionsOfOthers == 1)
        #expect(health.isSentinelArmed && health.missing.isEmpty)
        #expect(health.findings.count == 1)

        // A selected region whose geofence was deleted since has no name to list.
        let unnamed = try await self.health(.init(), listed: [home], wanted: [home, listed[3]])
        #expect(unnamed.unregistered == 1 && unnamed.missing.isEmpty)
    }

    @Test("The health says when the last region event happened")
    func signalledAt() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        #expect(try await device.monitor.health().signalledAt == nil)

        try await device.report(.crossing(home.region, .inside), at: 90, of: 60)

        let health = try await device.monitor.health()
        #expect(health.signalledAt == device.at(60))
        #expect(health.openVisits == 1 && health.unconfirmedVisits == 0)
    }
}
