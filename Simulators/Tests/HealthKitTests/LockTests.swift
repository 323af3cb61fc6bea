import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rule 6.
struct LockTests {
    let test = TestPhone()

    // Apple Platform Security: access is relinquished 10 minutes after the device locks.
    @Test("Rule 6: reads succeed for ten minutes after a lock and then fail")
    func grace() {
        let store = test.open()
        test.health.add(test.makeSteps())
        test.phone.lock()

        test.timeline.advance(by: .seconds(599))
        #expect(test.page(TestPhone.steps, with: store).samples.count == 1)
        test.timeline.advance(by: .seconds(1))
        let page = test.page(TestPhone.steps, with: store)
        #expect(code(page.error) == .errorDatabaseInaccessible)
        #expect(page.anchor == nil)
        #expect(
            code(test.samples(TestPhone.steps, with: store)?.error) == .errorDatabaseInaccessible
        )

        test.phone.unlock()
        #expect(test.page(TestPhone.steps, with: store).samples.count == 1)
    }

    // Rule 6: configurable, as devices without the delay were reported.
    @Test("Rule 6: the grace period after a lock is configurable")
    func graceIsASwitch() {
        test.health.behavior.lockGracePeriod = .zero
        let store = test.open()
        test.phone.lock()

        #expect(
            code(test.page(TestPhone.steps, with: store).error) == .errorDatabaseInaccessible
        )
    }

    // Rule 6: a temporary file, merged at unlock: late samples in a burst, and a wake.
    @Test("Rule 6: samples saved while locked arrive at the unlock and call the observers")
    func merge() async throws {
        let store = test.open()
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()
        test.phone.lock()
        test.timeline.advance(by: .seconds(700))

        let samples = (0..<5).map { test.makeSteps(Double($0)) }
        for sample in samples { test.health.add(sample) }
        let own = test.makeOwnWater()
        try await test.wait { try await store.save(own) }
        test.settle()
        #expect(test.health.waitingSamples == 6)
        #expect(test.health.allSamples().isEmpty)
        #expect(calls.count == 1)

        test.phone.unlock()
        test.settle()
        #expect(calls.count == 2)
        #expect(test.page(TestPhone.steps, with: store).uuids == samples.map(\.uuid))
        #expect(test.health.allSamples(of: TestPhone.water).map(\.uuid) == [own.uuid])
    }

    // Forum threads 824819, 730202: woken while locked, and the query fails.
    @Test("Rule 6: an app that is woken while locked cannot read")
    func wokenWhileLocked() {
        let pages = Recorder<Page>()
        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.steps, frequency: .immediate) { _, _ in }
        test.settle()
        test.phone.terminate()
        test.phone.onLaunchRequest = { [test] reason in
            test.phone.launch(reason)
            let store = test.makeStore(asking: false)
            store.execute(
                HKObserverQuery(sampleType: TestPhone.steps, predicate: nil) { _, completion, _ in
                    // Apple's handler is not Sendable either; it may be called from any thread.
                    nonisolated(unsafe) let completion = completion
                    store.execute(
                        HKAnchoredObjectQuery(
                            type: TestPhone.steps,
                            predicate: nil,
                            anchor: nil,
                            limit: 0
                        ) { _, samples, _, anchor, error in
                            pages.append(
                                Page(samples: samples ?? [], anchor: anchor, error: error)
                            )
                            completion()
                        }
                    )
                }
            )
        }
        test.health.behavior.unmergedDataWakes = true
        test.phone.lock()
        test.timeline.advance(by: .seconds(700))
        test.health.add(test.makeSteps())
        test.settle()
        #expect(pages.values.map { code($0.error) } == [.errorDatabaseInaccessible])

        test.phone.unlock()
        test.timeline.advance(by: .seconds(3600))
        #expect(pages.count == 2, "The unlock made it new again.")
        #expect(pages.values.last?.samples.count == 1)
    }

    // Inferred.
    @Test("Rule 6: wakes on a locked device are configurable")
    func noWakesWhileLocked() {
        test.health.behavior.wakesWhileLocked = false
        let store = test.open()
        store.enableBackgroundDelivery(for: TestPhone.mass, frequency: .immediate) { _, _ in }
        let calls = test.observe(TestPhone.mass, with: store)
        test.settle()
        test.phone.suspend()
        test.phone.lock()
        test.health.add(
            test.health.quantity(.bodyMass, 80, .pound(), from: test.now, source: test.watch)
        )
        test.settle()
        #expect(calls.count == 1)

        test.phone.unlock()
        test.settle()
        #expect(calls.count == 2)
    }

    // Forum thread 769782: a statisticsUpdateHandler stops for good after one error.
    @Test(
        "Rule 6: one error ends a statistics query unless configured otherwise",
        arguments: [false, true]
    )
    func statisticsUpdates(survives: Bool) {
        test.health.behavior.statisticsUpdatesSurviveErrors = survives
        test.health.behavior.observerDelay = .seconds(2)
        let store = test.open()
        let updates = Recorder<(any Error)?>()
        let query = HKStatisticsCollectionQuery(
            quantityType: TestPhone.steps,
            quantitySamplePredicate: nil,
            options: .cumulativeSum,
            anchorDate: test.now,
            intervalComponents: DateComponents(day: 1)
        )
        query.statisticsUpdateHandler = { _, _, _, error in updates.append(error) }
        store.execute(query)
        test.settle()

        test.phone.lock()
        test.timeline.advance(by: .seconds(599))
        test.health.add(test.makeSteps())
        test.timeline.advance(by: .seconds(10))
        test.phone.unlock()
        test.health.add(test.makeSteps())
        test.timeline.advance(by: .seconds(3))

        #expect(updates.values.map(code).first == .errorDatabaseInaccessible)
        #expect(updates.count == (survives ? 2 : 1))
    }

    // Not reported for anchored queries; a setting.
    @Test(
        "Rule 6: the end of an anchored query by an error is configurable",
        arguments: [false, true]
    )
    func anchoredUpdates(survives: Bool) {
        test.health.behavior.anchoredUpdatesSurviveErrors = survives
        test.health.behavior.observerDelay = .seconds(2)
        let store = test.open()
        let updates = Recorder<Int?>()
        let query = HKAnchoredObjectQuery(
            type: TestPhone.steps,
            predicate: nil,
            anchor: nil,
            limit: 0
        ) { _, _, _, _, _ in }
        query.updateHandler = { _, samples, _, _, _ in updates.append(samples?.count) }
        store.execute(query)
        test.settle()

        test.phone.lock()
        test.timeline.advance(by: .seconds(599))
        test.health.add(test.makeSteps())
        test.timeline.advance(by: .seconds(10))
        test.phone.unlock()
        test.health.add(test.makeSteps())
        test.timeline.advance(by: .seconds(3))

        #expect(updates.values == (survives ? [nil, 2] : [nil]))
    }

    // After a reboot the keys are unavailable until the passcode is entered.
    @Test("Rule 6: nothing can be read between a reboot and the first unlock")
    func reboot() {
        _ = test.open()
        test.phone.reboot()
        test.phone.launch(.backgroundTask)
        let store = test.makeStore()

        #expect(
            code(test.page(TestPhone.steps, with: store).error) == .errorDatabaseInaccessible
        )
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()
        #expect(calls.values.map(code) == [.errorDatabaseInaccessible])
    }
}
