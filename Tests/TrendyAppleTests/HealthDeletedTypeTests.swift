import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("A category whose event type the person has deleted")
struct HealthDeletedTypeTests {
    @Test("What was measured meanwhile is there once the type is used again, not what was deleted")
    func usedAgain() {
        // Guards days that count as done although nothing of them was stored.
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
            // What may be on its way leaves a trace when it is deleted.
            _ = try await engine.store.nextBatch(limit: 500, byteLimit: .max)
            try await engine.store.delete(id: HealthCategory.water.eventTypeID, cascade: true)
            drink(300, at: -3)
            try await capture.capture()
            let pending = try await engine.store.status().pending
            try await capture.capture(trigger: .launch)
            let meanwhile = try await phone.values(.water, "milliliters", in: engine.store)
            let stillPending = try await engine.store.status().pending

            // Of another day: that one would be computed anew for it.
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
