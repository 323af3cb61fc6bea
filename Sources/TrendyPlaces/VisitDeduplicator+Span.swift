import TrendyModel

extension VisitDeduplicator {
    /// When somebody was at a place, for comparing it with what the person told of.
    struct Span {
        let start: Instant
        /// `nil` while the stay goes on, as far as is known.
        let end: Instant?
        /// Whether the person told of it.
        let isManual: Bool
        /// When it may have begun: who was found there may have been there for long.
        private let earliest: Instant

        /// Bundles a stay.
        ///
        /// - `isFound`: whether nobody was told of the entry.
        /// - `elsewhere`: when a fix had them elsewhere before they were found there.
        init(
            _ start: Instant,
            _ end: Instant? = nil,
            isManual: Bool = false,
            isFound: Bool = false,
            elsewhere: Instant? = nil
        ) {
            (self.start, self.end, self.isManual) = (start, end, isManual)
            let longest = isFound ? start - VisitDeduplicator.maximumStay : start
            earliest = elsewhere.map { max($0, longest) } ?? longest
        }

        /// Whether two stays at one place are the same: they share more than half of the shorter
        /// one.
        ///
        /// People say when about, so what only overlaps at its edge is another stay.
        func isSame(as other: Span) -> Bool {
            guard end.map({ $0 > other.start }) ?? true, other.end.map({ $0 > start }) ?? true
            else { return false }
            // Where both go on they are there now.
            guard let first = [end, other.end].compactMap(\.self).min() else { return true }
            let beginnings = [(start, other.start), (earliest, other.earliest)]
            return beginnings.contains { mine, theirs in
                let lengths = [length(from: mine), other.length(from: theirs)]
                let shorter = lengths.compactMap(\.self).min() ?? .zero
                return shorter == .zero || (first - max(mine, theirs)) * 2 > shorter
            }
        }

        /// How long it is; `nil` where nobody knows.
        ///
        /// Of one that was told without an end, what is longer than entries are late is enough.
        private func length(from start: Instant) -> Duration? {
            end.map { $0 - start } ?? (isManual ? VisitDeduplicator.tolerance * 2 : nil)
        }
    }
}
