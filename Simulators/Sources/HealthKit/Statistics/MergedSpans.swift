import Foundation

/// A quantity for statistics.
struct Measurement {
    var start: TimeInterval
    var end: TimeInterval
    var value: Double
    /// The rank of its source; the lowest rank has priority.
    var rank: Int
    var source: HKSource

    /// The part of it within a shorter range.
    func part(from start: TimeInterval, to end: TimeInterval) -> Measurement {
        var part = self
        part.start = start
        part.end = end
        part.value = value * (end - start) / (self.end - self.start)
        return part
    }
}

/// A set of occupied time: sorted, disjoint ranges.
struct MergedSpans {
    private(set) var spans: [(start: TimeInterval, end: TimeInterval)] = []

    /// Removes from measurements the time that sources with priority cover.
    ///
    /// All measurements of the same source count, even where they overlap. (Apple's algorithm is
    /// not public; this one reproduces the totals of the Health app.)
    static func merged(_ measurements: [Measurement]) -> [Measurement] {
        var result: [Measurement] = []
        result.reserveCapacity(measurements.count)
        var taken = MergedSpans()
        let sorted = measurements.sorted {
            ($0.rank, $0.start, $0.end) < ($1.rank, $1.start, $1.end)
        }
        var first = 0
        while first < sorted.count {
            var last = first
            while last < sorted.count, sorted[last].rank == sorted[first].rank { last += 1 }
            var cursor = 0
            for measurement in sorted[first..<last] {
                taken.appendFree(measurement, cursor: &cursor, to: &result)
            }
            taken.take(sorted[first..<last])
            first = last
        }
        return result
    }

    private func appendFree(
        _ measurement: Measurement,
        cursor: inout Int,
        to result: inout [Measurement]
    ) {
        while cursor < spans.count, spans[cursor].end <= measurement.start { cursor += 1 }
        guard measurement.end > measurement.start else {
            let isTaken = cursor < spans.count && spans[cursor].start <= measurement.start
            if !isTaken { result.append(measurement) }
            return
        }
        var position = measurement.start
        var index = cursor
        while position < measurement.end {
            guard index < spans.count, spans[index].start < measurement.end else {
                result.append(
                    position == measurement.start
                        ? measurement : measurement.part(from: position, to: measurement.end)
                )
                return
            }
            if spans[index].start > position {
                result.append(measurement.part(from: position, to: spans[index].start))
            }
            position = max(position, spans[index].end)
            index += 1
        }
    }

    /// Adds the time ranges of measurements that are sorted by start.
    private mutating func take(_ measurements: ArraySlice<Measurement>) {
        var merged: [(start: TimeInterval, end: TimeInterval)] = []
        func add(_ start: TimeInterval, _ end: TimeInterval) {
            if let last = merged.last, start <= last.end {
                merged[merged.count - 1].end = max(last.end, end)
            } else {
                merged.append((start, end))
            }
        }
        var index = 0
        for measurement in measurements where measurement.end > measurement.start {
            while index < spans.count, spans[index].start <= measurement.start {
                add(spans[index].start, spans[index].end)
                index += 1
            }
            add(measurement.start, measurement.end)
        }
        for span in spans[index...] { add(span.start, span.end) }
        spans = merged
    }
}
