package import TrendyModel

/// An event type that health capture creates.
package struct DerivedEventType: Sendable {
    /// The id, which is derived from the category.
    package var id: EntityID
    /// The initial fields; later edits of the person are preserved.
    package var eventType: EventType

    package init(id: EntityID, eventType: EventType) {
        self.id = id
        self.eventType = eventType
    }
}
