import TrendyHealth
public import TrendyModel
public import TrendyStore

/// Compares the active energy of days with Apple's own sums of them.
public struct VerifyActiveEnergy: Sendable {
    /// One day's two sums, kcal.
    public struct Day: Sendable, Equatable {
        /// The day.
        public var day: CalendarDay
        /// What Trendy computed; 0 when it knows nothing of the day.
        public var ours: Double
        /// What Apple computed.
        public var apples: Double

        /// How far ours is from Apple's, as a fraction of Apple's.
        public var error: Double { apples == 0 ? 0 : (ours - apples) / apples }

        /// Bundles the sums of a day.
        public init(day: CalendarDay, ours: Double, apples: Double) {
            self.day = day
            self.ours = ours
            self.apples = apples
        }
    }

    private let store: DeviceStore

    /// A comparison with what a store holds.
    public init(store: DeviceStore) {
        self.store = store
    }

    /// The days that Apple has a sum of which is not 0, in order.
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
