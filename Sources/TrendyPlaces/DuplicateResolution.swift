import TrendyModel

/// Which of the visits of all devices are taken back for which.
struct DuplicateResolution {
    /// The better ones first: none is taken back for one behind it.
    private let visits: [VisitDeduplicator.Visit]
    /// For which visit each is taken back that does not stay.
    private var replacements: [EntityID: VisitDeduplicator.Visit] = [:]

    /// Works out which of the visits stay.
    init(among visits: [VisitDeduplicator.Visit]) {
        self.visits = visits.sorted { $0.isBetter(than: $1) }
        for visit in self.visits { replacements[visit.id] = best(for: visit) }
    }

    /// The visit that a device takes another one back for; `nil` where that one stays.
    ///
    /// Not one that is itself taken back for a third that is no twin of this visit: it leaves nothing
    /// of it. Where the third only seems to replace it, since that is taken back for another one,
    /// it stays.
    func best(for visit: VisitDeduplicator.Visit) -> VisitDeduplicator.Visit? {
        visits.first { twin in
            guard twin.replaces(visit) else { return false }
            guard let third = replacements[twin.id], third.id != visit.id else { return true }
            return third.isDuplicate(of: visit)
        }
    }
}
