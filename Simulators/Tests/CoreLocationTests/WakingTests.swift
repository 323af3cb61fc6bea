import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Testing

/// Rules of waking: launch, resume, permission, and loss.
struct WakingTests {
    let test = TestPhone()

    /// Registers home and ends the process.
    private func registerAndEnd(_ setting: LocationSetting = .always) {
        let delegate = test.open(setting)
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()
        test.terminate()
    }

    // Authorisation article: a terminated app is launched for regions.
    @Test("An app that is not running is launched, and its new manager receives the event")
    func launch() {
        registerAndEnd()
        test.answerLaunches()

        test.visit(TestPhone.office)

        #expect(test.log.lines == ["authorization authorizedAlways", "exit home", "outside home"])
        #expect(test.location.counters.launches == 1)
        #expect(test.location.counters.eventsDelivered == 1)
    }

    // Guide: about 10 seconds.
    @Test("A wake lasts 10 seconds")
    func runtime() throws {
        registerAndEnd()
        test.answerLaunches()
        test.travel(to: TestPhone.office)
        let date = try #require(test.log.date(of: "exit home"))
        #expect(date < test.now)

        #expect(test.phone.process == .suspended)
        test.location.place(at: TestPhone.home)
        test.timeline.advance(by: .seconds(20) + .milliseconds(10))
        #expect(test.phone.process == .background)
        test.timeline.advance(by: .seconds(9))
        #expect(test.phone.process == .background)
        test.timeline.advance(by: .seconds(2))
        #expect(test.phone.process == .suspended)
    }

    // Regions persist over launches.
    @Test("Regions persist into the next process")
    func persistence() {
        registerAndEnd()
        test.phone.launch(.user)

        let delegate = test.makeManager()

        #expect(delegate.manager.monitoredRegions.map(\.identifier) == ["home"])
        delegate.manager.requestState(for: TestPhone.region())
        test.settle()
        #expect(test.log.events == ["inside home"])
    }

    // A suspended app is resumed.
    @Test("A suspended app is resumed for an event")
    func resume() {
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.phone.suspend()
        test.log.clear()

        test.visit(TestPhone.office)

        #expect(test.log.events == ["exit home", "outside home"])
        #expect(test.location.counters.resumes == 1)
        #expect(test.phone.process == .suspended)
        withExtendedLifetime(delegate) {}
    }

    // A manager that is not created in time misses the event. The further handling is not
    // documented.
    @Test("An event that no manager accepts within 10 s is lost or kept", arguments: [true, false])
    func unclaimed(isLost: Bool) {
        test.location.behavior.unclaimedEvents = isLost ? .lost : .kept
        registerAndEnd()
        test.phone.onLaunchRequest = { [phone = test.phone] in phone.launch($0) }

        test.visit(TestPhone.office)
        #expect(test.location.counters.launches == 1)
        #expect(test.location.counters.eventsLost == (isLost ? 1 : 0))
        #expect(test.location.pendingEvents == (isLost ? 0 : 1))
        test.phone.launch(.user)
        let delegate = test.makeManager()

        #expect(test.log.events.contains("exit home") == !isLost)
        withExtendedLifetime(delegate) {}
    }

    // customer.io: the consumer attached 15 ms after the start.
    @Test("A manager that is created shortly after the launch still receives the event")
    func claimedInTime() {
        registerAndEnd()
        test.answerLaunches(after: .seconds(9))

        test.visit(TestPhone.office)

        #expect(test.log.events == ["exit home", "outside home"])
        #expect(test.location.counters.eventsLost == 0)
    }

    // Authorisation article: when-in-use never launches.
    @Test("An app with when-in-use authorization is never launched")
    func whenInUse() {
        registerAndEnd(.whileUsing)
        test.answerLaunches()

        test.visit(TestPhone.office, for: .seconds(3600))

        #expect(test.location.counters.wakes == 0)
        #expect(test.log.events.isEmpty)
    }

    // Not documented: changes during a pause.
    @Test("Reporting of changes after a pause is configurable", arguments: [true, false])
    func afterPause(reports: Bool) {
        test.location.behavior.reportsChangesAfterPause = reports
        let delegate = test.open(.whileUsing)
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.phone.enterBackground()
        test.timeline.advance(by: .seconds(60))
        test.log.clear()

        test.visit(TestPhone.office, for: .seconds(3600))
        #expect(test.log.events.isEmpty)
        test.phone.launch(.user)
        test.settle()

        #expect(test.log.events == (reports ? ["exit home", "outside home"] : []))
        #expect(test.location.cachedState(of: "home") == .outside)
        withExtendedLifetime(delegate) {}
    }

    // Apple, quoted by GeoMonitor: no location launches without background app refresh.
    @Test("Without Background App Refresh the app is not launched", arguments: [false, true])
    func backgroundRefresh(wakes: Bool) {
        test.location.behavior.wakesWithoutBackgroundRefresh = wakes
        registerAndEnd()
        test.answerLaunches()
        test.phone.isBackgroundRefreshOn = false

        test.visit(TestPhone.office)

        #expect(test.location.counters.launches == (wakes ? 1 : 0))
        #expect(test.location.counters.eventsLost == (wakes ? 0 : 1))
    }

    // The same for a suspended app: the event waits until the person opens it.
    @Test("Without Background App Refresh a suspended app receives the event when it is opened")
    func backgroundRefreshSuspended() {
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.phone.isBackgroundRefreshOn = false
        test.phone.suspend()
        test.log.clear()

        test.visit(TestPhone.office)
        #expect(test.log.events.isEmpty)
        test.phone.launch(.user)
        test.settle()

        #expect(test.log.events == ["exit home", "outside home"])
        withExtendedLifetime(delegate) {}
    }

    // Header: relaunched even if killed by the user; forum 826964: never again on iOS 26.
    @Test(
        "Launches after a force quit are configurable",
        arguments: [CoreLocationBehavior.ForceQuit.relaunch, .blockedUntilUserLaunch]
    )
    func forceQuit(policy: CoreLocationBehavior.ForceQuit) {
        test.location.behavior.forceQuit = policy
        registerAndEnd()
        test.phone.launch(.user)
        test.phone.forceQuit()
        test.answerLaunches()

        test.visit(TestPhone.office)
        #expect(test.location.counters.launches == (policy == .relaunch ? 1 : 0))
        test.terminate()
        test.phone.launch(.user)
        test.terminate()
        test.visit(TestPhone.home)

        #expect(test.log.events.contains("enter home"))
    }

    // Article: only after the first unlock after a restart.
    @Test("After a reboot no events are delivered before the first unlock")
    func reboot() {
        registerAndEnd()
        test.answerLaunches()
        test.phone.reboot()

        test.visit(TestPhone.office, for: .seconds(3600))
        #expect(test.location.counters.wakes == 0)
        test.phone.unlock()
        test.settle()

        #expect(test.location.counters.launches == 1)
        #expect(test.log.events == ["exit home", "outside home"])
    }

    // The article says until a reboot; other developers observed that they survive.
    @Test("Survival of regions across a reboot is configurable", arguments: [true, false])
    func survival(survive: Bool) {
        test.location.behavior.regionsSurviveReboot = survive
        registerAndEnd()

        test.phone.reboot()
        test.phone.unlock()
        test.phone.launch(.user)

        let delegate = test.makeManager()
        #expect(delegate.manager.monitoredRegions.count == (survive ? 1 : 0))
    }

    // Minutes after a reboot monitoredRegions may still be empty.
    @Test("Restoration of regions after a reboot can take minutes", arguments: [0, 600])
    func restoration(seconds: Int) {
        test.location.behavior.restorationDelay = .seconds(seconds)
        registerAndEnd()
        test.phone.reboot()
        test.phone.unlock()
        test.phone.launch(.user)
        let delegate = test.makeManager()

        #expect(delegate.manager.monitoredRegions.isEmpty == (seconds > 0))
        test.timeline.advance(by: .seconds(600))

        #expect(delegate.manager.monitoredRegions.count == 1)
    }

    // A phone that is off detects nothing.
    @Test("A phone that is off launches nothing and delivers events after it is unlocked")
    func off() {
        registerAndEnd()
        test.answerLaunches()
        test.phone.powerOff()
        test.visit(TestPhone.office)
        #expect(test.location.counters.wakes == 0)

        test.phone.powerOn()
        test.phone.unlock()
        test.settle()

        #expect(test.log.events == ["exit home", "outside home"])
    }
}
