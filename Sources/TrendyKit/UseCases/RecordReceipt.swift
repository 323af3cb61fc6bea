public import TrendyModel

/// The result of recording something that a person entered.
public struct RecordReceipt: Sendable, Equatable {
    /// The event's id.
    public var eventID: EntityID
    /// Whether the event was created.
    ///
    /// Otherwise it existed already, and only missing notes were added.
    public var isNew: Bool
}
