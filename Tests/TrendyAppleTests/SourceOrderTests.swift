import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("The order of health sources on a phone")
struct SourceOrderTests {
    /// Steps of a Watch and an iPhone at the same times: 100 and 130 on each of 20 days.
    private static func addSteps(to phone: CapturingPhone) {
        for day in 1...20 {
            let start = phone.hour(Double(day) * -24 + 10)
            for (source, count) in [(phone.watch, 100.0), (phone.iPhone, 130)] {
                phone.health.add(
                    phone.health.quantity(
                        .stepCount,
                        count,
                        .count(),
                        from: start,
                        to: start.addingTimeInterval(3600),
                        source: source
                    )
                )
            }
        }
    }

    @Test("Steps follow the order that the person chose in the Health app")
    func chosenOrder() {
        CapturingPhone.live { phone in
            Self.addSteps(to: phone)
            phone.health.setSourceOrder(
                [phone.iPhone, phone.watch],
                for: HKQuantityType(.stepCount)
            )
            try await phone.capture([.steps])
            let byDefault = try await phone.values()
            #expect(byDefault["2025-12-31"] == "100")

            await phone.coordinator.inferSourceOrders()

            let inferred = try await phone.values()
            #expect(inferred["2025-12-31"] == "130")
            let order = try await phone.store.read { try $0.health.sourceOrder(category: "steps") }
            #expect(order?.sources == ["iPhone", "Apple Watch"])
            #expect(order?.isInferred == true)
        }
    }

    @Test("Without a choice the default order stays, and is known by name")
    func defaultOrder() {
        CapturingPhone.live { phone in
            Self.addSteps(to: phone)
            try await phone.capture([.steps])

            await phone.coordinator.inferSourceOrders()

            let values = try await phone.values()
            #expect(values["2025-12-31"] == "100")
            let order = try await phone.store.read { try $0.health.sourceOrder(category: "steps") }
            #expect(order?.sources == ["Apple Watch", "iPhone"])
            #expect(order?.isInferred == false)
        }
    }

    @Test("A total is the Health app's sum of a day; a category without sums has none")
    func totals() {
        CapturingPhone.live { phone in
            Self.addSteps(to: phone)
            let start = Instant(phone.hour(-24))
            let day = start..<start + .seconds(86_400)

            let steps = try await phone.source.total(of: .steps, in: day)
            let empty = try await phone.source.total(of: .activeEnergy, in: day)
            let sleep = try await phone.source.total(of: .sleep, in: day)

            #expect(steps == 100)
            #expect(empty == nil)
            #expect(sleep == nil)
        }
    }
}
