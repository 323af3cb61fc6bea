package import Foundation

/// The person's track over time: stationary before the first fix and after the last, linear in
/// between.
///
/// A tree of bounding boxes over its segments finds crossings without visiting every segment.
package struct Track: Sendable {
    /// A time in seconds since the reference date, with a coordinate.
    ///
    /// Longitudes continue beyond 180 degrees, so that a segment always takes the shorter way.
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
    /// Bounding boxes of eight segments each, then of eight such boxes, up to a single box.
    private(set) var levels: [[Box]] = []

    /// An empty track.
    package init() {}

    /// A track from fixes in order of time; of two fixes with the same time the later one counts.
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
            "A walk must have latitudes up to 90 and longitudes up to 180 degrees."
        )
        var fix = Fix(
            time: date.timeIntervalSinceReferenceDate,
            latitude: coordinate.latitude,
            longitude: coordinate.longitude
        )
        if let last = fixes.last {
            precondition(last.time <= fix.time, "The fixes of a walk must be in order of time.")
            fix.longitude += ((last.longitude - fix.longitude) / 360).rounded() * 360
            if last.time == fix.time { fixes.removeLast() }
        }
        // A long stay only needs its two ends.
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

    /// The index of the segment at a time: from the fix with this index to the next; -1 before the
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

    /// The person's coordinate.
    package func coordinate(at date: Date) -> CLLocationCoordinate2D? {
        guard let fix = position(at: date.timeIntervalSinceReferenceDate) else { return nil }
        let turns = (fix.longitude / 360).rounded() * 360
        return CLLocationCoordinate2D(latitude: fix.latitude, longitude: fix.longitude - turns)
    }
}
