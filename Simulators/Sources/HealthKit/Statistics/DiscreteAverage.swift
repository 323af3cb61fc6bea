import Foundation

/// The averages of discrete quantities, by aggregation style.
enum DiscreteAverage {
    /// The longest time in seconds for which a value holds past the end of its sample.
    static let longestHold: TimeInterval = 600
    /// The time in seconds for which a sound level without a duration counts.
    static let instantDuration: TimeInterval = 1

    /// The average of measurements; `nil` without any.
    static func average(
        of measurements: [Measurement],
        style: HKQuantityAggregationStyle
    ) -> Double? {
        guard !measurements.isEmpty else { return nil }
        switch style {
        case .cumulative, .discreteArithmetic: return arithmetic(measurements)
        case .discreteTemporallyWeighted: return temporallyWeighted(measurements)
        case .discreteEquivalentContinuousLevel: return equivalentLevel(measurements)
        }
    }

    private static func arithmetic(_ measurements: [Measurement]) -> Double {
        measurements.reduce(0) { $0 + $1.value } / Double(measurements.count)
    }

    /// The integral of the value over time, divided by the time.
    ///
    /// Each value holds from the start of its sample to the start of the next one, at most
    /// ``longestHold`` past its own end. The last value holds past its end as long as the one
    /// before it, and a single value for ``longestHold``. (Apple's weights are not public.)
    private static func temporallyWeighted(_ measurements: [Measurement]) -> Double {
        let sorted = measurements.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var (sum, time, hold) = (0.0, 0.0, longestHold)
        for (index, measurement) in sorted.enumerated() {
            var end = measurement.end + hold
            if index + 1 < sorted.count {
                end = min(sorted[index + 1].start, measurement.end + longestHold)
                hold = max(0, end - measurement.end)
            }
            sum += measurement.value * (end - measurement.start)
            time += end - measurement.start
        }
        return time > 0 ? sum / time : arithmetic(measurements)
    }

    /// The constant level with the same energy as the measured levels over their durations.
    private static func equivalentLevel(_ measurements: [Measurement]) -> Double {
        var (energy, time) = (0.0, 0.0)
        for measurement in measurements {
            let duration = measurement.end - measurement.start
            let weight = duration > 0 ? duration : instantDuration
            energy += weight * pow(10, measurement.value / 10)
            time += weight
        }
        return 10 * log10(energy / time)
    }
}
