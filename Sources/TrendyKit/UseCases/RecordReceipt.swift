public import TrendyModel

/// What was recorded of something that a person told of themselves.
public struct RecordReceipt: Sendable, Equatable {
    /// The event.
    public var eventID: EntityID
    /// Whether it is new; else it was recorded already, and only notes were added where there were
    /// none.
    public var isNew: Bool
}
