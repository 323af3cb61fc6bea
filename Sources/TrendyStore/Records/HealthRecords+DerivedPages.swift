import TrendyModel

extension HealthRecords {
    /// Stores the results of recomputed days, in one transaction with their mutations and the
    /// anchor.
    ///
    /// A result that is stored already writes nothing.
    ///
    /// This device's own results are always replaced; another device's only with at least as much
    /// evidence. What a person deleted stays deleted, what they wrote stays written.
    package func apply(_ page: DerivedPage) throws -> DerivedOutcome {
        let editedAt = nextEditTime()
        var keeper = DerivedPageWriter(
            writer: writer(editedAt: editedAt),
            page: page
        )
        try keeper.apply()
        try HealthRow.note(db, keeper.page, outcome: keeper.outcome, at: keeper.writer.now)
        return keeper.outcome
    }
}
