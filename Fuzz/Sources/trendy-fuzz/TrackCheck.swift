import TrendyImport

/// What must hold of every GPX, whatever its bytes are.
struct TrackCheck {
    let path: String

    /// Reads all points, and looks on behind the end.
    func run() {
        do throws(ImportError) {
            var reader = try GPXReader(path: path)
            var count = 0
            var segment = 0
            do throws(ImportError) {
                while let point = try reader.next() {
                    count += 1
                    check(point, after: segment)
                    segment = point.segment
                }
            } catch {
                claim(!error.message.isEmpty, "An error says what is wrong")
            }
            claim(reader.summary.points == count, "As many points are counted as handed out")
            claim(segment <= max(0, reader.summary.segments - 1), "A point's segment is counted")
            claim(try reader.next() == nil, "Behind the end there are no more points")
        } catch {
            claim(false, "A file that is there can be opened: \(error)")
        }
    }

    private func check(_ point: GPXPoint, after segment: Int) {
        let place = point.coordinate
        claim(
            (-90...90).contains(place.latitude) && (-180...180).contains(place.longitude),
            "A point is on the earth: \(point)"
        )
        claim(place.latitude != 0 || place.longitude != 0, "No point is at 0,0")
        claim(point.horizontalAccuracy.map { $0 > 0 } ?? true, "No accuracy is 0 m or less")
        claim(point.elevation?.isFinite ?? true, "An elevation is a number")
        claim(point.segment >= segment, "Segments follow each other")
    }
}
