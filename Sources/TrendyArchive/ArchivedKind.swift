/// The samples of a kind in the archive.
package struct ArchivedKind: Sendable, Equatable, Encodable {
    /// The name, such as `StepCount`; `Workout`, `Correlation` and so on for other elements.
    package let kind: String
    /// The number of samples or elements.
    package let count: Int
    /// The earliest start, RFC 3339 in UTC.
    package let first: String
    /// The latest start.
    package let last: String
    /// The approximate share of the file, in bytes.
    package let bytes: Int
}
