import TrendyModel

/// The points of one segment while they are converted to fixes.
struct TrackSegment {
    struct Point {
        var coordinate: Coordinate
        var accuracy: Double
        var time: Instant?
    }

    var points: [Point] = []

    var count: Int { points.count }

    mutating func append(_ point: GPXPoint, assumedAccuracy: Double) {
        points.append(
            Point(
                coordinate: point.coordinate,
                accuracy: point.horizontalAccuracy ?? assumedAccuracy,
                time: point.time
            )
        )
    }

    /// Appends the segment's fixes, counts the points that were changed or dropped, and clears the
    /// segment.
    mutating func finish(
        into fixes: inout [Fix]
    ) -> (interpolated: Int, untimed: Int, backward: Int) {
        let backward = dropBackward()
        let interpolated = interpolateMissingTimes()
        var untimed = 0
        for point in points {
            if let time = point.time {
                fixes.append(
                    Fix(coordinate: point.coordinate, accuracy: point.accuracy, instant: time)
                )
            } else {
                untimed += 1
            }
        }
        points.removeAll(keepingCapacity: true)
        return (interpolated, untimed, backward)
    }

    /// Drops as few points as possible so that time does not run backwards.
    ///
    /// A single time in the future drops one point, not all that follow.
    ///
    /// Keeps the longest non-decreasing subsequence (patience sorting).
    private mutating func dropBackward() -> Int {
        let timed = points.indices.filter { points[$0].time != nil }
        guard zip(timed, timed.dropFirst()).contains(where: { time(at: $0) > time(at: $1) }) else {
            return 0
        }
        // For each length, the index of the subsequence of that length with the earliest end.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: points.count)
        for index in timed {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if time(at: ends[middle]) <= time(at: index) {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var isKept = points.map { $0.time == nil }
        var index = ends.last ?? -1
        while index >= 0 {
            isKept[index] = true
            index = previous[index]
        }
        points = zip(points, isKept).filter(\.1).map(\.0)
        return timed.count - ends.count
    }

    private func time(at index: Int) -> Instant {
        points[index].time ?? Instant(milliseconds: .min)
    }
}
