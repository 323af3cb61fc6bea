import TrendyModel

/// An event that a writer writes.
struct ExportedEvent {
    /// The common fields.
    let row: PackedEvents.Row
    /// The content.
    let content: UnsafeRawBufferPointer
    /// The fields of the content.
    let fields: EventFields
}

/// Writes events in one format.
protocol EventWriter {
    /// Writes what precedes the first event.
    mutating func begin(_ out: inout ExportBuffer)

    /// Writes an event.
    ///
    /// - Returns: whether the format can express it.
    mutating func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool

    /// Writes what follows the last event.
    mutating func end(_ out: inout ExportBuffer)
}
