package import TrendyStore

extension HealthMetric {
    /// Whether the metric is captured: as the person chose, or else by default.
    ///
    /// - `settings`: the stored settings; `nil` when there are none.
    /// - `capturesEverything`: whether metrics that are not standard are captured by default.
    package func isEnabled(_ settings: HealthSettings?, capturesEverything: Bool = false) -> Bool {
        settings?.isEnabled ?? (isStandard || capturesEverything)
    }
}
