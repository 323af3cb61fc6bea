package import TrendyModel

/// The order in which the sources of a health category count where they overlap.
package struct SourceOrder: Sendable, Equatable {
    /// The names of the sources, the highest priority first.
    package var sources: [String]
    /// Whether the order was inferred from the system's totals; `false` for the default order.
    package var isInferred: Bool
    /// When it was last compared with the system's totals.
    package var checkedAt: Instant

    /// Creates an order.
    package init(sources: [String], isInferred: Bool, checkedAt: Instant) {
        self.sources = sources
        self.isInferred = isInferred
        self.checkedAt = checkedAt
    }

    /// The stored text: the time and the kind, then one source a line.
    var stored: String {
        let names = sources.map { $0.replacing("\n", with: " ") }
        let kind = isInferred ? "inferred" : "default"
        return (["\(checkedAt.milliseconds) \(kind)"] + names).joined(separator: "\n")
    }

    /// Parses a stored text; `nil` when it is damaged.
    init?(stored: String) {
        var lines = stored.split(separator: "\n", omittingEmptySubsequences: false)
        guard !lines.isEmpty else { return nil }
        let head = lines.removeFirst().split(separator: " ")
        guard head.count == 2, let time = Int64(head[0]) else { return nil }
        self.init(
            sources: lines.map(String.init),
            isInferred: head[1] == "inferred",
            checkedAt: Instant(milliseconds: time)
        )
    }
}
