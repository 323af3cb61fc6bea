import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import Synchronization
import Testing

/// Rules of location authorization and of later changes.
struct AuthorizationTests {
    let test = TestPhone()

    private func changes() -> [String] { test.log.lines.filter { $0.hasPrefix("authorization") } }

    // Authorisation article: called when the manager is created.
    @Test("A new manager's delegate receives the authorization")
    func onCreation() {
        let delegate = test.open(nil)

        #expect(changes() == ["authorization notDetermined"])
        #expect(delegate.manager.authorizationStatus == .notDetermined)
        #expect(delegate.manager.accuracyAuthorization == .fullAccuracy)
    }

    // requestWhenInUseAuthorization.
    @Test(
        "The answer to the first prompt sets the authorization",
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
    @Test("The first prompt is shown only once")
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
    @Test("A direct request for always is granted provisionally and reported as always")
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
    @Test("Confirming a provisional always delivers the event without an authorization callback")
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
    @Test("A provisional always that is not confirmed becomes when-in-use and the event is lost")
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
    @Test("Waiting of an event for the confirmation is configurable", arguments: [true, false])
    func waits(isDelayed: Bool) {
        test.location.behavior.provisionalDelaysEvents = isDelayed
        test.location.alwaysDecision = .ignore
        makeProvisional()

        test.visit(TestPhone.office)
        #expect(test.log.events.isEmpty == isDelayed)
        #expect(test.location.isPromptOpen)
        #expect(!test.location.isFirstPromptOpen)
        test.location.answerPrompt(LocationUpgradeDecision.change)
        test.settle()

        #expect(test.log.events == ["exit home", "outside home"])
        #expect(test.location.authorizationStatus == .authorizedAlways)
    }

    // Allow Once, then always: temporary, then not determined again.
    @Test("Allow Once lasts while the app is in use and prevents the prompt for always")
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
    @Test("The upgrade from when-in-use to always is prompted once", arguments: [true, false])
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

    // No effect if the app is not in use, or the keys are missing.
    @Test("No prompt is shown in the background or without a usage description")
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

    // The person's choice.
    @Test("The person's answer can be delayed", arguments: [0, 30])
    func promptDelay(seconds: Int) {
        test.location.behavior.promptDelay = .seconds(seconds)
        let delegate = test.open(nil)

        delegate.manager.requestWhenInUseAuthorization()
        test.settle()

        #expect(test.location.isPromptOpen == (seconds > 0))
        test.timeline.advance(by: .seconds(30))
        #expect(delegate.manager.authorizationStatus == .authorizedWhenInUse)
    }

    // Archived guide: regions can be registered earlier; monitoring starts when authorization is
    // granted.
    @Test("Regions registered before authorization are monitored once it is granted")
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
    @Test("A region fails with error 4 when authorization was denied", arguments: [true, false])
    func denied(isDenied: Bool) {
        let delegate = test.open(isDenied ? .never : .always)
        if !isDenied { test.location.isRestricted = true }

        delegate.manager.startMonitoring(for: TestPhone.region())
        test.settle()

        #expect(test.log.count("failed home 4") == 1)
        #expect(delegate.manager.monitoredRegions.isEmpty)
    }

    // A downgrade is not reported while the app does not run.
    @Test("An authorization change during suspension is reported at resume")
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

    // Authorisation article: when a suspended app resumes; each time or only after a change:
    // inferred.
    @Test(
        "The authorization is reported at each resume or only after a change",
        arguments: [true, false]
    )
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
    @Test(
        "With reduced accuracy regions are not monitored, and new ones fail",
        arguments: [true, false]
    )
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
    @Test("Temporary full accuracy lasts while the app is in use", arguments: [true, false])
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
