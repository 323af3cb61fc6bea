import TrendyModel

// Divides days into pages, each of which is computed at once and stored in one transaction.
extension HealthPass {
    /// The approximate number of samples and route points in memory at once.
    static let samplesPerPage = 40_000
    /// The maximum number of days in one transaction.
    static let daysPerPage = 180
    /// The maximum number of days in one transaction when the source has no fingerprints.
    ///
    /// No inputs are stored then, so a day without samples costs nothing.
    static let importedDaysPerPage = 1_200
    /// The maximum number of days from the first to the last one of such a transaction.
    static let importedDaySpan = 4_000
    /// The approximate number of results in one transaction.
    static let resultsPerPage = 1_200
    /// The number of days in the first transaction, when the samples per day are still unknown.
    static let firstPageDays = 8

    /// The number of days for the next page, from the samples per day of the last one.
    static func size(after samples: Int, days: Int) -> Int {
        let perDay = max(1, samples / max(1, days))
        return max(1, min(daysPerPage, samplesPerPage / perDay))
    }

    /// The number of days for the next page of computed days.
    func size(after page: (samples: Int, results: Int), days: Int) -> Int {
        guard !source.hasFingerprints else { return Self.size(after: page.samples, days: days) }
        let samplesPerDay = max(1, page.samples / max(1, days))
        let resultsPerDay = max(1, page.results / max(1, days))
        let size = min(Self.samplesPerPage / samplesPerDay, Self.resultsPerPage / resultsPerDay)
        return max(1, min(Self.importedDaysPerPage, size))
    }

    /// Removes and returns the first days to compute in one transaction; `nil` when none are left.
    ///
    /// The inputs of a page are stored for consecutive days. Without inputs, a page may skip days,
    /// so a kind with samples on few days needs few transactions.
    func removeFirst(_ size: Int, of days: inout DayRangeSet) -> DayRangeSet? {
        guard source.hasFingerprints else {
            return days.removeFirst(size, within: Self.importedDaySpan)
        }
        return days.removeFirst(size).map { DayRangeSet([$0]) }
    }

    /// Removes and returns the last days to compute in one transaction, like
    /// ``removeFirst(_:of:)``.
    func removeLast(_ size: Int, of days: inout DayRangeSet) -> DayRangeSet? {
        guard source.hasFingerprints else {
            return days.removeLast(size, within: Self.importedDaySpan)
        }
        return days.removeLast(size).map { DayRangeSet([$0]) }
    }
}
