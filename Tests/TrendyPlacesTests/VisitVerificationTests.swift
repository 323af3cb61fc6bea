import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

private let day = 86_400 as Int64

@Suite("Visits that were open at a launch")
struct VisitVerificationTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    /// Adds a geofence that the person is inside of since second 60, and launches the app again.
    private func launchInside(
        at seconds: Int64 = 120
    ) async throws -> (id: EntityID, region: String) {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        try await device.reconcile(.launch, at: seconds)
        return home
    }

    private func isUnconfirmed() async throws -> [Bool] {
        try await device.visits().map(\.isUnconfirmed)
    }

    @Test("A state inside leaves a visit as it is, unless the device cannot be located")
    func states() async throws {
        let home = try await launchInside()

        try await device.report(.state(home.region, .inside), at: 125)
        #expect(try await isUnconfirmed() == [false])
        try await device.report(.noFix, at: 130)
        #expect(try await isUnconfirmed() == [true])
        try await device.report(.fix, at: 140, fix: device.fix(0, at: 140))
        #expect(try await isUnconfirmed() == [false])

        // A fix has verified it: that there is no further one says nothing.
        try await device.report(.noFix, at: 150)
        #expect(try await isUnconfirmed() == [false])
        try await device.reconcile(.launch, at: 160)
        try await device.report(.state(home.region, .inside), at: 165)
        #expect(try await isUnconfirmed() == [true])
    }

    @Test("The visit of a region that the system does not register any more is unconfirmed")
    func refused() async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        device.system.refuse(home.region)
        var wait = try await device.reconcile(.launch, at: 120)

        var seconds: Int64 = 120
        while wait != nil, seconds < 140 {
            #expect(try await isUnconfirmed() == [false])
            seconds += 1
            device.wait(until: seconds)
            wait = try await device.monitor.catchUp()
        }

        #expect(try await isUnconfirmed() == [true])
        #expect(seconds < 140)
    }

    @Test("A visit that begins after the launch is not one of those that were open then")
    func begunLater() async throws {
        let days = 49 * 3600 as Int64
        let home = try await launchInside(at: days)
        try await device.report(.noFix, at: days + 10)
        #expect(try await device.spans() == [[60, 60]])

        try await device.report(.state(home.region, .inside), at: days + 20)

        #expect(try await device.spans() == [[60, 60], [days + 20, nil]])
        #expect(try await isUnconfirmed() == [false, false])
    }

    @Test("An unknown state makes the visit unconfirmed once, and an entry confirms it")
    func unknownState() async throws {
        let home = try await launchInside()

        try await device.report(.state(home.region, nil), at: 125)
        #expect(try await isUnconfirmed() == [true])
        try await device.report(.crossing(home.region, .inside), at: 130)
        #expect(try await isUnconfirmed() == [false])
        try await device.report(.state(home.region, nil), at: 135)
        #expect(try await isUnconfirmed() == [false])
    }

    @Test("A visit with an end is not unconfirmed, whatever its properties say")
    func ended() async throws {
        let home = try await device.add("Home")
        let mark = { (event: inout Event) in event.properties["unconfirmed"] = .boolean(true) }
        _ = try await device.visit(to: home.id, 1, from: 0, until: 60, mark)
        _ = try await device.visit(to: home.id, 2, from: 120, mark)
        _ = try await device.visit(to: home.id, 3, from: 180)

        #expect(try await isUnconfirmed() == [false, true, false])
    }

    // MARK: stale visits

    @Test(
        "A visit of another device without evidence for more than 14 days ends at a launch",
        arguments: [(14 * day, nil), (14 * day + 1, 600 as Int64?)]
    )
    func stale(_ seconds: Int64, _ end: Int64?) async throws {
        let home = try await device.add("Home")
        _ = try await device.visit(to: home.id, from: 0) { event in
            event.evidence = Evidence(sampleCount: 1_000, newest: device.at(600))
        }
        let manual = try await device.visit(to: home.id, 2, from: 60) { event in
            event.properties["entry_source"] = .text("person")
        }

        try await device.reconcile(.launch, at: seconds + 600)

        #expect(try await device.spans() == [[0, end], [60, nil]])
        #expect(try await device.event(manual)?.endDate == nil)
    }

    @Test(
        "A visit that another device took for stale is reopened where it was open after its end",
        arguments: [
            (7_200, 15 * day, 7_200), (7_199, 15 * day, nil), (9_000, 15 * day, 9_000),
            (7_199, 14 * day, 7_199), (7_199, 14 * day + 1, nil),
        ] as [(Int64, Int64, Int64?)]
    )
    func wronglyStale(_ end: Int64, _ silence: Int64, _ expected: Int64?) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 3_600)
        try await device.report(.fix, at: 7_200, fix: device.fix(0, at: 7_200))
        let visit = try #require(try await device.visits().first).id

        try await device.change(
            visit,
            end: end,
            [
                "exit_source": .text("inferred"), "exit_earliest": .instant(device.at(end)),
                "exit_latest": .instant(device.at(end + silence)),
            ]
        )
        try await device.reconcile(.launch, at: end + silence)

        #expect(try await device.spans() == [[3_600, expected]])
    }

    @Test(
        "A visit that is open here for more than 7 days has new evidence after a launch",
        arguments: [(7 * day, false), (7 * day + 1, true)]
    )
    func evidenceOfLongVisit(_ seconds: Int64, _ isNew: Bool) async throws {
        let home = try await device.add("Home")
        try await device.reconcile(.launch, at: 0)
        try await device.report(.crossing(home.region, .inside), at: 60)
        let visit = try #require(try await device.visits().first).id
        let last = 60 + seconds
        try await device.report(.fix, at: last, fix: device.fix(0, at: last))

        try await device.reconcile(.launch, at: last + 60)

        let newest = try await device.event(visit)?.evidence?.newest
        #expect(newest == device.at(isNew ? last : 60))
    }
}
