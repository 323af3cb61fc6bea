import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 1, 2 and 18.
struct ObserverTests {
    let test = TestPhone()

    // Rule 1: the handler fires right after execute().
    @Test("Rule 1: an observer is called once directly after its execution")
    func initialCallback() {
        let store = test.open()

        let calls = test.observe(TestPhone.steps, with: store)
        #expect(calls.count == 0)
        test.settle()

        #expect(calls.count == 1)
        #expect(test.health.observerCallbacks == 1)
    }

    // Rule 1: on every save and delete of matching samples, coalesced.
    @Test("Rule 1: saves and deletions call an observer, coalesced into one call")
    func savesAndDeletions() {
        let store = test.open()
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()

        let first = test.makeSteps()
        test.health.add(first)
        test.health.add(test.makeSteps())
        test.health.add([test.makeSteps(), test.makeSteps()])
        test.settle()
        #expect(calls.count == 2)

        test.health.delete(uuids: [first.uuid])
        test.settle()
        #expect(calls.count == 3)

        test.timeline.advance(by: .seconds(3600))
        #expect(calls.count == 3)
    }

    // Rule 1: of matching samples.
    @Test("Rule 1: other types and samples outside of the predicate do not call an observer")
    func predicates() {
        let store = test.open()
        let predicate = HKQuery.predicateForSamples(withStart: test.now, end: nil)
        let calls = test.observe(TestPhone.steps, with: store, predicate: predicate)
        test.settle()

        test.health.add(
            test.health.quantity(
                .bodyMass,
                80,
                .gramUnit(with: .kilo),
                from: test.now,
                source: test.watch
            )
        )
        test.health.add(test.makeSteps(at: test.now.addingTimeInterval(-86_400)))
        test.settle()
        #expect(calls.count == 1)

        test.health.add(test.makeSteps())
        test.settle()
        #expect(calls.count == 2)
    }

    // Rule 1: in the foreground by default; in the background only with background delivery.
    @Test("Rule 1: a suspended app's observer is called when it comes to the foreground")
    func suspended() {
        let store = test.open()
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()

        test.phone.suspend()
        test.health.add(test.makeSteps())
        test.settle()
        #expect(calls.count == 1)

        test.phone.launch(.user)
        test.settle()
        #expect(calls.count == 2)
    }

    // Rule 1, inferred: whether a process that already runs in the background is called.
    @Test(
        "Rule 1: calls in the background are configurable",
        arguments: [false, true]
    )
    func background(isCalled: Bool) {
        test.health.behavior.callsObserversInBackground = isCalled
        let store = test.open()
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()

        test.phone.enterBackground()
        test.health.add(test.makeSteps())
        test.settle()
        #expect(calls.count == (isCalled ? 2 : 1))

        test.phone.launch(.user)
        test.settle()
        #expect(calls.count == 2)
    }

    // Rule 2: at launch the handlers of all matching observers are called.
    @Test("Rule 2: an app that was not running receives the observer call at its launch")
    func launch() {
        let first = test.observe(TestPhone.steps, with: test.open())
        test.settle()
        test.phone.terminate()
        test.health.add(test.makeSteps())
        test.settle()

        let second = test.observe(TestPhone.steps, with: test.open())
        test.settle()

        #expect(first.count == 1)
        #expect(second.count == 1)
    }

    // HKObserverQuery(queryDescriptors:), iOS 15.
    @Test("Rule 1: an observer of several types receives those that changed")
    func severalTypes() {
        let store = test.open()
        let calls = Recorder<Set<HKSampleType>?>()
        let descriptors = [TestPhone.steps, TestPhone.mass].map {
            HKQueryDescriptor(sampleType: $0, predicate: nil)
        }
        store.execute(
            HKObserverQuery(queryDescriptors: descriptors) { _, types, completion, _ in
                calls.append(types)
                completion()
            }
        )
        test.settle()

        test.health.add(test.makeSteps())
        test.settle()

        #expect(calls.values == [[TestPhone.steps, TestPhone.mass], [TestPhone.steps]])
    }

    // Rule 18: stop() prevents further callbacks.
    @Test("Rule 18: a stopped observer is not called, not even for a scheduled call")
    func stop() {
        let store = test.open()
        let calls = Recorder<Int>()
        let query = HKObserverQuery(sampleType: TestPhone.steps, predicate: nil) {
            _,
            completion,
            _ in
            calls.append(1)
            completion()
        }
        store.execute(query)
        test.settle()

        test.health.add(test.makeSteps())
        store.stop(query)
        test.settle()

        #expect(calls.count == 1)
    }

    // Rule 18: query objects may be executed only once (an exception otherwise).
    @Test("Rule 18: executing a query twice is a programmer error")
    func twice() async {
        await #expect(processExitsWith: .failure) {
            let test = TestPhone()
            let store = test.open()
            let query = HKObserverQuery(sampleType: TestPhone.steps, predicate: nil) { _, _, _ in }
            store.execute(query)
            store.execute(query)
        }
    }

    // The process has ended with its objects.
    @Test("No handler is called in a process that has ended")
    func deadProcess() {
        let store = test.open()
        let calls = test.observe(TestPhone.steps, with: store)
        test.phone.terminate()
        test.settle()
        #expect(calls.count == 0)

        _ = test.open()
        let late = test.observe(TestPhone.steps, with: store)
        test.health.add(test.makeSteps())
        test.settle()

        #expect(calls.count == 0)
        #expect(late.count == 0)
    }
}
