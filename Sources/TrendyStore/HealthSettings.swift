package import TrendyModel

/// The person's settings of a health category.
package struct HealthSettings: Sendable, Equatable {
    /// Whether the category is captured; `nil` until the person chooses.
    package var isEnabled: Bool?
    /// Whether new events are notified.
    package var notifies = false
    /// The event type of captured events; the category's own when `nil`.
    package var eventTypeID: EntityID?

    /// The default settings.
    package init() {}
}
