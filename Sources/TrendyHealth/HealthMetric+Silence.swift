extension HealthMetric {
    /// The time without new samples after which a screen mentions it.
    ///
    /// A day for what a phone or a watch records all day, two days for sleep, and 30 days for what
    /// depends on the person.
    public var silenceLimit: Duration {
        if let longestGap { return longestGap }
        return self == .sleep ? .seconds(50 * 3600) : .seconds(30 * 86_400)
    }
}
