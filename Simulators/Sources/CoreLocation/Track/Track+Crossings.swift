package import Foundation
import SimulatedPhone

/// A circle on the earth.
package struct Circle: Sendable {
    package var center: CLLocationCoordinate2D
    package var radius: Double

    package init(center: CLLocationCoordinate2D, radius: Double) {
        self.center = center
        self.radius = radius
    }
}

/// A side of a circle's edge.
package enum Side: Sendable {
    case inside
    case outside

    var other: Side { self == .inside ? .outside : .inside }
}

extension Track {
    /// The step by which a search advances in seconds, so that rounding cannot stall it.
    private static let step = 0.001

    /// The person's side; `nil` when the track is empty.
    package func side(of circle: Circle, at date: Date) -> Side? {
        guard let fix = position(at: date.timeIntervalSinceReferenceDate) else { return nil }
        let plane = Plane(circle.center)
        let point = plane.point(fix.latitude, fix.longitude, turns: plane.turns(of: fix.longitude))
        return point.square <= circle.radius * circle.radius ? .inside : .outside
    }

    /// The first time from a start at which the person is on a side.
    package func first(_ side: Side, of circle: Circle, from date: Date) -> Date? {
        first(side, Edge(circle), from: date.timeIntervalSinceReferenceDate)
            .map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// The start of the first stay on a side with a minimum duration.
    package func firstStay(
        _ side: Side,
        of circle: Circle,
        from date: Date,
        lasting span: Duration
    ) -> Date? {
        let edge = Edge(circle)
        let seconds = span.seconds
        var time = date.timeIntervalSinceReferenceDate
        while let start = first(side, edge, from: time) {
            guard let end = first(side.other, edge, from: start + Self.step), end - start < seconds
            else { return Date(timeIntervalSinceReferenceDate: start) }
            time = end + Self.step
        }
        return nil
    }

    private struct Edge {
        let plane: Plane
        let square: Double

        init(_ circle: Circle) {
            plane = Plane(circle.center)
            square = circle.radius * circle.radius
        }
    }

    private func first(_ side: Side, _ edge: Edge, from time: Double) -> Double? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        if time < first.time || fixes.count == 1 {
            if isOn(side, edge, first) { return time }
            guard fixes.count > 1 else { return nil }
        }
        var index = max(0, stretch(at: time))
        while index + 1 < fixes.count {
            // The boxes skip segments that cannot contain a crossing.
            guard let block = firstBlock(from: index / Self.fanOut, where: { isOn(side, edge, $0) })
            else { break }
            index = max(index, block * Self.fanOut)
            let end = min((block + 1) * Self.fanOut, fixes.count - 1)
            while index < end {
                if let found = moment(side, edge, in: index, from: time) { return found }
                index += 1
            }
        }
        return isOn(side, edge, last) ? max(time, last.time) : nil
    }

    private func isOn(_ side: Side, _ edge: Edge, _ fix: Fix) -> Bool {
        let turns = edge.plane.turns(of: fix.longitude)
        let point = edge.plane.point(fix.latitude, fix.longitude, turns: turns)
        return (point.square <= edge.square) == (side == .inside)
    }

    /// Whether a point in a box may be on a side.
    private func isOn(_ side: Side, _ edge: Edge, _ box: Box) -> Bool {
        let (least, greatest) = edge.plane.distances(to: box)
        return side == .inside ? least <= edge.square : greatest > edge.square
    }

    private func firstBlock(from start: Int, where matches: (Box) -> Bool) -> Int? {
        var (level, index) = (0, start)
        while index < levels[level].count {
            if matches(levels[level][index]) {
                if level == 0 { return index }
                level -= 1
                index *= Self.fanOut
                continue
            }
            index += 1
            while level + 1 < levels.count, index % Self.fanOut == 0 {
                index /= Self.fanOut
                level += 1
            }
        }
        return nil
    }

    /// The first time in a segment, from a start, on a side.
    private func moment(_ side: Side, _ edge: Edge, in index: Int, from time: Double) -> Double? {
        let (from, to) = (fixes[index], fixes[index + 1])
        guard to.time > time else { return nil }
        let turns = edge.plane.turns(of: (from.longitude + to.longitude) / 2)
        let start = edge.plane.point(from.latitude, from.longitude, turns: turns)
        let end = edge.plane.point(to.latitude, to.longitude, turns: turns)
        let way = Plane.Point(east: end.east - start.east, north: end.north - start.north)
        let span = to.time - from.time
        let now = max(0, (time - from.time) / span)
        func date(_ share: Double) -> Double { max(time, from.time + share * span) }
        // |start + share * way|² = radius²
        let half = start.east * way.east + start.north * way.north
        let rest = start.square - edge.square
        let root = half * half - way.square * rest
        guard way.square > 0, root >= 0 else {
            // Standing still or passing at a distance: the same side for the whole segment.
            return (rest <= 0) == (side == .inside) ? date(now) : nil
        }
        let entry = (-half - root.squareRoot()) / way.square
        let exit = (-half + root.squareRoot()) / way.square
        switch side {
        case .inside:
            let share = max(now, entry)
            return share <= min(1, exit) ? date(share) : nil
        case .outside:
            if now < entry || now > exit { return date(now) }
            return exit < 1 ? date(exit) : nil
        }
    }
}
