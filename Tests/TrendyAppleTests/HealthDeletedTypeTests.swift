import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("A category with a deleted event type")
struct HealthDeletedTypeTests {
    @Test("Recreating the type adds values measured meanwhile, and not the deleted events")
    func usedAgain() {
        // Regression: days counted as done although none of their events were stored.
        CapturingPhone.live { phone in
            let engine = try phone.engine(.water, wallClock: phone.dependencies.wallClock)
            let capture = try #require(engine.capture)
            func drink(_ milliliters: Double, at hour: Double) {
                phone.health.add(
                    phone.health.quantity(
                        .dietaryWater,
                        milliliters,
                        .literUnit(with: .milli),
                        from: phone.hour(hour),
                        source: phone.watch
                    )
                )
            }
            drink(250, at: -5)
            try await capture.capture()
            // A mutation in flight leaves a tombstone when its entity is deleted.
            _ = try await engine.store.write { try $0.queue.nextBatch(limit: 500, byteLimit: .max) }
            try await engine.store.write {
                try $0.entities.delete(id: HealthMetric.water.eventTypeID, cascade: true)
            }
            drink(300, at: -3)
            try await capture.capture()
            let pending = try await engine.store.read { try $0.queue.status() }.pending
            try await capture.capture(trigger: .launch)
            let meanwhile = try await phone.values(.water, "milliliters", in: engine.store)
            let stillPending = try await engine.store.read { try $0.queue.status() }.pending

            // On another day; otherwise that day would be recomputed for it.
            let before = Instant(phone.hour(-24 * 12))
            _ = try await engine.recordHealthEvent(.water(milliliters: 100, at: before))
            try await capture.capture(trigger: .launch)
            let after = try await phone.values(.water, "milliliters", in: engine.store)
            let again = try await capture.capture(trigger: .launch)
            try await engine.close()

            #expect(meanwhile.isEmpty && stillPending == pending)
            #expect(Array(after.values) == ["300"])
            #expect(again == .init())
        }
    }
}
