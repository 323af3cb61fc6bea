import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Rules of fixes: single, continuous, reduced.
struct UpdateTests {
    let test = TestPhone()

    // requestLocation: one fix.
    @Test("A requested location is delivered once")
    func request() throws {
        let delegate = test.open()

        delegate.manager.requestLocation()
        test.timeline.advance(by: .seconds(60))

        let fix = try #require(delegate.fixes.first)
        #expect(delegate.fixes.count == 1)
        #expect(fix.horizontalAccuracy == 10)
        #expect(fix.distance(from: CLLocation(latitude: 48.2, longitude: 16.37)) < 0.01)
        #expect(delegate.manager.location?.timestamp == fix.timestamp)
    }

    // CLError 0 and 1.
    @Test("Without a signal a request fails with error 0, without permission with error 1")
    func requestFails() {
        let delegate = test.open()
        test.location.hasSignal = false

        delegate.manager.requestLocation()
        test.timeline.advance(by: .seconds(9))
        #expect(test.log.events.isEmpty)
        test.timeline.advance(by: .seconds(2))
        #expect(test.log.events == ["error 0"])
        test.location.choose(.never)
        delegate.manager.requestLocation()
        delegate.manager.startUpdatingLocation()
        test.settle()

        #expect(test.log.events == ["error 0", "error 1", "error 1"])
    }

    // startUpdatingLocation, distanceFilter.
    @Test("Fixes are delivered during movement at the distance of the filter")
    func filter() {
        let delegate = test.open()
        delegate.manager.distanceFilter = 100
        delegate.manager.startUpdatingLocation()
        test.timeline.advance(by: .seconds(60))
        #expect(delegate.fixes.count == 1)

        test.timeline.run(
            until: test.location.travel(
                to: TestPhone.home.offset(east: 1005, north: 0),
                metersPerSecond: 10
            )
        )
        let moving = delegate.fixes.count
        test.timeline.advance(by: .seconds(600))

        #expect((10...11).contains(moving))
        #expect(delegate.fixes.count <= moving + 1)
        #expect(delegate.fixes.last.map { $0.course } != nil)
        delegate.manager.stopUpdatingLocation()
        test.settle()
        test.location.travel(to: TestPhone.office, metersPerSecond: 10)
        test.timeline.advance(by: .seconds(60))
        #expect(delegate.fixes.count <= moving + 1)
    }

    // pausesLocationUpdatesAutomatically; that the app must restart updates is documented.
    @Test("Updates pause when the person stands still", arguments: [true, false])
    func pauses(resumesByItself: Bool) {
        test.location.behavior.resumesByItself = resumesByItself
        let delegate = test.open()
        delegate.manager.startUpdatingLocation()

        test.timeline.advance(by: .seconds(1000))
        #expect(test.log.events == ["1 fix", "paused"])
        test.location.travel(to: TestPhone.office, metersPerSecond: 10)
        test.timeline.advance(by: .seconds(5))
        #expect(test.log.events.contains("resumed") == resumesByItself)
        test.phone.enterBackground()
        test.phone.launch(.user)
        test.settle()

        #expect(test.log.count("resumed") == 1)
        #expect(delegate.fixes.count > 1)
    }

    // Header: without the background mode it is a fatal error.
    @Test("Background updates require the background mode")
    func backgroundMode() async {
        await #expect(processExitsWith: .failure) {
            let test = TestPhone()
            test.location.hasBackgroundMode = false
            test.open().manager.allowsBackgroundLocationUpdates = true
        }
    }

    // allowsBackgroundLocationUpdates.
    @Test("Background updates keep the app running", arguments: [true, false])
    func background(isAllowed: Bool) {
        let delegate = test.open(.whileUsing)
        delegate.manager.allowsBackgroundLocationUpdates = isAllowed
        delegate.manager.startUpdatingLocation()
        test.timeline.advance(by: .seconds(5))
        test.phone.enterBackground()
        test.location.travel(to: TestPhone.office, metersPerSecond: 10)
        test.timeline.advance(by: .seconds(120))

        #expect(test.phone.process == (isAllowed ? .background : .suspended))
        #expect((delegate.fixes.count > 100) == isAllowed)
        delegate.manager.stopUpdatingLocation()
        test.settle()
        #expect(test.phone.process == .suspended)
    }

    // Background article: fixes of a suspended app are queued for its next execution.
    @Test("A suspended app receives the missed fixes in one batch")
    func queued() {
        let delegate = test.open()
        delegate.manager.startUpdatingLocation()
        test.timeline.advance(by: .seconds(5))
        test.phone.suspend()
        test.log.clear()

        test.visit(TestPhone.office)
        #expect(test.log.events.isEmpty)
        test.phone.launch(.user)
        test.settle()

        let first = test.log.events.first
        #expect(first == "\(delegate.fixes.count - 1) fix" && delegate.fixes.count > 10)
        let dates = delegate.fixes.map(\.timestamp)
        #expect(dates == dates.sorted())
    }

    // Header and documentation: about 5 km, up to 20 minutes old, a few per hour.
    @Test("Reduced fixes are inaccurate, old and rare")
    func reduced() throws {
        test.location.isPrecise = false
        let delegate = test.open()
        delegate.manager.startUpdatingLocation()

        for _ in 0..<6 {
            test.location.travel(to: TestPhone.office, metersPerSecond: 10)
            test.timeline.advance(by: .seconds(1800))
            test.location.travel(to: TestPhone.home, metersPerSecond: 10)
            test.timeline.advance(by: .seconds(1800))
        }

        let fix = try #require(delegate.fixes.first)
        #expect(fix.horizontalAccuracy == 5000)
        #expect(fix.distance(from: CLLocation(latitude: 48.2, longitude: 16.37)) <= 5000)
        #expect(delegate.fixes.count <= 19)
        #expect(delegate.fixes.allSatisfy { $0.timestamp <= test.now })
    }

    // Seeded noise.
    @Test("The error of fixes is bounded by the noise", arguments: [0.0, 50.0])
    func noise(meters: Double) {
        test.location.behavior.positionNoise = meters
        let delegate = test.open()

        for _ in 0..<10 {
            delegate.manager.requestLocation()
            test.timeline.advance(by: .seconds(2))
        }

        let home = CLLocation(latitude: 48.2, longitude: 16.37)
        let distances = delegate.fixes.map { $0.distance(from: home) }
        #expect(distances.allSatisfy { $0 <= meters * 1.5 + 0.01 })
        #expect((Set(distances).count > 5) == (meters > 0))
    }

    // CLLocationManager.location: the last fix, of any age.
    @Test("The location of a manager is the system's last fix")
    func cached() {
        let delegate = test.open()
        #expect(delegate.manager.location == nil)
        delegate.manager.requestLocation()
        test.timeline.advance(by: .seconds(2))
        let then = delegate.manager.location?.timestamp

        test.visit(TestPhone.office, for: .seconds(3600))

        #expect(then != nil)
        #expect(delegate.manager.location?.timestamp == then)
        test.location.choose(.never)
        #expect(delegate.manager.location == nil)
    }
}
