import TrendyHealth
public import TrendyModel
public import TrendyStore

/// Compares the daily active energy with Apple's own daily sums.
public struct VerifyActiveEnergy: Sendable {
    /// The two sums of one day, in kcal.
    public struct Day: Sendable, Equatable {
        /// The day.
        public var day: CalendarDay
        /// The sum that Trendy computed; 0 when it has no data of the day.
        public var ours: Double
        /// The sum that Apple computed.
        public var apples: Double

        /// The relative error of ``ours``, as a fraction of ``apples``.
        public var error: Double { apples == 0 ? 0 : (ours - apples) / apples }

        /// Creates the comparison of a day.
        public init(day: CalendarDay, ours: Double, apples: Double) {
            self.day = day
            self.ours = ours
            self.apples = apples
        }
    }

    private let store: DeviceStore

    /// Creates a comparison with the data of a store.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// Compares the days for which Apple's sum is not 0, in the given order.
    public func callAsFunction(
        _ sums: [(day: CalendarDay, kilocalories: Double)]
    ) async throws -> [Day] {
        var days: [Day] = []
        for sum in sums where sum.kilocalories > 0 {
            let id = EntityID.derived(
                kind: "event",
                naturalKey: "\(HealthCategory.activeEnergy.rawValue)/\(sum.day)"
            )
            var ours = 0.0
            if let entity = try await store.entity(id: id) {
                let event = entity.readable(as: Event.self)?.fields
                if case .number(let number) = event?.properties["kilocalories"] {
                    ours = number.double
                }
            }
            days.append(Day(day: sum.day, ours: ours, apples: sum.kilocalories))
        }
        return days
    }
}
