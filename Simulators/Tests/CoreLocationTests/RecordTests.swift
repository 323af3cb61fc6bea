import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// The records of regions, for comparison with the app's interpretation.
struct RecordTests {
    let test = TestPhone()

    private var kinds: [RegionRecord.Kind] {
        (test.location.regionRecords ?? []).map { record in
            // The numbers are irrelevant.
            switch record.kind {
            case .posted(_, let isEntry): .posted(0, isEntry: isEntry)
            case .delivered: .delivered(0)
            case .expired: .expired(0)
            case .lost: .lost(0)
            default: record.kind
            }
        }
    }

    private func watch() -> Delegate {
        let delegate = test.open()
        test.location.regionRecords = []
        delegate.manager.startMonitoring(for: TestPhone.region(radius: 150))
        test.settle()
        return delegate
    }

    private let registered = RegionRecord.Kind.registered(
        latitude: TestPhone.home.latitude,
        longitude: TestPhone.home.longitude,
        radiusMeters: 150
    )

    @Test("Nothing is recorded until recording is enabled")
    func silent() {
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region(radius: 150))
        test.settle()

        #expect(test.location.regionRecords == nil)
        withExtendedLifetime(delegate) {}
    }

    @Test("A crossing is detected, posted and delivered")
    func delivered() {
        let delegate = watch()

        test.visit(TestPhone.office)
        delegate.manager.stopMonitoring(for: TestPhone.region(radius: 150))
        test.settle()

        #expect(
            kinds == [
                registered, .determined(isInside: true), .noticed(isEntry: false),
                .posted(0, isEntry: false), .delivered(0), .stopped,
            ]
        )
    }

    @Test("Missed and lost crossings are distinguished")
    func missedAndLost() {
        let delegate = watch()
        test.location.missNextCrossings()

        test.visit(TestPhone.office)
        test.visit(TestPhone.home)
        test.location.loseNextEvents()
        test.visit(TestPhone.office)
        test.location.dropRegions()

        #expect(
            kinds == [
                registered, .determined(isInside: true), .missed, .noticed(isEntry: false),
                .posted(0, isEntry: false), .lost(0), .dropped,
            ]
        )
        withExtendedLifetime(delegate) {}
    }

    @Test("An undelivered event is recorded as expired")
    func expired() {
        _ = watch()
        test.phone.terminate()

        test.visit(TestPhone.office)
        test.timeline.advance(by: .seconds(60))

        #expect(kinds.suffix(2) == [.posted(0, isEntry: false), .expired(0)])
    }
    @Test("Pending events are lost at a reboot")
    func lostAtReboot() {
        test.location.behavior.unclaimedEvents = .kept
        _ = watch()
        test.terminate()

        test.visit(TestPhone.office)
        test.phone.reboot()

        #expect(kinds.suffix(2) == [.posted(0, isEntry: false), .lost(0)])
    }

    @Test("Each unconfirmed crossing is recorded as lost")
    func lostUnconfirmed() {
        test.location.alwaysDecision = .ignore
        let delegate = test.open(nil)
        delegate.manager.requestAlwaysAuthorization()
        test.settle()
        test.location.regionRecords = []
        delegate.manager.startMonitoring(for: TestPhone.region(radius: 150))
        test.settle()
        test.terminate()

        test.visit(TestPhone.office)
        test.visit(TestPhone.home)
        test.location.answerPrompt(LocationUpgradeDecision.keep)

        let records = test.location.regionRecords ?? []
        let posted = records.compactMap { record -> Int? in
            if case .posted(let number, _) = record.kind { number } else { nil }
        }
        let lost = records.compactMap { record -> Int? in
            if case .lost(let number) = record.kind { number } else { nil }
        }
        #expect(posted.count == 2)
        #expect(lost == posted)
    }

    @Test("A region that fails for good is dropped, and drops are recorded smallest first")
    func dropped() {
        let delegate = watch()
        delegate.manager.startMonitoring(for: TestPhone.region("office", at: TestPhone.office))
        for (name, radius) in [("large", 300.0), ("small", 100.0), ("middle", 200.0)] {
            delegate.manager.startMonitoring(for: TestPhone.region(name, radius: radius))
        }
        test.settle()

        test.location.fail(region: "home")
        test.location.fail(region: "office", stops: true)
        test.location.dropRegions(["large", "small", "middle"])

        let dropped = (test.location.regionRecords ?? []).filter { $0.kind == .dropped }
        #expect(dropped.map(\.identifier) == ["office", "small", "middle", "large"])
        withExtendedLifetime(delegate) {}
    }

    @Test("Conditions of monitors have no records")
    func conditions() async throws {
        test.open()
        test.location.regionRecords = []
        let monitor = try await test.wait { await CLMonitor("places") }
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: TestPhone.home, radius: 150),
            identifier: "home",
            assuming: .satisfied
        )
        test.settle()
        test.visit(TestPhone.office)
        test.location.dropRegions()

        #expect(test.location.counters.crossingsNoticed == 1)
        #expect(test.location.regionRecords == [])
    }
}
