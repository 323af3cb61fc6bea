import Foundation
import Testing
import TrendyImport
import TrendyModel

/// A GPX document that contains the given elements.
func gpx(_ body: String, version: String = "1.1") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="\(version)" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    \(body)
    </gpx>
    """
}

/// A GPX document with one segment.
func track(_ points: String...) -> String {
    gpx("<trk><trkseg>\n\(points.joined(separator: "\n"))\n</trkseg></trk>")
}

/// A track point with an optional time.
func point(_ latitude: Double, _ longitude: Double, _ time: String? = nil) -> String {
    let time = time.map { "<time>\($0)</time>" } ?? ""
    return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\">\(time)</trkpt>"
}

/// An instant on 15 January 2026, UTC.
func clock(_ time: String) throws -> Instant {
    try #require(Instant(rfc3339: "2026-01-15T\(time)Z"))
}

/// The path of a test fixture.
func fixture(_ name: String) throws -> String {
    let directory = try #require(Bundle.module.resourceURL)
    return directory.appendingPathComponent("Fixtures/\(name)").path
}

/// The points and the summary of a GPX document.
struct ReadGPX {
    let points: [GPXPoint]
    let summary: GPXSummary

    init(_ path: String) throws(ImportError) {
        var reader = try GPXReader(path: path)
        var points: [GPXPoint] = []
        while let point = try reader.next() { points.append(point) }
        self.points = points
        summary = reader.summary
    }
}

extension Scratch {
    /// Parses a text as GPX.
    func gpx(_ text: String) throws -> ReadGPX {
        try ReadGPX(try write(text, to: "track.gpx"))
    }
}
