import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing
import TrendyApple
import TrendyLocalization
import TrendyModel
import TrendyPlaces
import TrendyStore

@Suite("Findings about region monitoring")
struct FindingTests {
    private let scratch: Scratch
    private let test: MonitoredPhone

    init() throws {
        scratch = try Scratch()
        test = try MonitoredPhone(scratch.database)
    }

    @Test("Background App Refresh off and Low Power Mode on are findings")
    func conditions() async throws {
        try await test.addRow(1)
        try await test.open()

        test.conditions.now.isBackgroundRefreshOn = false
        #expect(try await test.findings() == [Strings.RegionMonitoring.refreshOff()])
        test.conditions.now.isBackgroundRefreshOn = true
        test.conditions.now.isLowPowerModeOn = true
        #expect(try await test.findings() == [Strings.RegionMonitoring.lowPower()])
    }

    @Test("A device that cannot monitor regions is a finding")
    func unsupported() async throws {
        test.phone.location.isMonitoringAvailable = false
        test.phone.location.maximumRegionDistance = -1
        try await test.addRow(1)

        try await test.open()

        #expect(try await test.findings() == [Strings.RegionMonitoring.unsupported()])
    }

    @Test("A missing sentinel and missing regions are findings until the app is opened")
    func regions() async throws {
        try await test.addRow(30)
        try await test.open()
        #expect(try await test.findings().isEmpty)

        test.phone.location.dropRegions([RegionIdentity.sentinelIdentifier])
        #expect(try await test.findings() == [Strings.RegionMonitoring.sentinelMissing()])
        try await test.open()
        #expect(try await test.findings().isEmpty)

        test.phone.location.dropRegions()
        #expect(try await test.findings().contains { $0.contains("19 of 19") })
    }

    @Test("A region without a geofence is a finding until the app is opened")
    func stray() async throws {
        try await test.addRow(1)
        try await test.open()
        let stray = RegionIdentity.identifier(of: .derived(kind: "geofence", naturalKey: "stray"))
        test.phone.location.addForeignRegions([stray])
        #expect(try await test.findings() == [Strings.RegionMonitoring.orphaned(1)])
        try await test.open()
        try await test.pass(5)
        #expect(test.monitored.count == 1)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Approximate location is a finding, and monitoring resumes with precise location")
    func imprecise() async throws {
        try await test.addRow(3)
        test.phone.location.isPrecise = false
        try await test.open()
        #expect(try await test.findings().contains(Strings.Location.imprecise()))
        #expect(test.monitored.isEmpty)

        test.phone.location.isPrecise = true
        try await test.pass(30)

        #expect(test.monitored.count == 3)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Allowing location again after 'Allow Once' commits a change")
    func allowedAgain() async throws {
        try await test.addRow(1)
        test.phone.location.choose(.whileUsing)
        try await test.open()
        test.phone.location.choose(.askNextTime)
        try await test.open()
        test.phone.location.promptDecision = .allowWhileUsing
        let monitor = try test.monitor
        try await test.phone.run { try await monitor.request(.whenInUse) }
        let commits = test.store.commits()
        defer { commits.stop() }

        try await test.pass(5)

        for await _ in commits.events { break }
        #expect(try await monitor.health().authorization?.state == .whileUsing)
    }

    @Test("Expired 'Allow Once', 'While Using' and disabled location services are distinguished")
    func permission() async throws {
        try await test.addRow(1)
        test.phone.location.choose(.whileUsing)
        try await test.open()
        test.phone.location.choose(.askNextTime)
        try await test.open()
        #expect(try await test.findings() == [Strings.Location.initialCheck()])

        test.phone.location.choose(.whileUsing)
        try await test.open()
        #expect(try await test.monitor.health().authorization?.state == .whileUsing)
        test.phone.location.alwaysDecision = .keep
        try await test.monitor.request(.always)
        #expect(try await test.monitor.health().authorization?.state == .onlyWhileUsing)

        test.phone.location.areServicesEnabled = false
        #expect(try await test.findings().first == Strings.Location.servicesOff())
    }

    @Test("A crossing without a report of the system is a finding")
    func missedCrossing() async throws {
        try await test.addRow(1)
        try await test.open()
        test.phone.location.missNextCrossings(1)

        try await test.walk(to: 5000)
        try await test.open()
        try await test.pass(60)
        #expect(try await test.findings().isEmpty)
        try await test.pass(700)

        #expect(try await test.findings() == [Strings.RegionMonitoring.noSignals()])
        try await test.walk(to: 0)
        try await test.walk(to: 5000)
        #expect(try await test.findings().isEmpty)
    }

    @Test("Slots that become free are used again when the app is opened")
    func slots() async throws {
        try await test.addRow(30)
        test.phone.location.occupySlots(12)
        try await test.open()
        try await test.pass(30)
        #expect(test.monitored.count == 8)
        // Every geofence inside the sentinel is monitored.
        let circle = try #require(test.sentinel)
        for number in 0..<30 {
            let center = try place(Double(number) * 400)
            let middle = try #require(
                Coordinate(latitude: center.latitude, longitude: center.longitude)
            )
            let isIn = middle.distance(to: circle.center) < circle.radius
            #expect(!isIn || test.monitored.values.contains { $0.center.distance(to: middle) < 1 })
        }

        test.phone.location.freeSlots(12)
        try await test.open()
        try await test.pass(30)

        #expect(test.monitored.count == 20)
        #expect(try await test.findings().isEmpty)
    }

    @Test("A region that the system always refuses displaces no others")
    func refusedAlone() async throws {
        try await test.addRow(30)
        test.phone.location.behavior.refusedRegions = [try await test.region("Place 1")]

        try await test.open()
        try await test.pass(300)

        #expect(test.sentinel != nil)
        #expect(test.monitored.count >= 18)
        #expect(try await !test.findings().isEmpty)
        test.phone.location.behavior.refusedRegions = []
        try await test.open()
        try await test.pass(30)
        #expect(test.monitored.count == 20)
        #expect(try await test.findings().isEmpty)
    }
}
