import TrendyModel

// What a pass reads of its days, and what that comes to.
extension HealthPass {
    /// What was read for some days.
    enum Samples {
        case samples([HealthSample])
        case workouts([WorkoutSample])

        /// The types there are samples of, a bit each; of workouts also whether they have a heart
        /// rate, and routes.
        var types: UInt64 {
            switch self {
            case .samples(let samples): samples.reduce(0) { $0 | Self.bit(Int($1.type)) }
            case .workouts(let workouts):
                workouts.reduce(0) {
                    $0 | Self.bit(0) | ($1.averageHeartRate == nil ? 0 : Self.bit(1))
                        | ($1.routes.isEmpty ? 0 : Self.routes)
                }
            }
        }

        /// The bit of workouts' routes.
        static let routes = bit(2)

        static func bit(_ type: Int) -> UInt64 { 1 << UInt64(type) }

        /// What tells them from all others.
        var fingerprints: Set<UInt32> {
            switch self {
            case .samples(let samples): Set(samples.compactMap(\.fingerprint))
            case .workouts(let workouts): Set(workouts.flatMap(\.fingerprints))
            }
        }

        /// The samples, and the points of routes that were read.
        var count: Int {
            switch self {
            case .samples(let samples): samples.count
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

    /// Reads the samples of a span.
    func read(_ span: Range<Instant>) async throws -> Samples {
        guard case .workouts = category.processing else {
            return .samples(try await source.samples(of: category, in: span))
        }
        var workouts = try await source.workouts(startingIn: span)
        for index in workouts.indices where workouts[index].averageHeartRate == nil {
            try await addHeartRate(to: &workouts[index])
        }
        return .workouts(workouts)
    }

    /// The heart rate of a workout whose source has not summed it up.
    private func addHeartRate(to workout: inout WorkoutSample) async throws {
        guard workout.end > workout.start else { return }
        let span = workout.start..<workout.end
        let readings = try await source.samples(of: .heartRate, in: span)
            .filter { $0.type == 0 && span.contains($0.start) }
        guard !readings.isEmpty else { return }
        let sum = readings.reduce(0) { $0 + $1.value }
        workout.averageHeartRate = sum / Double(readings.count)
        workout.maximumHeartRate = readings.map(\.value).max()
        if !workout.fingerprints.isEmpty {
            // Readings that come later make it another one.
            let bits = (sum + Double(readings.count)).bitPattern
            workout.fingerprints.append(
                SampleFingerprint.measurement(UInt32(truncatingIfNeeded: bits ^ bits >> 32))
            )
        }
    }

    /// What the samples of some days come to.
    func process(
        _ samples: Samples,
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        switch (samples, category.processing) {
        case (.samples(let samples), .samples(let process)): process(samples, context)
        case (.workouts(let workouts), _): WorkoutProcessor().process(workouts, context)
        case (.samples, .workouts): []
        }
    }
}
