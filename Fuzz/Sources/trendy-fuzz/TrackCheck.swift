import TrendyModel

@testable import TrendyImport

/// Invariants of every GPX, for any bytes.
struct TrackCheck {
    let path: String

    /// Reads all points, and reads again after the end.
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
                expect(!error.message.isEmpty, "An error says what is wrong")
            }
            expect(reader.summary.points == count, "As many points are counted as handed out")
            expect(segment <= max(0, reader.summary.segments - 1), "A point's segment is counted")
            expect(try reader.next() == nil, "Behind the end there are no more points")
        } catch {
            expect(false, "A file that is there can be opened: \(error)")
        }
    }

    private func check(_ point: GPXPoint, after segment: Int) {
        let place = point.coordinate
        expect(
            (-90...90).contains(place.latitude) && (-180...180).contains(place.longitude),
            "A point is on the earth: \(point)"
        )
        expect(place.latitude != 0 || place.longitude != 0, "No point is at 0,0")
        expect(point.horizontalAccuracy.map { $0 > 0 } ?? true, "No accuracy is 0 m or less")
        expect(point.elevation?.isFinite ?? true, "An elevation is a number")
        expect(point.segment >= segment, "Segments follow each other")
    }
}
