import TrendyModel

extension TrackSegment {
    /// Interpolates missing times at constant speed between two points with a time.
    ///
    /// - Returns: the number of interpolated points.
    mutating func interpolateMissingTimes() -> Int {
        var known = points.firstIndex { $0.time != nil }
        var interpolated = 0
        for index in points.indices {
            guard let time = points[index].time, let start = known else { continue }
            known = index
            guard index > start + 1, let startTime = points[start].time else { continue }
            interpolated += index - start - 1
            var lengths: [Double] = [0]
            for position in start + 1...index {
                let step = points[position - 1].coordinate.distance(to: points[position].coordinate)
                lengths.append((lengths.last ?? 0) + step)
            }
            let whole = lengths.last ?? 0
            let elapsed = Double(time.milliseconds - startTime.milliseconds)
            for middle in start + 1..<index {
                let share =
                    whole > 0
                    ? lengths[middle - start] / whole
                    : Double(middle - start) / Double(index - start)
                points[middle].time = startTime + .milliseconds(Int64((elapsed * share).rounded()))
            }
        }
        return interpolated
    }
}
