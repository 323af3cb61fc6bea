import CoreLocation
import Foundation
import SimulatedCoreLocation
import TrendyImport
import TrendyModel

/// A GPX file that a person sends to a phone.
enum TrackFile {
    /// The walk along a track that begins at a time, at the speed of the recording.
    ///
    /// - Throws: ``CommandError`` that says what is wrong with the file.
    static func walk(_ gpx: String, from start: Date) throws -> Walk {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "trendy-phone-\(ProcessInfo.processInfo.processIdentifier).gpx"
        )
        try Data(gpx.utf8).write(to: file)
        // It is a temporary file.
        defer { try? FileManager.default.removeItem(at: file) }
        let fixes: [Fix]
        do {
            fixes = try FixSequence(paths: [file.path]).fixes
        } catch {
            throw CommandError(message: "The track cannot be read: \(error)")
        }
        guard let first = fixes.first else {
            throw CommandError(message: "The track has no point with a time.")
        }
        return Walk(
            fixes.map { fix in
                let offset = fix.instant - first.instant
                return (
                    start.addingTimeInterval(offset / .seconds(1)),
                    CLLocationCoordinate2D(
                        latitude: fix.coordinate.latitude,
                        longitude: fix.coordinate.longitude
                    )
                )
            }
        )
    }
}
