import Foundation
import Testing
import TrendyImport
import TrendyModel

@Suite("GPX reader")
struct GPXTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Reference counts of a track from another program.
    struct Facts: Sendable, CustomTestStringConvertible {
        var name: String
        var segments: [Int]
        var tracks = 1
        var waypoints = 0
        var first: Int64
        var last: Int64
        var meters: Double
        var elevationSum: Double
        var accuracySum: Double
        var trackName: String

        var testDescription: String { name }
    }

    private static let tracks = [
        Facts(
            name: "gpxanimator-bikeride-big-sur.gpx",
            segments: [8234],
            first: 1_571_754_960,
            last: 1_571_794_028,
            meters: 123_107.165,
            elevationSum: 713_445.000,
            accuracySum: 0,
            trackName: "2019 BP USA #60 Ragged Point - Carmel"
        ),
        Facts(
            name: "gpxpy-cerknicko-jezero-8seg.gpx",
            segments: [0, 173, 52, 2, 44, 2, 2, 21],
            tracks: 8,
            waypoints: 7,
            first: 1_281_018_239,
            last: 1_281_025_429,
            meters: 4575.019,
            elevationSum: 162_927.869,
            accuracySum: 0,
            trackName: "ACTIVE LOG"
        ),
        Facts(
            name: "trackintel-google-zurich-phone-accuracy.gpx",
            segments: [416],
            first: 1_355_831_610,
            last: 1_355_866_235,
            meters: 47_957.291,
            elevationSum: 0,
            accuracySum: 149_242,
            trackName: "google zurich 2012-12-18"
        ),
        Facts(
            name: "dogsheep-route_2019-06-11_3.00pm.gpx",
            segments: [3],
            first: 1_560_290_442,
            last: 1_560_290_443,
            meters: 0.415,
            elevationSum: 12.246,
            accuracySum: 24.810,
            trackName: "Route 2019-06-11 3:00pm"
        ),
        Facts(
            name: "paulstaab-route_2025-03-01.gpx",
            segments: [11],
            first: 1_740_819_600,
            last: 1_740_822_900,
            meters: 10_007.557,
            elevationSum: 0,
            accuracySum: 0,
            trackName: "2025-03-01 synthetic route"
        ),
    ]

    @Test("Real tracks give the same counts as another program", arguments: tracks)
    func facts(_ facts: Facts) throws {
        let read = try ReadGPX(try fixture(facts.name))

        let segments = facts.segments.indices.map { place in
            read.points.filter { $0.segment == place }
        }
        let meters = segments.map { points in
            zip(points, points.dropFirst())
                .map { $0.coordinate.distance(to: $1.coordinate) }.reduce(0, +)
        }
        #expect(segments.map(\.count) == facts.segments)
        #expect(read.points.allSatisfy { $0.time != nil })
        #expect(read.points.compactMap(\.time).min() == Instant(seconds: facts.first))
        #expect(read.points.compactMap(\.time).max() == Instant(seconds: facts.last))
        #expect(abs(meters.reduce(0, +) - facts.meters) < 0.001)
        let elevations = read.points.compactMap(\.elevation).reduce(0, +)
        #expect(abs(elevations - facts.elevationSum) < 0.001)
        let accuracies = read.points.compactMap(\.horizontalAccuracy).reduce(0, +)
        #expect(abs(accuracies - facts.accuracySum) < 0.001)
        #expect(read.summary.points == read.points.count)
        #expect(read.summary.segments == facts.segments.count)
        #expect(read.summary.tracks == facts.tracks)
        #expect(read.summary.waypoints == facts.waypoints)
        #expect(read.summary.misplaced == 0)
        #expect(read.summary.trackNames.count == facts.tracks)
        #expect(read.summary.trackNames.first == facts.trackName)
    }

    @Test("Times with zones, with fractions and without zones are parsed")
    func times() throws {
        let read = try scratch.gpx(
            track(
                point(1, 2, "2026-01-15T09:30:00+01:00"),
                point(1, 2, "2026-01-15T08:30:00.123456Z"),
                point(1, 2, "\n  2026-01-15T03:00:00.5-05:30 "),
                point(1, 2, "2026-01-15T08:30:01"),
                point(1, 2, "15.01.2026 08:30"),
                point(1, 2)
            )
        )

        let times = read.points.map { $0.time?.rfc3339.dropFirst(11) }
        #expect(
            times == ["08:30:00.000Z", "08:30:00.123Z", "08:30:00.500Z", "08:30:01.000Z", nil, nil]
        )
    }

    @Test("The device's accuracy has precedence over the dilution of precision")
    func accuracy() throws {
        func with(_ body: String) -> String { "<trkpt lat=\"1\" lon=\"2\">\(body)</trkpt>" }

        let read = try scratch.gpx(
            track(
                with("<hdop>3</hdop><extensions><hAcc>7.5</hAcc></extensions>"),
                with(
                    "<extensions><a:b><a:horizontalAccuracy>30</a:horizontalAccuracy></a:b></extensions>"
                ),
                with("<hdop>1.5</hdop>"),
                with("<extensions><hAcc>-1</hAcc></extensions>"),
                with("<hdop>0</hdop>"),
                with("<extensions><hAcc>far</hAcc></extensions>")
            )
        )

        #expect(read.points.map(\.horizontalAccuracy) == [7.5, 30, 7.5, nil, nil, nil])
    }

    @Test("Prefixes, empty points, comments and unknown elements of the same name change nothing")
    func forms() throws {
        let read = try scratch.gpx(
            """
            \u{FEFF}<!DOCTYPE gpx [<!ENTITY a "b">]>
            <g:gpx xmlns:g='http://www.topografix.com/GPX/1/0'>
            <g:metadata><g:name>no</g:name><g:time>2020-01-01T00:00:00Z</g:time></g:metadata>
            <g:wpt lat="5" lon="5"><g:name>no</g:name></g:wpt>
            <g:rte><g:name>no</g:name><g:rtept lat="6" lon="6"/><g:rtept lat="6" lon="7"/></g:rte>
            <g:trk><g:name>Tom &amp; J&#xE9;r&#244;me</g:name><g:trkseg><!-- <trkpt> -->
            <g:trkpt lon="+8.5" lat='47.25'/>
            <g:trkpt lat="-4.7E1" lon="-.5">
              <g:ele><!-- m --> 12.5 </g:ele><g:extensions><time>x</time></g:extensions>
              <g:time>2026-01-15T08:30:00Z</g:time>
            </g:trkpt></g:trkseg></g:trk>
            <g:trk><g:name><![CDATA[A <b> & c]]></g:name></g:trk>
            </g:gpx>
            """
        )

        #expect(read.points.map(\.coordinate.latitude) == [47.25, -47])
        #expect(read.points.map(\.coordinate.longitude) == [8.5, -0.5])
        #expect(try read.points.map(\.time) == [nil, clock("08:30:00")])
        #expect(read.summary.trackNames == ["Tom & Jérôme", "A <b> & c"])
        #expect(read.summary.tracks == 2)
        #expect(read.summary.waypoints == 1)
        #expect(read.summary.routePoints == 2)
    }

    @Test("Points with invalid coordinates, 0,0 or non-numbers are skipped and counted")
    func misplaced() throws {
        let read = try scratch.gpx(
            track(
                point(90.001, 0),
                point(0, 180.5),
                point(0, 0),
                "<trkpt lat=\"47\"/>",
                "<trkpt lat=\"north\" lon=\"8\"/>",
                "<trkpt lat=\"nan\" lon=\"8\"/>",
                point(0, 8),
                point(-90, 180)
            )
        )

        #expect(read.points.map(\.coordinate.latitude) == [0, -90])
        #expect(read.summary.points == 2)
        #expect(read.summary.misplaced == 6)
    }

    @Test("Texts are complete wherever the reader's buffer ends")
    func buffers() throws {
        // Elements of 1,021 bytes, so that the buffers of 1 MiB end at every position in them.
        let element = point(47.123456789, 8.987654321, "2026-01-15T08:30:00.250Z")
        let padded = element + String(repeating: " ", count: 1021 - element.utf8.count)

        let read = try scratch.gpx(track(String(repeating: padded, count: 6000)))

        let expected = try clock("08:30:00.250")
        #expect(read.points.count == 6000)
        #expect(read.points.allSatisfy { $0.time == expected })
        #expect(read.points.allSatisfy { $0.coordinate.latitude == 47.123456789 })
        #expect(read.points.allSatisfy { $0.coordinate.longitude == 8.987654321 })
    }
}
