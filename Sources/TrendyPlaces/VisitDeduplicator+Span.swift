import TrendyModel

extension VisitDeduplicator {
    /// The time span of a visit, for comparison with manual visits.
    struct Span {
        let start: Instant
        /// `nil` while the visit is open.
        let end: Instant?
        /// Whether the person entered it.
        let isManual: Bool
        /// The earliest possible beginning: a person who was found inside may have been there for
        /// long.
        private let earliest: Instant

        /// A span.
        ///
        /// - `isEntryInferred`: whether the entry was not reported.
        /// - `lastOutsideFix`: the last fix outside before the beginning.
        init(
            _ start: Instant,
            _ end: Instant? = nil,
            isManual: Bool = false,
            isEntryInferred: Bool = false,
            lastOutsideFix: Instant? = nil
        ) {
            (self.start, self.end, self.isManual) = (start, end, isManual)
            let longest = isEntryInferred ? start - VisitDeduplicator.maximumStay : start
            earliest = lastOutsideFix.map { max($0, longest) } ?? longest
        }

        /// Whether two spans at one place are the same visit: they share more than half of the
        /// shorter one.
        ///
        /// People enter rough times, so a span that only overlaps the edge is another visit.
        func isSame(as other: Span) -> Bool {
            guard end.map({ $0 > other.start }) ?? true, other.end.map({ $0 > start }) ?? true
            else { return false }
            // The person is inside now.
            guard let first = [end, other.end].compactMap(\.self).min() else { return true }
            let beginnings = [(start, other.start), (earliest, other.earliest)]
            return beginnings.contains { mine, theirs in
                let lengths = [length(from: mine), other.length(from: theirs)]
                let shorter = lengths.compactMap(\.self).min() ?? .zero
                return shorter == .zero || (first - max(mine, theirs)) * 2 > shorter
            }
        }

        /// The duration; `nil` when it is unknown.
        ///
        /// A manual visit without an end counts as twice the tolerance of crossings.
        private func length(from start: Instant) -> Duration? {
            end.map { $0 - start } ?? (isManual ? VisitDeduplicator.tolerance * 2 : nil)
        }
    }
}
