import TrendyModel

/// Decides which visits of all devices are replaced by which.
struct DuplicateResolution {
    /// In order of preference: none is replaced by one behind it.
    private let visits: [VisitDeduplicator.Visit]
    /// The replacement of each visit that does not stay.
    private var replacements: [EntityID: VisitDeduplicator.Visit] = [:]

    /// Decides for all of `visits`, from the best one on.
    init(among visits: [VisitDeduplicator.Visit]) {
        self.visits = visits.sorted { $0.isBetter(than: $1) }
        for visit in self.visits { replacements[visit.id] = best(for: visit) }
    }

    /// The visit that replaces another one; `nil` when that one stays.
    ///
    /// A visit is never replaced by one that is itself being replaced by a non-duplicate, which
    /// would cover nothing of it.
    func best(for visit: VisitDeduplicator.Visit) -> VisitDeduplicator.Visit? {
        visits.first { duplicate in
            guard duplicate.replaces(visit) else { return false }
            guard let third = replacements[duplicate.id], third.id != visit.id else { return true }
            return third.isDuplicate(of: visit)
        }
    }
}
