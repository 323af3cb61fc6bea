import TrendyModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The range and the mean of readings.
struct ReadingRange {
    private(set) var count: Int64 = 0
    private(set) var minimum = Double.infinity
    private(set) var maximum = -Double.infinity
    private var sum = 0.0
    private var weightedSum = 0.0
    private var weight = 0.0

    /// Adds a reading with a weight in seconds.
    mutating func add(_ value: Double, _ weight: Double, _ aggregation: HealthAggregation) {
        count += 1
        minimum = min(minimum, value)
        maximum = max(maximum, value)
        // Levels add up as the energy that they stand for (IEC 61672-1).
        let addend = aggregation == .equivalentLevel ? pow(10, value / 10) : value
        sum += addend
        weightedSum += weight * addend
        self.weight += weight
    }

    /// The mean; `nil` without readings.
    func mean(_ aggregation: HealthAggregation) -> Double? {
        guard count > 0 else { return nil }
        // Readings at the very end of a day hold for no time.
        let mean = weight > 0 ? weightedSum / weight : sum / Double(count)
        return aggregation == .equivalentLevel ? 10 * log10(mean) : mean
    }
}

/// The weights of readings in the mean of a day.
struct ReadingWeights {
    /// How long a reading holds at most after its end.
    static let longestHold = Duration.seconds(600)

    private let samples: [HealthSample]
    private let aggregation: HealthAggregation
    /// The start of the next reading of the main type after each reading.
    private var nextStarts: [Instant?] = []

    init(_ samples: [HealthSample], _ aggregation: HealthAggregation) {
        self.samples = samples
        self.aggregation = aggregation
        guard aggregation == .temporallyWeighted else { return }
        nextStarts = [Instant?](repeating: nil, count: samples.count)
        var next: Instant?
        for index in samples.indices.reversed() where samples[index].type == 0 {
            nextStarts[index] = next
            next = samples[index].start
        }
    }

    /// The weight of a reading in seconds.
    ///
    /// In a temporally weighted mean, a reading holds until the next one begins, at most
    /// ``longestHold`` after its own end and until the end of its day. In an equivalent level it
    /// weighs as long as it lasts, at least a second. In an arithmetic mean all weigh the same.
    func weight(at index: Int, until dayEnd: Instant) -> Double {
        let sample = samples[index]
        switch aggregation {
        case .temporallyWeighted:
            let limit = min(sample.end + Self.longestHold, dayEnd)
            let end = min(nextStarts[index] ?? limit, limit)
            return Double((end - sample.start).wholeMilliseconds) / 1000
        case .equivalentLevel:
            return max(1, Double((sample.end - sample.start).wholeMilliseconds) / 1000)
        default:
            return 1
        }
    }
}
