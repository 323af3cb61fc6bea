import Foundation
import Testing
import TrendyModel

@testable import TrendyExport

@Suite("GPX and GeoJSON")
struct PlaceFormatTests {
    private func sample() -> ExportSample {
        var sample = ExportSample(placeName: "Tom & <Jerry>'s \"Café\"")
        sample.add { event in
            event.sourceType = .geofence
            event.geofenceID = ExportSample.placeID
            event.endDate = ExportSample.start + .seconds(3600)
            event.notes = "]]> \u{0}\u{FFFF} 😀"
        }
        sample.add {
            $0.locationLatitude = -33.125
            $0.locationLongitude = 151.5
            $0.locationName = "Sydney"
        }
        sample.add()
        return sample
    }

    @Test("GPX has a waypoint for each event with a position, and is well-formed XML")
    func gpx() throws {
        let (text, summary) = sample().export(.gpx)

        #expect(summary == EventExport.Summary(written: 2, omitted: 1, damaged: 0))
        #expect(text.contains("<wpt lat=\"48.5\" lon=\"-2.25\"><time>2026-01-15T08:00:00.000Z"))
        #expect(text.contains("<name>Tom &amp; &lt;Jerry&gt;'s \"Café\"</name>"))
        #expect(text.contains("<trendy:exit>2026-01-15T09:00:00.000Z</trendy:exit>"))
        #expect(text.contains("<desc>]]&gt; \u{FFFD}\u{FFFD} 😀</desc>"))
        #expect(text.contains("<wpt lat=\"-33.125\" lon=\"151.5\">"))
        #expect(text.hasSuffix("</gpx>\n"))
    }

    @Test("A workout with a route is a track after all waypoints, without times of points")
    func track() throws {
        var sample = ExportSample(typeName: "Workout & more")
        sample.add { event in
            event.sourceType = .healthKit
            event.endDate = ExportSample.start + .seconds(600)
            event.properties["activity_name"] = .text("Running")
            event.properties["route_line"] = .text("_p~iF~ps|U_ulLnnqC_mqNvxq`@ ?~C")
        }
        sample.add { $0.properties["route_line"] = .text("no line") }
        sample.add { event in
            event.sourceType = .geofence
            event.geofenceID = ExportSample.placeID
        }

        let (text, summary) = sample.export(.gpx)

        #expect(summary == EventExport.Summary(written: 2, omitted: 1, damaged: 0))
        let track = try #require(text.range(of: "<trk>"))
        #expect(try track.lowerBound > #require(text.range(of: "</wpt>")).lowerBound)
        #expect(text.contains("<trk><name>Running</name><type>Workout &amp; more</type>"))
        #expect(text.contains("<trendy:start>2026-01-15T08:00:00.000Z</trendy:start>"))
        #expect(text.contains("<trendy:end>2026-01-15T08:10:00.000Z</trendy:end>"))
        #expect(
            text.contains(
                "<trkseg><trkpt lat=\"38.50000\" lon=\"-120.20000\"/>"
                    + "<trkpt lat=\"40.70000\" lon=\"-120.95000\"/>"
                    + "<trkpt lat=\"43.25200\" lon=\"-126.45300\"/></trkseg>"
            )
        )
        #expect(text.contains("<trkseg><trkpt lat=\"0.00000\" lon=\"-0.00080\"/></trkseg></trk>"))
        #expect(text.hasSuffix("</trk>\n</gpx>\n"))
    }

    @Test("GeoJSON has a point for each event with a position, longitude first")
    func geoJSON() throws {
        let json = try sample().json(.geojson)

        #expect(json["type"] as? String == "FeatureCollection")
        let features = try #require(json["features"] as? [[String: Any]])
        #expect(features.count == 2)
        let geometry = try #require(features[0]["geometry"] as? [String: Any])
        #expect(geometry["coordinates"] as? [Double] == [-2.25, 48.5])
        let properties = try #require(features[0]["properties"] as? [String: Any])
        #expect(properties["name"] as? String == "Tom & <Jerry>'s \"Café\"")
        #expect(properties["exit"] as? String == "2026-01-15T09:00:00.000Z")
    }

    @Test("Empty exports are valid")
    func empty() throws {
        #expect(ExportSample().export(.gpx).text.contains("<gpx "))
        let json = try ExportSample().json(.geojson)
        #expect((json["features"] as? [Any])?.isEmpty == true)
    }
}
