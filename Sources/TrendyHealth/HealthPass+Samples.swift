import TrendyModel

// Reads the samples of days and processes them.
extension HealthPass {
    /// The samples that were read for some days.
    enum Samples {
        case samples([HealthSample])
        case workouts([WorkoutSample])
        case summaries([SummarySample])

        /// The types that have samples, as a bit mask.
        ///
        /// For workouts, further bits tell whether they have a heart rate and routes.
        var types: UInt64 {
            switch self {
            case .samples(let samples): samples.reduce(0) { $0 | Self.bit(Int($1.type)) }
            case .workouts(let workouts):
                workouts.reduce(0) {
                    $0 | Self.bit(0) | ($1.averageHeartRate == nil ? 0 : Self.bit(1))
                        | ($1.routes.isEmpty ? 0 : Self.routes)
                }
            case .summaries(let summaries): summaries.isEmpty ? 0 : Self.bit(0)
            }
        }

        /// The bit for workout routes.
        static let routes = bit(2)

        static func bit(_ type: Int) -> UInt64 { 1 << UInt64(type) }

        /// The fingerprints of all samples.
        var fingerprints: Set<UInt32> {
            switch self {
            case .samples(let samples): Set(samples.compactMap(\.fingerprint))
            case .workouts(let workouts): Set(workouts.flatMap(\.fingerprints))
            case .summaries(let summaries): Set(summaries.compactMap(\.fingerprint))
            }
        }

        /// The number of samples, plus the route points that were read.
        var count: Int {
            switch self {
            case .samples(let samples): samples.count
            case .summaries(let summaries): summaries.count
            case .workouts(let workouts):
                workouts.reduce(workouts.count) { count, workout in
                    if case .summary(let route) = workout.route {
                        count + route.points
                    } else {
                        count
                    }
                }
            }
        }
    }

    /// Reads the samples of a time span.
    func read(_ span: Range<Instant>) async throws -> Samples {
        switch category.processing {
        case .samples: return .samples(try await source.samples(of: category, in: span))
        case .summaries: return .summaries(try await source.summaries(of: category, in: span))
        case .workouts: break
        }
        var workouts = try await source.workouts(startingIn: span)
        for index in workouts.indices where workouts[index].averageHeartRate == nil {
            try await addHeartRate(to: &workouts[index])
        }
        return .workouts(workouts)
    }

    /// Processes the samples of some days.
    func process(
        _ samples: Samples,
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        switch (samples, category.processing) {
        case (.samples(let samples), .samples(let process)): process(samples, context)
        case (.workouts(let workouts), _): WorkoutProcessor().process(workouts, context)
        case (.summaries(let summaries), _):
            SummaryProcessor(category: category.rawValue).process(summaries, context)
        case (.samples, .workouts), (.samples, .summaries): []
        }
    }
}
