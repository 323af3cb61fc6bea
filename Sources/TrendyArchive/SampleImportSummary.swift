/// Counts of an import into the archive.
package struct SampleImportSummary: Sendable, Equatable {
    /// The records of the export, without those that correlations repeat.
    package var records = 0
    /// The samples that the archive did not have.
    package var added = 0
    /// The samples that the archive had, also under another name of their source.
    package var known = 0
    /// The known samples whose value was replaced, because the export prints another unit.
    package var converted = 0
    /// The workouts, correlations, activity summaries and other elements.
    package var elements = 0
    /// The elements that the archive did not have.
    package var addedElements = 0
    /// The single heart beats of heart-rate variability, which are not kept.
    package var omittedBeats = 0
    /// The positions inside workouts, which are not kept.
    package var omittedPositions = 0
    /// The records without a readable start.
    package var undated = 0
    /// The parts of the export beyond a limit of the archive, which are not kept.
    package var omitted = 0
}
