import Testing
import TrendyImport
import TrendyModel

@Suite("Elements of GPX")
struct GPXElementTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func with(_ body: String) -> String { "<trkpt lat=\"1\" lon=\"2\">\(body)</trkpt>" }

    @Test("Only the elements directly in a point are its time, elevation and dilution")
    func nested() throws {
        let nested =
            "<time>2020-01-01T00:00:00Z</time><ele>99</ele><hdop>9</hdop><name>no</name>"
        let read = try scratch.gpx(
            gpx(
                "<trk><link href=\"x\"><name>no</name></link><name>yes</name>"
                    + "<extensions><name>no</name></extensions><trkseg>"
                    + with(
                        "<ele>5</ele><time>2026-01-15T08:30:00Z</time><hdop>2</hdop>"
                            + "<extensions>\(nested)</extensions>"
                    )
                    + with("<extensions>\(nested)</extensions>") + "</trkseg></trk>"
            )
        )

        #expect(read.points.map(\.elevation) == [5, nil])
        #expect(try read.points.map(\.time) == [clock("08:30:00"), nil])
        #expect(read.points.map(\.horizontalAccuracy) == [10, nil])
        #expect(read.summary.trackNames == ["yes"])
    }

    @Test("Values of one point are not values of the next")
    func independent() throws {
        let full =
            "<ele>5</ele><time>2026-01-15T08:30:00Z</time><hdop>2</hdop>"
            + "<extensions><hAcc>7</hAcc></extensions>"
        let read = try scratch.gpx(
            track(
                with(full),
                with("<sat>9</sat><speed>3</speed>"),
                with("<hdop>3</hdop>"),
                "<trkpt/>",
                with(full)
            )
        )

        #expect(read.points.map(\.elevation) == [5, nil, nil, 5])
        #expect(read.points.map { $0.time != nil } == [true, false, false, true])
        #expect(read.points.map(\.horizontalAccuracy) == [7, nil, 15, 7])
        #expect(read.summary.misplaced == 1)
    }

    @Test(
        "Only exactly 0,0 is no position",
        arguments: [
            ("0", "0", false), ("-0.0", "+0", false), ("47", "0", true), ("0", "8", true),
            ("0.0000001", "0", true), ("", "8", false), ("47", "", false), ("47", "x", false),
            ("90", "180", true), ("-90", "-180", true), ("90.1", "0", false),
        ]
    )
    func positions(latitude: String, longitude: String, isValid: Bool) throws {
        let read = try scratch.gpx(
            track("<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"/>", with(""))
        )

        #expect(read.summary.points == (isValid ? 2 : 1))
        #expect(read.summary.misplaced == (isValid ? 0 : 1))
    }

    @Test(
        "Elevations are read in every form of a number, up to fifteen digits",
        arguments: [
            ("12.5", 12.5), ("-12.5", -12.5), ("+12.5", 12.5), ("\n 7\t", 7), (".5", 0.5),
            ("5.", 5), ("1e3", 1000), ("-1.5E-1", -0.15), ("007", 7), ("0", 0),
            ("123456789.012345", 123_456_789.012345),
            ("12.34567890123456789", 12.3456789012345), ("0.1234567890123456", 0.12345678901234),
            ("1234567890123456", 1_234_567_890_123_456), ("", nil), ("-", nil), (".", nil),
            ("1.2.3", nil), ("1,5", nil), ("x", nil), ("1 2", nil), ("nan", nil), ("inf", nil),
            ("1e999", nil), ("++1", nil), ("1/2", nil), ("1:2", nil),
        ] as [(String, Double?)]
    )
    func numbers(text: String, value: Double?) throws {
        let read = try scratch.gpx(track(with("<ele>\(text)</ele>")))

        #expect(read.points.map(\.elevation) == [value])
    }

    @Test(
        "A time needs a date and a clock; without a zone it is UTC",
        arguments: [
            ("2026-01-15T08:30:00", "08:30:00"), ("2026-01-15T08:30:00.5", "08:30:00.5"),
            ("2026-01-15T08:30:00z", "08:30:00"), ("2026-01-15T08:30:0", nil),
            ("2026-01-15T08:30", nil), ("2026-01-15", nil), ("", nil),
            ("2026-01-15T08:30:00x", nil),
            ("2026-01-15T08:30:00.12345678901234567890", "08:30:00.123"),
            ("2026-01-15T08:30:00.123456789012345678901", nil),
            ("2026-01-15T08:30:00.123456789012345678901Z", "08:30:00.123"),
        ] as [(String, String?)]
    )
    func times(text: String, time: String?) throws {
        let read = try scratch.gpx(track(with("<time>\(text)</time>")))

        #expect(try read.points.map(\.time) == [time.map { try clock($0) }])
    }

    @Test("Names of the first thousand tracks are kept, and every track is counted")
    func names() throws {
        let tracks = (0...1000).map { "<trk><name>\($0)</name></trk>" }
        let read = try scratch.gpx(
            gpx(tracks.joined() + "<trk><trkseg>\(with(""))</trkseg></trk>")
        )

        #expect(read.summary.trackNames.count == 1000)
        #expect(read.summary.trackNames.last == "999")
        #expect(read.summary.tracks == 1002)
    }

    @Test("Waypoints and points of routes are counted wherever GPX allows them")
    func others() throws {
        let read = try scratch.gpx(
            gpx(
                "<wpt/><wpt><name>a</name></wpt><extensions><wpt/></extensions>"
                    + "<rte><rtept/><rtept><ele>1</ele></rtept></rte>"
                    + "<trk><wpt/><trkseg>\(with("<wpt/><rtept/>"))</trkseg></trk>"
            )
        )

        #expect(read.summary.waypoints == 2)
        #expect(read.summary.routePoints == 2)
        #expect(read.points.count == 1)
    }

    @Test("Texts are complete wherever the buffer ends in them, and long ones are cut")
    func buffers() throws {
        let size = 1 << 20
        let element =
            "<name>A &amp; B</name><trkseg><trkpt lat='47.25' lon='8.5'><ele> 12.5 </ele>"
            + "<time>2026-01-15T08:30:00.250Z</time></trkpt></trkseg></trk></gpx>"
        let expected = try clock("08:30:00.250")
        for offset in stride(from: 1, to: element.utf8.count, by: 5) {
            let start = "<gpx><trk>\n"
            let space = String(repeating: " ", count: size - start.utf8.count - offset)

            let read = try scratch.gpx(start + space + element)

            #expect(read.summary.trackNames == ["A & B"])
            #expect(read.points.map(\.time) == [expected])
            #expect(read.points.map(\.elevation) == [12.5])
            #expect(read.points.map(\.coordinate.latitude) == [47.25])
            #expect(read.points.map(\.coordinate.longitude) == [8.5])
        }
        // Text before a refill of the buffer and after it.
        let long = "12.5" + String(repeating: " ", count: 2 * size)
        #expect(try scratch.gpx(track(with("<ele>\(long)</ele>"))).points.first?.elevation == 12.5)
    }

    @Test("A sequence of fixes counts everything that its files contain")
    func counts() throws {
        let first = gpx(
            "<wpt/><rte><rtept/><rtept/><rtept/></rte><trk><name>a</name><trkseg>"
                + point(0, 0) + point(47, 8, "2026-01-15T08:00:00Z") + "</trkseg><trkseg/></trk>"
        )
        let second = gpx(
            "<wpt/><wpt/><rte><rtept/></rte><trk><name>b</name><trkseg>"
                + point(0, 0) + point(91, 0) + point(47, 9, "2026-01-15T09:00:00Z")
                + "</trkseg></trk><trk/>"
        )

        let sequence = try FixSequence(
            paths: [
                try scratch.write(first, to: "first.gpx"),
                try scratch.write(second, to: "second.gpx"),
            ]
        )

        #expect(sequence.counts.waypoints == 3)
        #expect(sequence.counts.routePoints == 4)
        #expect(sequence.counts.misplaced == 3)
        #expect(sequence.counts.tracks == 3)
        #expect(sequence.counts.segments == 3)
        #expect(sequence.counts.points == 2)
        #expect(sequence.trackNames == ["a", "b"])
    }
}
