package import Foundation

extension Track {
    /// The person's speed in metres per second and course in degrees from north; the course is
    /// negative while they stand still.
    package func motion(at date: Date) -> (speed: Double, course: Double) {
        let index = stretch(at: date.timeIntervalSinceReferenceDate)
        guard index >= 0, index + 1 < fixes.count else { return (0, -1) }
        let (from, to) = (fixes[index], fixes[index + 1])
        guard !from.isAt(to) else { return (0, -1) }
        let plane = Plane(
            CLLocationCoordinate2D(latitude: from.latitude, longitude: from.longitude)
        )
        let way = plane.point(to.latitude, to.longitude, turns: 0)
        let degrees = atan2(way.east, way.north) * 180 / .pi
        let speed = way.square.squareRoot() / (to.time - from.time)
        return (speed, degrees < 0 ? degrees + 360 : degrees)
    }

    /// The end of standing still from a date on; `nil` while moving, the distant future after the
    /// last fix.
    package func stillness(from date: Date) -> Date? {
        let time = date.timeIntervalSinceReferenceDate
        guard let first = fixes.first else { return .distantFuture }
        var index = stretch(at: time)
        if index < 0 {
            guard fixes.count > 1, fixes[0].isAt(fixes[1]) else {
                return fixes.count > 1
                    ? Date(timeIntervalSinceReferenceDate: first.time) : .distantFuture
            }
            index = 0
        } else if index + 1 < fixes.count, !fixes[index].isAt(fixes[index + 1]) {
            return nil
        }
        while index + 1 < fixes.count, fixes[index].isAt(fixes[index + 1]) { index += 1 }
        return index + 1 < fixes.count
            ? Date(timeIntervalSinceReferenceDate: fixes[index].time) : .distantFuture
    }

    /// The time of the next fix.
    package func nextFix(after date: Date) -> Date? {
        let index = stretch(at: date.timeIntervalSinceReferenceDate) + 1
        return index < fixes.count
            ? Date(timeIntervalSinceReferenceDate: fixes[index].time) : nil
    }

    /// The fixes of a range, with interpolated coordinates at its ends.
    package func part(
        from start: Date,
        to end: Date
    ) -> [(date: Date, coordinate: CLLocationCoordinate2D)] {
        var dates = [start]
        while let last = dates.last, let next = nextFix(after: last), next < end {
            dates.append(next)
        }
        dates.append(end)
        return dates.compactMap { date in coordinate(at: date).map { (date, $0) } }
    }
}
