import TrendyHealth
package import TrendyModel
package import TrendyStore

/// Compares the daily active energy with Apple's own daily sums.
package struct VerifyActiveEnergy: Sendable {
    /// The two sums of one day, in kcal.
    package struct Day: Sendable, Equatable {
        /// The day.
        package var day: CalendarDay
        /// The sum that Trendy computed; 0 when it has no data of the day.
        package var recorded: Double
        /// The sum that Apple computed.
        package var expected: Double

        /// The relative error of ``recorded``, as a fraction of ``expected``.
        package var error: Double { expected == 0 ? 0 : (recorded - expected) / expected }

        /// Creates the comparison of a day.
        package init(day: CalendarDay, recorded: Double, expected: Double) {
            self.day = day
            self.recorded = recorded
            self.expected = expected
        }
    }

    private let store: DeviceStore

    /// Creates a comparison with the data of a store.
    package init(store: DeviceStore) {
        self.store = store
    }

    /// Compares the days for which Apple's sum is not 0, in the given order.
    package func callAsFunction(
        _ sums: [(day: CalendarDay, kilocalories: Double)]
    ) async throws -> [Day] {
        var days: [Day] = []
        for sum in sums where sum.kilocalories > 0 {
            let id = EntityID.derived(
                kind: "event",
                naturalKey: "\(HealthMetric.activeEnergy.rawValue)/\(sum.day)"
            )
            var recorded = 0.0
            if let entity = try await store.read({ try $0.entities.fetch(id: id) }) {
                let event = entity.readable(as: Event.self)?.fields
                if case .number(let number) = event?.properties["kilocalories"] {
                    recorded = number.double
                }
            }
            days.append(Day(day: sum.day, recorded: recorded, expected: sum.kilocalories))
        }
        return days
    }
}
