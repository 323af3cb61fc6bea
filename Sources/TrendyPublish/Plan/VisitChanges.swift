package import TrendyModel

/// The changes of visits since they were published last.
package struct VisitChanges: Sendable, Equatable {
    /// What happened to a visit.
    package enum Kind: String, Sendable {
        /// It began.
        case began
        /// It ended.
        case ended
        /// Its times or its place were corrected.
        case corrected
        /// It was deleted.
        case deleted
    }

    /// A change of one visit.
    package struct Change: Sendable, Equatable {
        /// What happened.
        package var kind: Kind
        /// The visit; the last published one when it was deleted.
        package var visit: PublishedVisit
        /// When it happened, as far as known.
        package var at: Instant
    }

    /// The changes, in the order in which they happened.
    package var changes: [Change] = []
    /// The visits to remember.
    package var remembered: [PublishedVisit] = []
    /// The visits to forget.
    package var forgotten: [EntityID] = []

    /// Compares the visits of the device with those that were published.
    ///
    /// - Parameters:
    ///   - visits: the visits that began at `horizon` or later, and earlier ones that are known as
    ///     lasting.
    ///   - known: the published visits.
    ///   - horizon: the start of the earliest visit that was read.
    ///   - startedAt: when publishing began: visits that began before are remembered, but their
    ///     beginning is not published.
    ///   - now: the current time.
    package init(
        _ visits: [PublishedVisit],
        known: [EntityID: PublishedVisit],
        horizon: Instant,
        startedAt: Instant,
        now: Instant
    ) {
        var missing = known
        for visit in visits {
            let old = missing.removeValue(forKey: visit.id)
            guard old != visit else { continue }
            remembered.append(visit)
            changes += Self.changes(from: old, to: visit, startedAt: startedAt, now: now)
        }
        for visit in missing.values {
            forgotten.append(visit.id)
            // An older visit that has ended was not read.
            guard visit.start >= horizon || visit.end == nil else { continue }
            changes.append(Change(kind: .deleted, visit: visit, at: now))
        }
        forgotten.sort()
        changes.sort { left, right in
            (left.at, left.kind == .began ? 1 : 0, left.visit.id)
                < (right.at, right.kind == .began ? 1 : 0, right.visit.id)
        }
    }

    private static func changes(
        from old: PublishedVisit?,
        to visit: PublishedVisit,
        startedAt: Instant,
        now: Instant
    ) -> [Change] {
        let began = Change(
            kind: .began,
            visit: PublishedVisit(
                id: visit.id,
                place: visit.place,
                start: visit.start,
                end: nil
            ),
            at: visit.start
        )
        let ended = visit.end.map { Change(kind: .ended, visit: visit, at: $0) }
        guard let old else {
            if visit.start >= startedAt { return [began, ended].compactMap(\.self) }
            guard let ended, ended.at >= startedAt else { return [] }
            return [ended]
        }
        if old.end == nil, let ended { return [ended] }
        return [Change(kind: .corrected, visit: visit, at: now)]
    }
}
