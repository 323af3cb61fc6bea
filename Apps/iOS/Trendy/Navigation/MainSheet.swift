import TrendyModel

/// A screen that is presented over the tabs.
enum MainSheet: Hashable, Identifiable {
    /// The components of the design system in all their states.
    case gallery
    /// The editor of an event; `nil` for a new one.
    case event(EntityID?)
    /// The editor of an event type; `nil` for a new one.
    case eventType(EntityID?)
    /// The editor of a place; `nil` for a new one.
    case place(EntityID?)
    /// The filter of the timeline.
    case timelineFilter

    var id: Self { self }
}
