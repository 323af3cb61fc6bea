package import TrendyModel

/// A right that one server holds for a limited time, such as that to delete expired data.
///
/// It is one row of the database. A server that ends without releasing it blocks the others until it
/// expires.
package struct Lease: Sendable, Equatable {
    /// The name of the right.
    package let name: String
    /// The server; different for each start.
    package let holder: String
    /// The time until the lease expires after it was taken or extended.
    package let duration: Duration

    /// Creates a lease.
    package init(name: String, holder: String, duration: Duration) {
        self.name = name
        self.holder = holder
        self.duration = duration
    }

    /// The row's value of a lease that was taken at an instant: its expiry in milliseconds, and its
    /// holder.
    package func value(takenAt now: Instant) -> String {
        "\((now + duration).milliseconds) \(holder)"
    }

    /// Whether the lease can be taken or extended over the current value of the row; `nil` without
    /// a row.
    package func canReplace(_ value: String?, now: Instant) -> Bool {
        let parts = value?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.count == 2, let expiry = Int64(parts[0]) else { return true }
        return parts[1] == holder || expiry <= now.milliseconds
    }
}
