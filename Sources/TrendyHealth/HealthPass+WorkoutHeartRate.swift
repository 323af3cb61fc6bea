extension HealthPass {
    /// Computes the heart rate of a workout from readings when the source has no summary of it.
    func addHeartRate(to workout: inout WorkoutSample) async throws {
        guard workout.end > workout.start else { return }
        let span = workout.start..<workout.end
        let readings = try await source.samples(of: .heartRate, in: span)
            .filter { $0.type == 0 && span.contains($0.start) }
        guard !readings.isEmpty else { return }
        let sum = readings.reduce(0) { $0 + $1.value }
        workout.averageHeartRate = sum / Double(readings.count)
        workout.maximumHeartRate = readings.map(\.value).max()
        if !workout.fingerprints.isEmpty {
            // Later readings change the fingerprint.
            let bits = (sum + Double(readings.count)).bitPattern
            workout.fingerprints.append(
                SampleFingerprint.measurement(UInt32(truncatingIfNeeded: bits ^ bits >> 32))
            )
        }
    }
}
