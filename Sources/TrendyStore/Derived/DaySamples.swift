package import TrendyModel

/// The inputs that a day was computed from, which show whether it has to be recomputed.
package struct DaySamples: Sendable, Equatable {
    /// The input hash of a day whose results were not stored.
    ///
    /// It differs from every computed hash, so the day is recomputed without counting deletions.
    static let notStored: [UInt8] = []

    package var day: CalendarDay
    /// A hash of the other inputs: the bounds of the day, the event type and the version of the
    /// rules.
    package var inputHash: [UInt8]
    /// The fingerprints of the samples, in ascending order.
    package var samples: [UInt32]
    /// The number of samples of earlier computations that were deleted since.
    package var deletedCount: Int

    package init(day: CalendarDay, inputHash: [UInt8], samples: [UInt32], deletedCount: Int = 0) {
        self.day = day
        self.inputHash = inputHash
        self.samples = samples
        self.deletedCount = deletedCount
    }

    /// The inputs with the deletions since an earlier computation: samples that are missing now.
    package func counting(deletionsSince old: DaySamples?) -> DaySamples {
        guard let old else { return self }
        var day = self
        day.deletedCount = old.deletedCount
        // With other bounds of the day, a missing sample may belong to another day.
        guard inputHash == old.inputHash else { return day }
        var index = samples.startIndex
        for sample in old.samples {
            while index < samples.endIndex, samples[index] < sample { index += 1 }
            if index < samples.endIndex, samples[index] == sample {
                index += 1
            } else {
                day.deletedCount += 1
            }
        }
        return day
    }
}
