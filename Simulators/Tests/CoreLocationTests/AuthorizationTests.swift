import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization
import Testing

/// Rules of asking for the location, and of what the person changes later.
struct AuthorizationTests {
    let test = TestPhone()

    private func changes() -> [String] { test.log.lines.filter { $0.hasPrefix("authorization") } }

    // Authorisation article: called when the manager is made.
    @Test("A new manager's delegate is told the authorization")
    func onCreation() {
        let delegate = test.open(nil)

        #expect(changes() == ["authorization notDetermined"])
        #expect(delegate.manager.authorizationStatus == .notDetermined)
        #expect(delegate.manager.accuracyAuthorization == .fullAccuracy)
    }

    // requestWhenInUseAuthorization.
    @Test(
        "The answer to the first prompt decides",
        arguments: [
            (LocationPromptDecision.allowWhileUsing, CLAuthorizationStatus.authorizedWhenInUse),
            (.allowOnce, .authorizedWhenInUse), (.deny, .denied), (.ignore, .notDetermined),
        ]
    )
    func firstPrompt(decision: LocationPromptDecision, expected: CLAuthorizationStatus) {
        test.location.promptDecision = decision
        let delegate = test.open(nil)

        delegate.manager.requestWhenInUseAuthorization()
        #expect(delegate.manager.authorizationStatus == .notDetermined)
        test.settle()

        #expect(delegate.manager.authorizationStatus == expected)
        #expect(changes().count == (decision == .ignore ? 1 : 2))
        #expect(test.location.isPromptOpen == (decision == .ignore))
    }

    // Documentation: a second request does nothing.
    @Test("Nobody is asked twice")
    func once() {
        test.location.promptDecision = .deny
        let delegate = test.open(nil)
        delegate.manager.requestWhenInUseAuthorization()
        test.settle()
        test.location.promptDecision = .allowWhileUsing

        delegate.manager.requestWhenInUseAuthorization()
        delegate.manager.requestAlwaysAuthorization()
        test.settle()

        #expect(delegate.manager.authorizationStatus == .denied)
    }

    // requestAlwaysAuthorization, direct: provisional, reported as always.
    @Test("Always asked for directly is provisional and looks like always")
    func provisional() {
        let delegate = test.open(nil)

        delegate.manager.requestAlwaysAuthorization()
        test.settle()

        #expect(delegate.manager.authorizationStatus == .authorizedAlways)
        #expect(changes() == ["authorization notDetermined", "authorization authorizedAlways"])
        #expect(!test.location.isPromptOpen)
    }

    private func makeProvisional() {
        let delegate = test.open(nil)
        delegate.manager.requestAlwaysAuthorization()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()
        test.terminate()
        test.answerLaunches()
    }

    // The second prompt comes with the first event that needs always. Change: no callback.
    @Test("A provisional always that is confirmed delivers the event, without a callback of change")
    func confirmed() {
        makeProvisional()

        test.visit(TestPhone.office)

        // The one callback is that of the new manager.
        #expect(test.log.lines == ["authorization authorizedAlways", "exit home", "outside home"])
        test.log.clear()
        test.visit(TestPhone.home)
        #expect(test.log.events == ["enter home", "inside home"])
    }

    // Keep: authorizedWhenInUse, with a callback once the app runs.
    @Test("A provisional always that is not confirmed becomes when-in-use, and the event is lost")
    func notConfirmed() {
        test.location.alwaysDecision = .keep
        makeProvisional()

        test.visit(TestPhone.office)
        #expect(test.log.lines.isEmpty)
        #expect(test.location.authorizationStatus == .authorizedWhenInUse)
        #expect(test.location.counters.eventsLost == 1)
        test.phone.launch(.user)
        _ = test.makeManager()

        #expect(changes() == ["authorization authorizedWhenInUse"])
    }

    // Not documented: whether the event waits for the answer.
    @Test("An event waits for the confirmation, or does not", arguments: [true, false])
    func waits(isDelayed: Bool) {
        test.location.behavior.provisionalDelaysEvents = isDelayed
        test.location.alwaysDecision = .ignore
        makeProvisional()

        test.visit(TestPhone.office)
        #expect(test.log.events.isEmpty == isDelayed)
        #expect(test.location.isPromptOpen)
        test.location.answerPrompt(LocationUpgradeDecision.change)
        test.settle()

        #expect(test.log.events == ["exit home", "outside home"])
        #expect(test.location.authorizationStatus == .authorizedAlways)
    }

    // Allow Once, then always: temporary, then not determined again.
    @Test("Allow once lasts as long as the app is in use, and always is not asked for then")
    func allowOnce() {
        test.location.promptDecision = .allowOnce
        let delegate = test.open(nil)
        delegate.manager.requestAlwaysAuthorization()
        test.settle()
        #expect(delegate.manager.authorizationStatus == .authorizedWhenInUse)

        delegate.manager.requestAlwaysAuthorization()
        test.settle()
        #expect(delegate.manager.authorizationStatus == .authorizedWhenInUse)
        #expect(!test.location.isPromptOpen)
        test.phone.suspend()
        test.phone.launch(.user)
        test.settle()

        #expect(changes().last == "authorization notDetermined")
    }

    // After when-in-use: prompt at once, one time only. Keep: no callback.
    @Test("Always after when-in-use is asked for once", arguments: [true, false])
    func upgrade(changes isChanged: Bool) {
        test.location.alwaysDecision = isChanged ? .change : .keep
        let delegate = test.open(nil)
        delegate.manager.requestWhenInUseAuthorization()
        test.settle()
        test.log.clear()

        delegate.manager.requestAlwaysAuthorization()
        test.settle()
        #expect(changes() == (isChanged ? ["authorization authorizedAlways"] : []))
        test.location.alwaysDecision = .change
        delegate.manager.requestAlwaysAuthorization()
        test.settle()

        let isAlways = delegate.manager.authorizationStatus == .authorizedAlways
        #expect(isAlways == isChanged)
    }

    // No-op if the app is not in use, or the keys are missing.
    @Test("Nobody is asked when the app is not on the screen, or does not say what for")
    func noPrompt() {
        test.phone.launch(.location)
        let delegate = test.makeManager()
        delegate.manager.requestWhenInUseAuthorization()
        test.settle()
        #expect(delegate.manager.authorizationStatus == .notDetermined)

        test.phone.launch(.user)
        test.location.usageDescriptions = [.whenInUse]
        delegate.manager.requestAlwaysAuthorization()
        test.settle()
        #expect(delegate.manager.authorizationStatus == .notDetermined)
        test.location.usageDescriptions = []
        delegate.manager.requestWhenInUseAuthorization()
        test.settle()

        #expect(delegate.manager.authorizationStatus == .notDetermined)
    }

    // A matter of the person.
    @Test("The person takes their time", arguments: [0, 30])
    func promptDelay(seconds: Int) {
        test.location.behavior.promptDelay = .seconds(seconds)
        let delegate = test.open(nil)

        delegate.manager.requestWhenInUseAuthorization()
        test.settle()

        #expect(test.location.isPromptOpen == (seconds > 0))
        test.timeline.advance(by: .seconds(30))
        #expect(delegate.manager.authorizationStatus == .authorizedWhenInUse)
    }

    // Archived guide: regions can be registered before; monitoring starts when granted.
    @Test("Regions registered before the permission are watched once it is there")
    func registeredBefore() {
        let delegate = test.open(nil)
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        #expect(test.log.events == ["started home"])
        test.visit(TestPhone.office)

        delegate.manager.requestAlwaysAuthorization()
        test.settle()

        #expect(test.log.events == ["started home", "outside home"])
    }

    // CLError 4.
    @Test("A region fails with error 4 when the person refused", arguments: [true, false])
    func denied(isDenied: Bool) {
        let delegate = test.open(isDenied ? .never : .always)
        if !isDenied { test.location.isRestricted = true }

        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()

        #expect(test.log.count("failed home 4") == 1)
        #expect(delegate.manager.monitoredRegions.isEmpty)
    }

    // Pitfall 4: a downgrade is not told while the app does not run.
    @Test("A change while the app is suspended is told when it goes on")
    func downgradeWhileSuspended() {
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.phone.suspend()
        test.log.clear()

        test.location.choose(.whileUsing)
        test.visit(TestPhone.office, for: .seconds(600))
        #expect(test.log.lines.isEmpty)
        test.phone.launch(.user)
        test.settle()

        #expect(test.log.lines.first == "authorization authorizedWhenInUse")
        withExtendedLifetime(delegate) {}
    }

    // Authorisation article: when a suspended app goes on; each time or after a change: inferred.
    @Test("Each resume tells the authorization, or one after a change", arguments: [true, false])
    func onResume(always: Bool) {
        test.location.behavior.reportsAuthorizationOnResume = always
        let delegate = test.open()
        test.phone.suspend()
        test.log.clear()

        test.phone.launch(.user)
        test.settle()
        #expect(changes().count == (always ? 1 : 0))
        test.phone.suspend()
        test.location.choose(.never)
        test.phone.launch(.user)
        test.settle()

        #expect(changes().last == "authorization denied")
        withExtendedLifetime(delegate) {}
    }

    // CLAuthorizationStatus: denied also when location services are off.
    @Test("With location services off everything is denied until they are on again")
    func services() {
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()

        test.location.areServicesEnabled = false
        test.visit(TestPhone.office)
        #expect(test.log.lines == ["authorization denied"])
        #expect(test.phone.run { !CLLocationManager.locationServicesEnabled() })
        test.location.areServicesEnabled = true
        test.settle()

        #expect(changes().last == "authorization authorizedAlways")
        #expect(test.log.events == ["exit home", "outside home"])
        withExtendedLifetime(delegate) {}
    }

    // Header: with reduced accuracy region monitoring is unavailable.
    @Test("With reduced accuracy regions rest, and new ones fail", arguments: [true, false])
    func reducedAccuracy(fails: Bool) {
        test.location.behavior.failsUnderReducedAccuracy = fails
        let delegate = test.open()
        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()
        test.log.clear()

        test.location.isPrecise = false
        delegate.manager.startMonitoring(for: TestPhone.region("other"))
        test.visit(TestPhone.office)
        let expected = fails ? "failed other 5" : "started other"
        #expect(test.log.lines == ["authorization authorizedAlways reduced", expected])
        test.location.isPrecise = true
        test.settle()

        #expect(test.log.events.contains("exit home"))
        withExtendedLifetime(delegate) {}
    }

    // requestTemporaryFullAccuracyAuthorization; CLError 18.
    @Test("Full accuracy can be lent for as long as the app is in use", arguments: [true, false])
    func fullAccuracy(isGranted: Bool) {
        test.location.isPrecise = false
        test.location.fullAccuracyPurposes = ["Places"]
        test.location.fullAccuracyDecision = isGranted ? .change : .keep
        let delegate = test.open()
        let codes = Mutex<[Int?]>([])
        func ask(_ key: String) {
            delegate.manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: key) {
                let code = ($0 as? CLError)?.code.rawValue
                codes.withLock { $0.append(code) }
            }
            test.settle()
        }

        ask("Unknown")
        ask("Places")

        #expect(codes.withLock { $0 } == [1, isGranted ? nil : 18])
        #expect((delegate.manager.accuracyAuthorization == .fullAccuracy) == isGranted)
        test.phone.suspend()
        test.phone.launch(.user)
        #expect(delegate.manager.accuracyAuthorization == .reducedAccuracy)
    }
}
