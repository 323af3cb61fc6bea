import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Rules of significant changes.
struct SignificantChangeTests {
    let test = TestPhone()

    private func start() -> Delegate {
        let delegate = test.open()
        delegate.manager.startMonitoringSignificantLocationChanges()
        test.settle()
        return delegate
    }

    // Documentation: the first event is the cached location.
    @Test("The first event is the last known fix")
    func first() {
        let delegate = start()

        #expect(delegate.fixes.count == 1)
        #expect(test.phone.run { CLLocationManager.significantLocationChangeMonitoringAvailable() })
    }

    // Documentation: 500 m and more, at most every 5 minutes.
    @Test("A change is 500 m away, and there is at most one in 5 minutes")
    func distance() {
        let delegate = start()
        let start = test.now

        test.visit(TestPhone.home.offset(east: 490, north: 0), for: .seconds(3600))
        #expect(delegate.fixes.count == 1)
        // 100 km in 10,000 seconds.
        test.visit(TestPhone.home.offset(east: 100_000, north: 0))

        let dates = delegate.fixes.map(\.timestamp)
        let gaps = zip(dates.dropFirst(), dates).map { $0.timeIntervalSince($1) }
        #expect(gaps.allSatisfy { $0 >= 299.9 })
        #expect((30...36).contains(delegate.fixes.count))
        #expect(test.now > start)
    }

    // Energy guide: at least every 15 minutes.
    @Test("Wakes without movement are configurable", arguments: [true, false])
    func heartbeat(beats: Bool) {
        test.location.behavior.significantHeartbeat = beats ? .seconds(900) : nil
        let delegate = start()

        test.timeline.advance(by: .seconds(3600))

        #expect(delegate.fixes.count == (beats ? 5 : 1))
    }

    // In practice the distance is larger.
    @Test("The distance of a change is configurable", arguments: [500.0, 2500.0])
    func distanceSwitch(meters: Double) {
        test.location.behavior.significantDistance = meters
        let delegate = start()

        test.visit(TestPhone.home.offset(east: 1000, north: 0), for: .seconds(3600))

        #expect(delegate.fixes.count == (meters == 500 ? 2 : 1))
    }

    // Documentation: a terminated app is launched; the event arrives when the service is restarted;
    // location is already set.
    @Test(
        "A launched app receives the event when it restarts the service",
        arguments: [true, false]
    )
    func relaunch(needsRestart: Bool) {
        test.location.behavior.significantNeedsRestart = needsRestart
        _ = start()
        test.terminate()
        test.log.clear()
        test.phone.onLaunchRequest = { [phone = test.phone] in phone.launch($0) }
        test.timeline.run(
            until: test.location.travel(
                to: TestPhone.home.offset(east: 3005, north: 0),
                metersPerSecond: 10
            )
        )
        #expect(test.location.counters.launches == 1)
        test.phone.launch(.user)

        let delegate = test.makeManager()
        #expect(delegate.manager.location != nil)
        #expect(delegate.fixes.count == (needsRestart ? 0 : 1))
        delegate.manager.startMonitoringSignificantLocationChanges()
        test.settle()

        #expect(delegate.fixes.count == (needsRestart ? 1 : 2))
    }

    @Test("A stopped service does not wake the app")
    func stop() {
        let delegate = start()
        delegate.manager.stopMonitoringSignificantLocationChanges()
        test.settle()

        test.visit(TestPhone.office, for: .seconds(3600))

        #expect(delegate.fixes.count == 1)
    }
}
