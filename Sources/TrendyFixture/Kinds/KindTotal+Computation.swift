import Foundation

extension KindTotal {
    /// How long a reading holds at most after its end, in seconds.
    private static let longestHold: Int64 = 600

    /// Computes the results of a day; `nil` when it has none.
    ///
    /// - `samples`: all samples that touch the day, and any others.
    init?(_ kind: GeneratedKind, samples: [KindSample], day: Range<Int64>) {
        let touching = samples.filter { sample in
            day.contains(sample.start)
                || sample.start < day.lowerBound && sample.end > day.lowerBound
        }
        let starting = touching.filter { day.contains($0.start) }
            .sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
        let reachesIn = kind.way == .sum || kind.way == .duration
        guard !(reachesIn ? touching : starting).isEmpty else { return nil }
        starts = starting.count
        self.samples = touching.count
        switch kind.values {
        case .labels(let labels):
            for sample in starting { counts[labels.keys[Int(sample.value)], default: 0] += 1 }
            durationSeconds = Self.covered(by: touching, of: day)
        case .amounts:
            sum = Self.mergedSum(of: touching, on: day)
            addReadings(starting, until: day.upperBound)
            if kind.way == .level { level = Self.level(of: starting) }
        }
    }

    private mutating func addReadings(_ readings: [KindSample], until dayEnd: Int64) {
        guard !readings.isEmpty else { return }
        minimum = readings.map(\.value).min()
        maximum = readings.map(\.value).max()
        last = readings.max { ($0.end, $0.start, $0.value) < ($1.end, $1.start, $1.value) }?.value
        let mean = readings.reduce(0) { $0 + $1.value } / Double(readings.count)
        self.mean = mean
        var held = 0.0
        var seconds = 0.0
        for (index, reading) in readings.enumerated() {
            var end = min(reading.end + Self.longestHold, dayEnd)
            if index + 1 < readings.count { end = min(end, readings[index + 1].start) }
            let hold = Double(end - reading.start)
            held += hold * reading.value
            seconds += hold
        }
        weightedMean = seconds > 0 ? held / seconds : mean
    }

    private static func level(of readings: [KindSample]) -> Double? {
        var energy = 0.0
        var seconds = 0.0
        for reading in readings {
            let length = Double(max(1, reading.end - reading.start))
            energy += length * pow(10, reading.value / 10)
            seconds += length
        }
        return seconds > 0 ? 10 * log10(energy / seconds) : nil
    }

    /// The sum by a sweep over the times at which a sample begins or ends.
    private static func mergedSum(of samples: [KindSample], on day: Range<Int64>) -> Double {
        let lasting = samples.filter { $0.end > $0.start }.sorted { $0.start < $1.start }
        let edges = Set(
            lasting.flatMap { [max($0.start, day.lowerBound), min($0.end, day.upperBound)] }
        ).sorted()
        var sum = 0.0
        var active: [KindSample] = []
        var next = 0
        for (start, end) in zip(edges, edges.dropFirst()) {
            while next < lasting.count, lasting[next].start <= start {
                active.append(lasting[next])
                next += 1
            }
            active.removeAll { $0.end <= start }
            let best = active.map(\.rank).min()
            for sample in active where sample.rank == best {
                sum += sample.value * Double(end - start) / Double(sample.end - sample.start)
            }
        }
        for sample in samples where sample.end == sample.start {
            let isCovered = lasting.contains { other in
                other.rank < sample.rank && other.start <= sample.start && sample.start < other.end
            }
            if !isCovered { sum += sample.value }
        }
        return sum
    }

    /// The seconds of a day that samples cover.
    private static func covered(by samples: [KindSample], of day: Range<Int64>) -> Int64 {
        var seconds: Int64 = 0
        var position = day.lowerBound
        for sample in samples.sorted(by: { $0.start < $1.start }) {
            let start = max(sample.start, position)
            let end = min(sample.end, day.upperBound)
            guard end > start else { continue }
            seconds += end - start
            position = end
        }
        return seconds
    }
}

extension KindSample {
    /// The priority of its source: the person, the watch, the phone, apps.
    fileprivate var rank: Int { isEntered ? -1 : source.rawValue }
}
