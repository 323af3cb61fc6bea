import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Rules of region registration: limits, failures, states.
struct RegistrationTests {
    let test = TestPhone()

    private func start(_ count: Int, with delegate: Delegate, prefix: String = "r") {
        for index in 0..<count {
            delegate.manager.startMonitoring(for: TestPhone.region("\(prefix)\(index)"))
        }
        test.settle()
    }

    // Archived guide: 20 regions per app; the excess fails with code 5. OneBusAway: region nil.
    @Test("The 21st region fails, later, with error 5 and no region", arguments: [false, true])
    func limit(isNamed: Bool) {
        test.location.behavior.limitFailureNamesRegion = isNamed
        let delegate = test.open()

        start(20, with: delegate)
        delegate.manager.startMonitoring(for: TestPhone.region("one more"))
        #expect(delegate.failedRegions.isEmpty)
        test.settle()

        #expect(test.log.count("failed \(isNamed ? "one more" : "nil") 5") == 1)
        #expect(delegate.manager.monitoredRegions.count == 20)
        #expect(test.location.counters.highWaterMark == 20)
        #expect(test.location.counters.refusals == 1)
    }

    @Test("A refusal counts only if the app could see all registrations")
    func processBefore() {
        let first = test.open()
        start(19, with: first)

        first.manager.startMonitoring(for: TestPhone.region("asked for"))
        test.terminate()
        test.phone.launch(.user)
        let second = test.phone.run { Delegate(name: "", log: test.log, now: { test.now }) }
        second.manager.startMonitoring(for: TestPhone.region("unseen"))
        test.settle()

        #expect(second.manager.monitoredRegions.map(\.identifier).contains("asked for"))
        #expect(test.location.counters.refusals == 1)
        #expect(test.location.counters.refusalsForLackOfSlots == 0)

        second.manager.startMonitoring(for: TestPhone.region("seen"))
        test.settle()

        #expect(test.location.counters.refusals == 2)
        #expect(test.location.counters.refusalsForLackOfSlots == 1)
    }

    // UNLocationNotificationTrigger: regions of notifications count against the total.
    @Test("Other parts of the app occupy slots, visibly or invisibly")
    func othersTakeSlots() {
        let delegate = test.open()
        test.location.occupySlots(5)
        test.location.addForeignRegions(["sdk.1", "sdk.2", "sdk.3"])

        start(14, with: delegate)

        #expect(delegate.manager.monitoredRegions.count == 15)
        #expect(
            delegate.manager.monitoredRegions.filter { $0.identifier.hasPrefix("sdk") }.count == 3
        )
        #expect(test.log.count("failed nil 5") == 2)
        test.location.freeSlots(5)
        start(14, with: delegate)
        #expect(delegate.manager.monitoredRegions.count == 17)
    }

    // Regions are shared by the whole app: every manager receives crossings.
    @Test("Every manager sees all regions and receives their events")
    func shared() {
        let first = test.open()
        let second = test.makeManager(named: "second")
        first.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()

        test.visit(TestPhone.office)

        #expect(second.manager.monitoredRegions.map(\.identifier) == ["home"])
        #expect(test.log.count("exit home") == 1)
        #expect(test.log.count("second: exit home") == 1)
    }

    // Header: radius beyond the largest: error 5, asynchronous, no clamp.
    @Test("A region that is too large fails with error 5 and is not clamped")
    func tooLarge() {
        let delegate = test.open()
        test.location.maximumRegionDistance = 1000

        delegate.manager.startMonitoring(for: TestPhone.region("large", radius: 1001))
        delegate.manager.startMonitoring(for: TestPhone.region("fits", radius: 1000))
        test.settle()

        #expect(delegate.manager.maximumRegionMonitoringDistance == 1000)
        #expect(test.log.count("failed large 5") == 1)
        #expect(delegate.manager.monitoredRegions.map(\.identifier) == ["fits"])
    }

    // Header: -1 when unavailable.
    @Test("A device without region monitoring reports so and fails registrations")
    func unavailable() {
        test.location.isMonitoringAvailable = false
        let delegate = test.open()

        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()

        #expect(delegate.manager.maximumRegionMonitoringDistance == -1)
        test.phone.run {
            #expect(!CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
        }
        #expect(test.log.count("failed home 5") == 1)
        test.location.isMonitoringAvailable = true
        test.phone.run {
            #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
            #expect(!CLLocationManager.isMonitoringAvailable(for: CLLocationManager.self))
        }
    }

    // Header: the same identifier replaces; a changed radius requires a new registration.
    @Test("A region replaces one with the same identifier, also at the limit")
    func replaces() {
        let delegate = test.open()
        start(20, with: delegate)

        delegate.manager.startMonitoring(for: TestPhone.region("r3", radius: 400))
        test.settle()

        let region = delegate.manager.monitoredRegions.first { $0.identifier == "r3" }
        #expect((region as? CLCircularRegion)?.radius == 400)
        #expect(delegate.manager.monitoredRegions.count == 20)
        #expect(delegate.failedRegions.isEmpty)
    }

    // Header: asynchronous, not immediately reflected in monitoredRegions.
    @Test("Starting and stopping take effect after a short delay")
    func asynchronous() {
        let delegate = test.open()

        delegate.manager.startMonitoring(for: TestPhone.region())
        #expect(delegate.manager.monitoredRegions.isEmpty)
        test.settle()
        #expect(delegate.manager.monitoredRegions.count == 1)
        delegate.manager.stopMonitoring(for: TestPhone.region())
        #expect(delegate.manager.monitoredRegions.count == 1)
        test.settle()

        #expect(delegate.manager.monitoredRegions.isEmpty)
        #expect(test.log.events.first == "started home")
    }

    // An XPC connection delivers messages in the order in which they were sent.
    @Test("Requests are processed in order")
    func order() {
        let delegate = test.open()

        delegate.manager.startMonitoring(for: TestPhone.region())
        test.location.behavior.replyDelay = .milliseconds(10)
        delegate.manager.stopMonitoring(for: TestPhone.region())
        test.settle()

        #expect(test.log.events.first == "started home")
        #expect(delegate.manager.monitoredRegions.isEmpty)
    }

    // A stopped region keeps its slot for 0.1 s.
    @Test("The slot of a stopped region is released after a short delay", arguments: [true, false])
    func slotRelease(takesTime: Bool) {
        if !takesTime { test.location.behavior.slotReleaseDelay = .zero }
        let delegate = test.open()
        start(20, with: delegate)

        delegate.manager.stopMonitoring(for: TestPhone.region("r0"))
        delegate.manager.startMonitoring(for: TestPhone.region("new"))
        test.settle()
        #expect(test.log.count("failed nil 5") == (takesTime ? 1 : 0))
        delegate.manager.startMonitoring(for: TestPhone.region("new"))
        test.settle()

        #expect(delegate.manager.monitoredRegions.contains { $0.identifier == "new" })
    }

    // openradar 16986842: stop, start and requestState in sequence: error 5 and no state.
    @Test("Restarting a region immediately fails", arguments: [true, false])
    func quickRestart(fails: Bool) {
        test.location.behavior.quickRestartFails = fails
        let delegate = test.open()
        start(1, with: delegate)
        test.log.clear()

        delegate.manager.stopMonitoring(for: TestPhone.region("r0"))
        delegate.manager.startMonitoring(for: TestPhone.region("r0"))
        delegate.manager.requestState(for: TestPhone.region("r0"))
        test.settle()

        #expect(test.log.count("failed r0 5") == (fails ? 1 : 0))
        #expect(test.log.events.contains("inside r0") == !fails)
        #expect(delegate.manager.monitoredRegions.count == (fails ? 0 : 1))
        delegate.manager.startMonitoring(for: TestPhone.region("r0"))
        test.settle()
        #expect(delegate.manager.monitoredRegions.count == 1)
    }

    // Adobe, Apple: registration while inside: no didEnter. HA #1286: the state once.
    @Test("A region registered from inside reports a state and no entry", arguments: [true, false])
    func stateOnRegistration(reports: Bool) {
        test.location.behavior.reportsStateOnRegistration = reports
        let delegate = test.open()
        test.log.clear()

        delegate.manager.startMonitoring(for: TestPhone.region())
        delegate.manager.startMonitoring(for: TestPhone.region("office", at: TestPhone.office))
        test.timeline.advance(by: .seconds(3600))

        let states = reports ? ["inside home", "outside office"] : []
        #expect(
            test.log.events.sorted()
                == (["started home", "started office"] + states).sorted()
        )
        withExtendedLifetime(delegate) {}
    }

    // Header: requestState returns the cached state, asynchronously.
    @Test("A requested state is the believed one, not the true one")
    func cachedState() {
        let delegate = test.open()
        start(1, with: delegate)
        test.location.place(at: TestPhone.office)
        test.log.clear()

        delegate.manager.requestState(for: TestPhone.region("r0"))
        #expect(test.log.events.isEmpty)
        test.settle()
        #expect(test.log.events == ["inside r0"])
        test.timeline.advance(by: .seconds(30))
        test.log.clear()
        delegate.manager.requestState(for: TestPhone.region("r0"))
        test.settle()

        #expect(test.log.events == ["outside r0"])
    }

    // Header: .unknown when the system does not know.
    @Test("The state of a region is unknown without a signal, and when it is not monitored")
    func unknownState() {
        test.location.hasSignal = false
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()

        delegate.manager.requestState(for: TestPhone.region())
        delegate.manager.requestState(for: TestPhone.region("other"))
        test.settle()
        #expect(test.log.events == ["unknown home", "unknown other"])
        test.location.hasSignal = true
        test.settle()

        #expect(test.log.events.last == "inside home")
    }

    // CLError 6: setup delayed.
    @Test("A slow set-up is reported with error 6 and the region is inactive until its end")
    func setupDelay() {
        test.location.behavior.setupDelay = .seconds(600)
        let delegate = test.open()

        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        #expect(test.log.events == ["started home", "failed home 6"])
        test.timeline.advance(by: .seconds(600))

        #expect(test.log.events.last == "inside home")
        withExtendedLifetime(delegate) {}
    }

    // Documentation of notifyOnEntry and notifyOnExit.
    @Test("A direction without notification is not reported", arguments: [true, false])
    func notifyFlags(statesFollow: Bool) {
        test.location.behavior.statesFollowNotifyFlags = statesFollow
        let delegate = test.open()
        let region = TestPhone.region()
        region.notifyOnExit = false
        delegate.manager.startMonitoring(for: region)
        test.settle()
        test.log.clear()

        test.visit(TestPhone.office)
        test.visit(TestPhone.home)

        let states = statesFollow ? [] : ["outside home"]
        #expect(test.log.events == states + ["enter home", "inside home"])
        #expect(delegate.manager.monitoredRegions.first?.notifyOnExit == false)
    }

    // Apple's documentation of CLRegion: regions are compared by their identifiers.
    @Test("Regions are equal when their identifiers are")
    func equality() {
        let left = TestPhone.region("a", radius: 10)
        let right = TestPhone.region("a", at: TestPhone.office, radius: 20)

        #expect(left == right)
        #expect(Set<CLRegion>([left, right]).count == 1)
        #expect(left != TestPhone.region("b"))
        #expect(left.contains(TestPhone.home))
        #expect(!left.contains(TestPhone.office))
    }

    // Field reports: a failure without a region; regions that disappear.
    @Test("Regions can fail or disappear without an action of the app")
    func failAndVanish() {
        let delegate = test.open()
        start(3, with: delegate)
        test.log.clear()

        test.location.fail(region: "r0", namesRegion: false, stops: true)
        test.location.dropRegions(["r1"])
        test.settle()

        #expect(test.log.events == ["failed nil 5"])
        #expect(delegate.manager.monitoredRegions.map(\.identifier) == ["r2"])
        test.location.dropRegions()
        #expect(delegate.manager.monitoredRegions.isEmpty)
    }

    // HA: monitoredRegions and location block while the system answers.
    @Test("Blocking calls are counted")
    func blockingCalls() {
        let delegate = test.open()
        let before = test.location.counters.blockingCalls

        _ = delegate.manager.monitoredRegions
        _ = delegate.manager.location
        _ = test.phone.run { CLLocationManager.locationServicesEnabled() }

        #expect(test.location.counters.blockingCalls == before + 3)
    }
}
