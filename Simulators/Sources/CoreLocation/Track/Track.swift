package import Foundation

/// Where the person is over time: still before the first fix, straight on from one to the next,
/// still after the last.
///
/// A tree of boxes over its stretches finds crossings without looking at each of them.
package struct Track: Sendable {
    /// A moment, in seconds since the reference date, and where the person is then.
    ///
    /// Longitudes go on beyond 180 degrees, so that a stretch never goes the long way round.
    struct Fix {
        var time: Double
        var latitude: Double
        var longitude: Double

        func isAt(_ other: Fix) -> Bool {
            latitude == other.latitude && longitude == other.longitude
        }
    }

    struct Box {
        var south: Double
        var north: Double
        var west: Double
        var east: Double

        init(_ left: Fix, _ right: Fix) {
            south = min(left.latitude, right.latitude)
            north = max(left.latitude, right.latitude)
            west = min(left.longitude, right.longitude)
            east = max(left.longitude, right.longitude)
        }

        mutating func enclose(_ other: Box) {
            south = min(south, other.south)
            north = max(north, other.north)
            west = min(west, other.west)
            east = max(east, other.east)
        }
    }

    static let fanOut = 8

    private(set) var fixes: [Fix] = []
    /// Boxes over eight stretches each, then over eight of those, up to a single one.
    private(set) var levels: [[Box]] = []

    /// Nowhere.
    package init() {}

    /// A track by fixes in the order of their times; of two at one time the later one holds.
    package init(_ fixes: some Sequence<(date: Date, coordinate: CLLocationCoordinate2D)>) {
        for fix in fixes { append(fix.date, fix.coordinate) }
        makeLevels()
    }

    package var isEmpty: Bool { fixes.isEmpty }
    package var count: Int { fixes.count }
    package var beginning: Date? {
        fixes.first.map { Date(timeIntervalSinceReferenceDate: $0.time) }
    }
    package var end: Date? { fixes.last.map { Date(timeIntervalSinceReferenceDate: $0.time) } }

    private mutating func append(_ date: Date, _ coordinate: CLLocationCoordinate2D) {
        precondition(
            CLLocationCoordinate2DIsValid(coordinate),
            "A walk goes over the earth: latitudes to 90, longitudes to 180 degrees."
        )
        var fix = Fix(
            time: date.timeIntervalSinceReferenceDate,
            latitude: coordinate.latitude,
            longitude: coordinate.longitude
        )
        if let last = fixes.last {
            precondition(last.time <= fix.time, "The fixes of a walk are in the order of time.")
            fix.longitude += ((last.longitude - fix.longitude) / 360).rounded() * 360
            if last.time == fix.time { fixes.removeLast() }
        }
        // A long stay needs its ends only.
        if fixes.count >= 2, fixes[fixes.count - 1].isAt(fix), fixes[fixes.count - 2].isAt(fix) {
            fixes.removeLast()
        }
        fixes.append(fix)
    }

    private mutating func makeLevels() {
        guard fixes.count >= 2 else { return }
        var boxes = zip(fixes, fixes.dropFirst()).map { Box($0, $1) }
        repeat {
            boxes = stride(from: 0, to: boxes.count, by: Self.fanOut).map { start in
                var box = boxes[start]
                for other in boxes[start..<min(start + Self.fanOut, boxes.count)] {
                    box.enclose(other)
                }
                return box
            }
            levels.append(boxes)
        } while boxes.count > 1
    }

    /// The stretch in which a moment is: from the fix of that number to the next; -1 before the
    /// first fix.
    func stretch(at time: Double) -> Int {
        var low = 0
        var high = fixes.count
        while low < high {
            let middle = (low + high) / 2
            if fixes[middle].time <= time { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    func position(at time: Double) -> Fix? {
        guard let first = fixes.first, let last = fixes.last else { return nil }
        if time <= first.time { return first }
        if time >= last.time { return last }
        let index = stretch(at: time)
        let (from, to) = (fixes[index], fixes[index + 1])
        let share = (time - from.time) / (to.time - from.time)
        return Fix(
            time: time,
            latitude: from.latitude + (to.latitude - from.latitude) * share,
            longitude: from.longitude + (to.longitude - from.longitude) * share
        )
    }

    /// Where the person is.
    package func coordinate(at date: Date) -> CLLocationCoordinate2D? {
        guard let fix = position(at: date.timeIntervalSinceReferenceDate) else { return nil }
        let turns = (fix.longitude / 360).rounded() * 360
        return CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude - turns)
    }
}
