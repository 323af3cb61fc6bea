/// A sample as the archive stores it.
struct SampleRow {
    /// The delay of a sample without a creation date.
    static let unknownDelay: Int64 = -9_000_000_000

    let kind: Int64
    /// Seconds since 1970-01-01T00:00:00Z.
    let start: Int64
    /// The seconds from start to end.
    let duration: Int64
    /// The seconds from the end to the creation.
    let delay: Int64
    let value: SampleValue
    /// The number of the value's text; 0 for a number, -1 without a value.
    let label: Int64
    let origin: Int64
    let unit: Int64
    /// Whether the archive has samples of the kind in another unit.
    let isMixed: Bool
    /// Whether the sample is inside a correlation.
    let isNested: Bool
    var metadata: Int64?
}
