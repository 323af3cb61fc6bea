/// The mutations that may have been sent.
struct SentWatermark: Sendable, Equatable {
    /// The highest sequence number of the regular mutations that may have been sent.
    var regular: Int64
    /// The highest sequence number of the backfill mutations that may have been sent.
    var backfill: Int64
    /// The sequence numbers of the mutations that were sent and have no known outcome.
    ///
    /// Mutations below the watermark may be unsent, because those with unmet dependencies are
    /// skipped.
    var inFlight: Set<Int64>

    /// Whether a mutation may have been sent.
    func covers(_ mutation: StoredMutation) -> Bool {
        mutation.sequence <= (mutation.isBackfill ? backfill : regular)
    }

    /// The watermark after mutations are sent.
    func including(_ mutations: [StoredMutation]) -> SentWatermark {
        var watermark = self
        for mutation in mutations {
            watermark.inFlight.insert(mutation.sequence)
            if mutation.isBackfill {
                watermark.backfill = max(watermark.backfill, mutation.sequence)
            } else {
                watermark.regular = max(watermark.regular, mutation.sequence)
            }
        }
        return watermark
    }

    /// The watermark without mutations whose outcome is known.
    func without(_ mutations: [StoredMutation]) -> SentWatermark {
        var watermark = self
        watermark.inFlight.subtract(mutations.map(\.sequence))
        return watermark
    }
}
