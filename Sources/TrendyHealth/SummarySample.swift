package import TrendyModel

/// A dated summary: a sample that becomes one event, such as an electrocardiogram or the rings of a
/// day.
package struct SummarySample: Sendable, Equatable {
    /// The start, in whole seconds.
    package var start: Instant
    /// The end; `nil` for an instant.
    package var end: Instant?
    /// The calendar day, of a summary of a whole day; `nil` for any other.
    package var day: CalendarDay?
    /// What identifies it among those of one metric and start, such as the name of a medication.
    package var key: String
    /// The values, the same from HealthKit and from an export.
    package var properties: PropertyBag
    /// A hash of its UUID or content, which detects changes; `nil` from a source without them.
    package var fingerprint: UInt32?

    /// Creates a summary.
    package init(
        start: Instant,
        end: Instant? = nil,
        day: CalendarDay? = nil,
        key: String = "",
        properties: PropertyBag,
        fingerprint: UInt32? = nil
    ) {
        self.start = start
        self.end = end
        self.day = day
        self.key = key
        self.properties = properties
        self.fingerprint = fingerprint
    }
}
