import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Checks that the README's example works.
struct ReadmeTests {
    @Test("The README's example runs")
    func example() {
        // Example of Simulators/README.md:
        let timeline = ManualTimeline()
        let phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        let (watch, steps) = (SimulatedSource.watch(), HKQuantityType(.stepCount))
        phone.health.setReadAuthorization(.allowed, for: steps)
        phone.launch(.user)
        let store = phone.run { HKHealthStore() }
        store.execute(
            HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
                store.execute(
                    HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 100) {
                        _,
                        samples,
                        deleted,
                        anchor,
                        error in
                        // Called in virtual time, as HealthKit would call it.
                    }
                )
                completion()
            }
        )
        phone.health.add(
            phone.health.quantity(.stepCount, 42, .count(), from: timeline.now, source: watch)
        )
        timeline.advance(by: .seconds(1))
        // End of the example.

        #expect(phone.health.observerCallbacks == 1)
    }
}
