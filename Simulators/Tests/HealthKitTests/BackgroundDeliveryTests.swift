import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 3, 4, 5 and 20.
struct BackgroundDeliveryTests {
    let test = TestPhone()

    /// Enables delivery, and lets the app respond to launches with an observer.
    private func enable(
        _ type: HKSampleType,
        _ frequency: HKUpdateFrequency = .immediate,
        answering: Bool = true
    ) -> Recorder<Date> {
        let wakes = Recorder<Date>()
        let store = test.open()
        store.enableBackgroundDelivery(for: type, frequency: frequency) { success, _ in
            #expect(success)
        }
        test.settle()
        test.phone.onLaunchRequest = { [test] reason in
            test.phone.launch(reason)
            let store = test.makeStore(asking: false)
            store.execute(
                HKObserverQuery(sampleType: type, predicate: nil) { _, completion, _ in
                    wakes.append(test.now)
                    if answering { completion() }
                }
            )
        }
        return wakes
    }

    private func addMass() {
        test.health.add(
            test.health.quantity(
                .bodyMass,
                80,
                .gramUnit(with: .kilo),
                from: test.now,
                source: test.watch
            )
        )
    }

    // Rule 1 and rule 2.
    @Test("Rule 1: an app that is not running is launched and its new observer is called")
    func launches() {
        let wakes = enable(TestPhone.mass)
        test.phone.terminate()

        addMass()
        test.settle()

        #expect(wakes.count == 1)
        #expect(test.health.backgroundWakes(for: TestPhone.mass) == 1)
        #expect(test.health.openCompletions == 0)
        #expect(test.phone.process == .background)
    }

    // Rule 20: background runtime is short.
    @Test("Rule 20: a woken app is suspended again after its time")
    func isSuspended() {
        _ = enable(TestPhone.mass)
        test.phone.terminate()
        addMass()
        test.settle()

        test.timeline.advance(by: .seconds(31))

        #expect(test.phone.process == .suspended)
    }

    // Rule 1: without background delivery nothing wakes the app.
    @Test("Rule 1: without background delivery the app is not launched")
    func notEnabled() {
        _ = test.open()
        test.phone.terminate()
        let launches = Recorder<LaunchReason>()
        test.phone.onLaunchRequest = { launches.append($0) }

        addMass()
        test.timeline.advance(by: .seconds(86_400))

        #expect(launches.count == 0)
    }

    // Rule 1: a suspended process is resumed, not launched.
    @Test("Rule 1: a suspended app is resumed and its observer is called")
    func resumes() {
        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
        let calls = test.observe(TestPhone.mass, with: store)
        test.settle()
        test.phone.suspend()

        addMass()
        test.settle()

        #expect(calls.count == 2)
        #expect(test.health.openCompletions == 0)
        #expect(test.health.strikes(for: TestPhone.mass) == 0)
    }

    // Rule 4: a ceiling; step counts are capped hourly (documented).
    @Test("Rule 4: steps wake the app at most hourly at any requested frequency")
    func hourlyCap() {
        let wakes = enable(TestPhone.steps)
        test.phone.terminate()

        for _ in 0..<180 {
            test.health.add(test.makeSteps())
            test.timeline.advance(by: .seconds(60))
        }

        #expect(wakes.count == 3)
        let gaps = zip(wakes.values.dropFirst(), wakes.values).map { $0.timeIntervalSince($1) }
        #expect(gaps.allSatisfy { $0 >= 3600 })
    }

    // Rule 4, inferred: which other types are capped.
    @Test("Rule 4: the set of capped types is configurable")
    func capIsASwitch() {
        test.health.behavior.hourlyCapped = []
        let wakes = enable(TestPhone.steps)
        test.phone.terminate()

        for _ in 0..<10 {
            test.health.add(test.makeSteps())
            test.timeline.advance(by: .seconds(60))
            test.phone.terminate()
        }

        #expect(wakes.count == 10)
    }

    // Rule 4: at most once per time period, and only when there is data.
    @Test(
        "Rule 4: frequencies are upper limits",
        arguments: [(HKUpdateFrequency.hourly, 48), (.daily, 2), (.weekly, 1)]
    )
    func frequencies(frequency: HKUpdateFrequency, expected: Int) {
        let wakes = enable(TestPhone.mass, frequency)
        test.phone.terminate()

        for _ in 0..<96 {
            addMass()
            test.timeline.advance(by: .seconds(1800))
            test.phone.terminate()
        }
        let count = wakes.count
        test.timeline.advance(by: .seconds(7 * 86_400))
        let afterwards = wakes.count

        #expect(abs(count - expected) <= 1)
        #expect(afterwards <= count + 1, "One more for what was pending, then nothing.")
    }

    // Rule 3: after three wakes without completion, with growing delays, the system stops.
    @Test("Rule 3: an app that never completes is woken three times with growing delays")
    func threeStrikes() {
        let wakes = enable(TestPhone.mass, answering: false)
        test.phone.terminate()

        addMass()
        test.timeline.advance(by: .seconds(3600))
        #expect(wakes.count == 3)
        let gaps = zip(wakes.values.dropFirst(), wakes.values).map { $0.timeIntervalSince($1) }
        #expect(gaps == [90, 630], "The deadline and the growing delay.")
        #expect(test.health.backgroundWakes == 3)
        #expect(test.health.strikes(for: TestPhone.mass) == 3)
        #expect(test.health.isGivenUp(TestPhone.mass))

        addMass()
        test.timeline.advance(by: .seconds(86_400))
        #expect(test.health.backgroundWakes == 3)
    }

    // Rule 3: the backoff increases the delay.
    @Test("Rule 3: retries come after growing delays")
    func backoff() {
        _ = enable(TestPhone.mass, answering: false)
        test.phone.terminate()
        test.phone.onLaunchRequest = nil

        addMass()
        test.settle()
        #expect(test.health.backgroundWakes == 1)
        test.timeline.advance(by: .seconds(85))
        #expect(test.health.backgroundWakes == 1)
        test.timeline.advance(by: .seconds(10))
        #expect(test.health.backgroundWakes == 2)
        test.timeline.advance(by: .seconds(600))
        #expect(test.health.backgroundWakes == 2)
        test.timeline.advance(by: .seconds(60))
        #expect(test.health.backgroundWakes == 3)
    }

    // Rule 3, inferred: enabling again, or a launch by the person, resets the count.
    @Test("Rule 3: enabling again resets the count if configured", arguments: [true, false])
    func reenable(clears: Bool) {
        test.health.behavior.reenablingClearsStrikes = clears
        test.health.behavior.launchThatClearsStrikes = .none
        _ = enable(TestPhone.mass, answering: false)
        test.phone.terminate()
        addMass()
        test.timeline.advance(by: .seconds(3600))

        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
        test.settle()

        #expect(test.health.isGivenUp(TestPhone.mass) == !clears)
    }

    // Rule 3, inferred.
    @Test(
        "Rule 3: the launches that reset the count are configurable",
        arguments: [(HealthKitBehavior.ClearingLaunch.none, true), (.byUser, false), (.any, false)]
    )
    func launchClears(launch: HealthKitBehavior.ClearingLaunch, staysGivenUp: Bool) {
        test.health.behavior.launchThatClearsStrikes = launch
        _ = enable(TestPhone.mass, answering: false)
        test.phone.terminate()
        test.phone.onLaunchRequest = nil
        addMass()
        test.timeline.advance(by: .seconds(3600))
        #expect(test.health.isGivenUp(TestPhone.mass))

        test.phone.launch(.backgroundTask)
        #expect(test.health.isGivenUp(TestPhone.mass) == (launch != .any))
        test.phone.terminate()
        test.phone.launch(.user)
        #expect(test.health.isGivenUp(TestPhone.mass) == staysGivenUp)
    }

    // Rule 3, inferred: consecutive wakes without completion.
    @Test(
        "Rule 3: a completion resets the count if configured",
        arguments: [true, false]
    )
    func answerClears(clears: Bool) {
        test.health.behavior.answeringClearsStrikes = clears
        let answers = Recorder<Int>()
        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
        store.execute(
            HKObserverQuery(sampleType: TestPhone.mass, predicate: nil) { _, completion, _ in
                answers.append(1)
                if answers.count > 2 { completion() }
            }
        )
        test.settle()
        test.phone.suspend()

        addMass()
        test.timeline.advance(by: .seconds(60))
        #expect(test.health.strikes(for: TestPhone.mass) == 1)
        test.timeline.advance(by: .seconds(120))

        #expect(test.health.strikes(for: TestPhone.mass) == (clears ? 0 : 1))
    }

    // Rule 3, unverified: for each type or for the app.
    @Test("Rule 3: missing completions are counted per type or together", arguments: [true, false])
    func perType(isPerType: Bool) {
        test.health.behavior.countsStrikesPerType = isPerType
        _ = enable(TestPhone.mass)
        let store = test.phone.run { HKHealthStore() }
        store.enableBackgroundDelivery(for: TestPhone.sleep, frequency: .immediate) { _, _ in }
        test.settle()
        test.phone.terminate()
        test.phone.onLaunchRequest = nil

        addMass()
        test.timeline.advance(by: .seconds(3600))

        #expect(test.health.isGivenUp(TestPhone.mass))
        #expect(test.health.isGivenUp(TestPhone.sleep) == !isPerType)
    }

    // Rule 5: the entitlement (iOS 15).
    @Test("Rule 5: background delivery without the entitlement fails as not authorized")
    func entitlement() async throws {
        let store = test.open()
        test.health.hasEntitlement = false

        await #expect(throws: HKError.self) {
            try await test.wait {
                do {
                    try await store.enableBackgroundDelivery(
                        for: TestPhone.mass,
                        frequency: .immediate
                    )
                } catch HKError.errorAuthorizationDenied {
                    throw HKError(.errorAuthorizationDenied)
                }
            }
        }
        #expect(test.health.backgroundDelivery(for: TestPhone.mass) == nil)
    }

    // Rule 5: correlations have no background delivery, characteristics no samples.
    @Test("Rule 5: correlations and characteristics have no background delivery")
    func unsupported() {
        let store = test.open()
        let errors = Recorder<(any Error)?>()
        for type: HKObjectType in [
            HKCorrelationType(.food), HKCharacteristicType(.dateOfBirth),
        ] {
            store.enableBackgroundDelivery(for: type, frequency: .daily) { _, error in
                errors.append(error)
            }
        }
        test.settle()

        #expect(errors.values.map(code) == [.errorInvalidArgument, .errorInvalidArgument])
    }

    // Rule 20, unverified: field reports differ.
    @Test("Rule 20: waking a force-quit app is configurable", arguments: [true, false])
    func forceQuit(isWoken: Bool) {
        test.health.behavior.wakesAfterForceQuit = isWoken
        let wakes = enable(TestPhone.mass)
        test.phone.forceQuit()

        addMass()
        test.settle()
        #expect(wakes.count == (isWoken ? 1 : 0))
    }

    // Rule 4: best effort; the system may refuse for a long time.
    @Test(
        "Rule 4: a wake that the system refuses is delivered later"
    )
    func systemRefuses() {
        let wakes = enable(TestPhone.mass)
        test.phone.terminate()
        test.health.systemAllowsWakes = false
        addMass()
        test.timeline.advance(by: .seconds(86_400))
        #expect(wakes.count == 0)

        test.health.systemAllowsWakes = true
        test.settle()
        #expect(wakes.count == 1)
    }

    // Inferred: the person's settings.
    @Test(
        "The effect of Background App Refresh and Low Power Mode on wakes is configurable",
        arguments: [false, true]
    )
    func conditions(wakesAnyway: Bool) {
        test.health.behavior.wakesInLowPowerMode = wakesAnyway
        test.health.behavior.wakesWithoutBackgroundRefresh = wakesAnyway
        let wakes = enable(TestPhone.mass)
        test.phone.terminate()
        test.phone.isBackgroundRefreshOn = false
        test.phone.isLowPowerModeOn = true
        addMass()
        test.settle()
        #expect(wakes.count == (wakesAnyway ? 1 : 0))

        test.phone.isBackgroundRefreshOn = true
        test.settle()
        #expect(wakes.count == (wakesAnyway ? 1 : 0))

        test.phone.isLowPowerModeOn = false
        test.settle()
        #expect(wakes.count == 1)
    }

    // The control surface: a checker can detect an app that completes a wake before its work is
    // done.
    @Test("A completed wake is reported with the time that the app took")
    func reportsAnswers() {
        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
        let completions = Recorder<HKObserverQueryCompletionHandler>()
        store.execute(
            HKObserverQuery(sampleType: TestPhone.mass, predicate: nil) { _, completion, _ in
                completions.append(completion)
            }
        )
        test.settle()
        test.phone.suspend()
        addMass()
        test.settle()
        let answers = Recorder<String>()
        test.health.onAnswer = { answers.append("\($0) after \(Int($1)) s") }

        test.timeline.advance(by: .seconds(7))
        completions.values.last?()
        completions.values.last?()

        #expect(answers.values == ["\(TestPhone.mass.identifier) after 7 s"])
    }

    // Inferred: the numbers of rule 3.
    @Test("Rule 3: the deadline, the limit and the delays are configurable")
    func numbers() {
        test.health.behavior.completionDeadline = .seconds(5)
        test.health.behavior.retryDelays = [.seconds(10)]
        test.health.behavior.strikeLimit = 5
        let wakes = enable(TestPhone.mass, answering: false)
        test.phone.terminate()

        addMass()
        test.timeline.advance(by: .seconds(3600))

        let gaps = zip(wakes.values.dropFirst(), wakes.values).map { $0.timeIntervalSince($1) }
        #expect(gaps == [15, 15, 15, 15])
        #expect(test.health.strikes(for: TestPhone.mass) == 5)
    }

    // Rule 4: best effort.
    @Test("Rule 4: random delays of wakes are reproducible")
    func lateness() {
        func delays(seed: UInt64) -> [TimeInterval] {
            let test = TestPhone(seed: seed)
            test.health.behavior.wakeDelay = .seconds(600)
            test.health.behavior.jitter = .milliseconds(50)
            let store = test.open()
            store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
            let times = Recorder<Date>()
            store.execute(
                HKObserverQuery(sampleType: TestPhone.mass, predicate: nil) { _, completion, _ in
                    times.append(test.now)
                    completion()
                }
            )
            test.settle()
            test.phone.suspend()
            for _ in 0..<5 {
                test.health.add(
                    test.health.quantity(.bodyMass, 8, .stone(), from: test.now, source: test.watch)
                )
                test.timeline.advance(by: .seconds(1000))
            }
            return times.values.map { $0.timeIntervalSince(ManualTimeline.beginning) }
        }

        #expect(delays(seed: 4).count == 6)
        #expect(delays(seed: 4) == delays(seed: 4))
        #expect(delays(seed: 4) != delays(seed: 5))
    }

    // State of the system outlives the process.
    @Test("Background delivery stays enabled after the end of the process and a reboot")
    func survivesReboot() {
        let wakes = enable(TestPhone.mass)
        test.phone.reboot()
        addMass()
        test.settle()
        #expect(wakes.count == 0, "Nothing is launched before the first unlock.")

        test.phone.unlock()
        test.settle()
        #expect(wakes.count == 1)
    }

    // disableBackgroundDelivery(for:), disableAllBackgroundDelivery.
    @Test("Disabled background delivery does not wake the app")
    func disable() {
        let wakes = enable(TestPhone.mass)
        let store = test.phone.run { HKHealthStore() }
        store.disableAllBackgroundDelivery { success, _ in #expect(success) }
        test.settle()
        test.phone.terminate()

        addMass()
        test.settle()

        #expect(wakes.count == 0)
    }
}
