import TrendyModel

extension HealthRecords {
    /// Stores the results of recomputed days, their mutations and the category's anchor.
    ///
    /// Results that equal what is stored write nothing. This device's own results are always
    /// replaced; another device's results are replaced only with at least as much evidence. Events
    /// that the person deleted stay deleted, and the fields that the person edited are preserved.
    package func apply(_ page: DerivedPage) throws -> DerivedOutcome {
        var pageWriter = DerivedPageWriter(writer: writer(), page: page)
        try pageWriter.apply()
        let outcome = pageWriter.outcome
        try HealthRow.record(db, pageWriter.page, outcome: outcome, at: pageWriter.writer.now)
        return outcome
    }
}
