import TrendyModel

/// A set of time intervals in milliseconds, sorted and disjoint.
struct IntervalSet {
    private(set) var spans: [Range<Int64>] = []

    /// Adds intervals that are sorted by their start.
    mutating func formUnion(_ others: some Sequence<Range<Int64>>) {
        var merged: [Range<Int64>] = []
        merged.reserveCapacity(spans.count)
        func take(_ span: Range<Int64>) {
            guard !span.isEmpty else { return }
            if let last = merged.last, span.lowerBound <= last.upperBound {
                if span.upperBound > last.upperBound {
                    merged[merged.count - 1] = last.lowerBound..<span.upperBound
                }
            } else {
                merged.append(span)
            }
        }
        var index = 0
        for other in others {
            while index < spans.count, spans[index].lowerBound <= other.lowerBound {
                take(spans[index])
                index += 1
            }
            take(other)
        }
        while index < spans.count {
            take(spans[index])
            index += 1
        }
        spans = merged
    }

    /// Calls `body` with each part of `span` that the set does not cover.
    ///
    /// - `cursor`: an index into the set that only moves forward, so spans must be passed in the
    ///   order of their starts.
    func forEachGap(
        in span: Range<Int64>,
        cursor: inout Int,
        _ body: (Range<Int64>) -> Void
    ) {
        while cursor < spans.count, spans[cursor].upperBound <= span.lowerBound { cursor += 1 }
        var position = span.lowerBound
        var index = cursor
        while position < span.upperBound {
            guard index < spans.count, spans[index].lowerBound < span.upperBound else {
                body(position..<span.upperBound)
                return
            }
            if spans[index].lowerBound > position { body(position..<spans[index].lowerBound) }
            position = max(position, spans[index].upperBound)
            index += 1
        }
    }

    /// Whether the set covers an instant.
    func contains(_ instant: Int64, cursor: inout Int) -> Bool {
        while cursor < spans.count, spans[cursor].upperBound <= instant { cursor += 1 }
        return cursor < spans.count && spans[cursor].contains(instant)
    }

    /// The total length in milliseconds.
    var milliseconds: Int64 { spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
}

extension HealthSample {
    var span: Range<Int64> { start.milliseconds..<end.milliseconds }
}
