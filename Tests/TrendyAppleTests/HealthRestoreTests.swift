import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("A replaced health store")
struct HealthRestoreTests {
    private static let categories: [HealthMetric] = [.steps, .workout]

    @Test(
        "After a restore everything is stored once, and capture resumes",
        arguments: [
            HealthKitBehavior.ForeignAnchor.isRefused, .isIgnored, .isBelieved,
        ]
    )
    func restored(anchor: HealthKitBehavior.ForeignAnchor) {
        // Regression: every pass used an anchor that HealthKit refused each time.
        CapturingPhone.live { phone in
            phone.health.behavior.foreignAnchor = anchor
            let (workout, reading) = phone.run(at: phone.hour(-50), heartRate: 120)
            phone.health.add([workout, reading])
            phone.health.add(
                (0..<20).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            try await phone.capture(Self.categories)
            let before = try await phone.values()
            let heartRates = try await phone.values(.workout, "average_heart_rate")

            phone.health.restore(from: phone.phone)
            phone.health.add(phone.steps(7, at: phone.hour(-2)))
            try await phone.capture(Self.categories, .launch)
            let restored = try await phone.values()
            phone.health.add(phone.steps(9, at: phone.hour(-24 * 15)))
            try await phone.capture(Self.categories)
            let after = try await phone.values()

            #expect(before.count == 20 && heartRates.count == 1)
            #expect(restored == before.merging(["2025-12-31": "107"]) { $1 })
            #expect(after == restored.merging(["2025-12-17": "109"]) { $1 })
            let found = try await phone.values(.workout, "average_heart_rate")
            #expect(found == heartRates)
            for category in Self.categories {
                let state = try await phone.store.read {
                    try $0.health.state(category: category.rawValue)
                }
                #expect(state.failure == nil)
            }
            let events = try await phone.store.read {
                try $0.entities.events(EventFilter(limit: 100))
            }.count
            #expect(events == 21)
            let again = try await phone.capture(Self.categories, .launch)
            #expect(again == .init())
        }
    }

    @Test("Samples that a restored store skips because of an old anchor are found")
    func unreported() {
        // Regression: a sample on a day without known samples was never found.
        CapturingPhone.live { phone in
            phone.health.behavior.foreignAnchor = .isBelieved
            let samples = (0..<12).map { phone.steps(100, at: phone.hour(-100 * 24 + Double($0))) }
            phone.health.add(samples)
            try await phone.capture([.steps])
            phone.health.delete(uuids: samples.dropFirst().map(\.uuid))
            try await phone.capture([.steps])
            phone.health.restore(from: phone.phone)
            phone.health.add(phone.steps(7, at: phone.hour(-40 * 24)))
            try await phone.capture([.steps], .launch)
            #expect(try await phone.values().values.sorted() == ["100"])

            for _ in 0..<4 { try await phone.capture([.steps], .periodic) }

            let values = try await phone.values()
            #expect(values.values.sorted() == ["100", "7"])
        }
    }

    @Test(
        "With an empty store, capture resumes, and missing samples delete nothing",
        arguments: [HealthKitBehavior.ForeignAnchor.isRefused, .isIgnored]
    )
    func erased(anchor: HealthKitBehavior.ForeignAnchor) {
        CapturingPhone.live { phone in
            phone.health.behavior.foreignAnchor = anchor
            phone.health.add(
                (0..<20).map { phone.steps(100, at: phone.hour(Double($0) * -24 - 3)) }
            )
            try await phone.capture([.steps])
            let before = try await phone.values()

            phone.health.erase()
            let empty = try await phone.capture([.steps])
            phone.health.add(phone.steps(7, at: phone.hour(-2)))
            try await phone.capture([.steps])
            phone.health.add(phone.steps(8, at: phone.hour(-1)))
            try await phone.capture([.steps])
            let after = try await phone.values()

            #expect(empty == .init())
            #expect(before.count == 20)
            #expect(after == before.merging(["2025-12-31": "15"]) { $1 })
            let state = try await phone.store.read { try $0.health.state(category: "steps") }
            #expect(state.failure == nil)
        }
    }
}
