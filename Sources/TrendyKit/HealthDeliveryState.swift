package import TrendyHealth
package import TrendyStore

/// How the system delivers health data to this device.
package struct HealthDeliveryState: Sendable, Equatable {
    /// The categories with a running observer.
    package var observed: Set<HealthMetric>
    /// When the system called the observer of each category.
    package var calls: [HealthMetric: HealthObserverCalls]
    /// The order of the sources by category, where it was compared with the system's totals.
    package var orders: [String: SourceOrder]

    /// Creates a state.
    package init(
        observed: Set<HealthMetric> = [],
        calls: [HealthMetric: HealthObserverCalls] = [:],
        orders: [String: SourceOrder] = [:]
    ) {
        self.observed = observed
        self.calls = calls
        self.orders = orders
    }
}
