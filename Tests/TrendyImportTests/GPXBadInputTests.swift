import Foundation
import Testing
import TrendyImport
import TrendyModel

@Suite("Invalid GPX")
struct GPXBadInputTests {
    private let scratch: Scratch
    private let good = point(47, 8, "2026-01-15T08:30:00Z")

    init() throws {
        scratch = try Scratch()
    }

    private func expect(
        _ code: ImportError.Code,
        mentioning words: String...,
        in text: String
    ) throws {
        let path = try scratch.write(text, to: "bad.gpx")
        expect(code, mentioning: words, at: path)
    }

    private func expect(_ code: ImportError.Code, mentioning words: [String], at path: String) {
        let error = #expect(throws: ImportError.self) { try ReadGPX(path) }
        #expect(error?.code == code)
        for word in words {
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        }
        #expect(error?.description.hasPrefix(path) == true)
    }

    @Test("The errors for a missing file and a directory say what to provide")
    func noFile() {
        expect(.notFound, mentioning: ["a .gpx file"], at: scratch.path + "/nothing.gpx")
        expect(.isDirectory, mentioning: ["a .gpx file"], at: scratch.path)
    }

    @Test("Empty files and other formats are not GPX")
    func otherFiles() throws {
        try expect(.notGPX, mentioning: "empty", in: "")
        try expect(.notGPX, mentioning: "not GPX", in: "hello")
        try expect(.notGPX, mentioning: "Line 2", in: "<?xml version='1.0'?>\n<kml><trk/></kml>")
        try expect(.notGPX, mentioning: "not GPX", in: "<HealthData><gpx></gpx></HealthData>")
        try expect(.notGPX, mentioning: "not GPX", in: "<trkpt lat=\"1\" lon=\"1\"/>")
        try expect(.notGPX, mentioning: "not GPX", in: "PK\u{3}\u{4}<<< <gpx")
        let wide = try scratch.write(
            try #require(track(good).data(using: .utf16LittleEndian)),
            to: "wide.gpx"
        )
        expect(.notGPX, mentioning: ["not GPX"], at: wide)
    }

    @Test("The error for a file without track points says what it contains")
    func noPoints() throws {
        try expect(.noPoints, mentioning: "recorded track", in: "<gpx/>")
        try expect(
            .noPoints,
            mentioning: "contains no track point",
            in: gpx("<trk><trkseg/></trk>")
        )
        try expect(
            .noPoints,
            mentioning: "2 points of a route and 1 waypoint",
            in: gpx("<wpt/><rte><rtept/><rtept/></rte>")
        )
        try expect(
            .noPoints,
            mentioning: "1 points with invalid coordinates",
            in: track(point(0, 0))
        )
    }

    @Test(
        "The error for a file without track points names only what it contains",
        arguments: [
            ("", "track point. Export"),
            ("<wpt/>", "track point, only 1 waypoints. Export"),
            ("<rte><rtept/></rte>", "track point, only 1 points of a route. Export"),
            (
                "<trk><trkseg><trkpt/></trkseg></trk>",
                "track point, only 1 points with invalid coordinates. Export"
            ),
        ]
    )
    func contents(body: String, message: String) throws {
        try expect(.noPoints, mentioning: message, in: gpx(body))
    }

    @Test("The error for a truncated file names the line, wherever it is cut")
    func cut() throws {
        let whole = track(good, good, good)
        let end = try #require(whole.range(of: "</gpx>")).lowerBound
        let start = try #require(whole.range(of: "GPX/1/1\">")).upperBound
        for count in whole[..<start].count + 1...whole[..<end].count {
            let text = String(whole.prefix(count))
            let lines = text.filter { $0 == "\n" }.count + 1
            let path = try scratch.write(text, to: "cut.gpx")

            let error = #expect(throws: ImportError.self) { try ReadGPX(path) }

            #expect(error?.code == .damaged)
            // The line of the last tag, which empty lines may follow.
            let hasLine = error?.description.contains("Line \(lines):") == true
            #expect(hasLine || error?.description.contains("Line \(lines - 1):") == true)
        }
        try expect(.damaged, mentioning: "cut off", "Line 6", in: String(whole.dropLast(60)))
    }

    @Test(
        "An element in an invalid position is damage on its line",
        arguments: [
            "<trkpt lat='1' lon='1'><ele>5<trkpt lat='1' lon='1'></trkpt></ele></trkpt>",
            "<trkpt lat='1' lon='1'><ele>5</trkpt>",
            "<trkpt lat='1' lon='1'></trkseg>",
            "</trk>", "</gpx>", "<trk>", "</ele>", "<gpx>",
            "<trkpt lat=1 lon=1/>", "<trkpt lat='1' lon='1'",
        ]
    )
    func misplaced(element: String) throws {
        try expect(
            .damaged,
            mentioning: "Line 5",
            "export the track again",
            in: track(good, element)
        )
    }

    @Test("Line numbers are right far into a file, for lines of any length")
    func lines() throws {
        var text = "<gpx><trk><trkseg>\n"
        for line in 2...40_000 {
            text += good + String(repeating: line % 7 == 0 ? "\r" : " ", count: line % 50) + "\n"
        }

        try expect(.damaged, mentioning: "Line 40001:", in: text + "<trk>\n\n" + good)
        try expect(.damaged, mentioning: "Line 40003:", in: text + good + "\n\n")
    }

    @Test("A second document after the first is damage")
    func second() throws {
        try expect(.damaged, mentioning: "not allowed here", in: "<gpx></gpx><gpx></gpx>")
        try expect(.damaged, mentioning: "follows </gpx>", in: track(good) + "<a/>")
    }

    @Test("Declared entities are never expanded")
    func entities() throws {
        let declared = (1...20).map { level in
            "<!ENTITY e\(level) \"" + String(repeating: "&e\(level - 1);", count: 20) + "\">"
        }
        let read = try scratch.gpx(
            """
            <!DOCTYPE gpx [<!ENTITY e0 "lol">\(declared.joined(separator: "\n"))
            <!ENTITY file SYSTEM "file:///etc/passwd">]>
            <gpx><trk><name>&e20;&file;</name><trkseg>\(good)
            <trkpt lat="1" lon="1"><time>&e20;</time></trkpt></trkseg></trk></gpx>
            """
        )

        #expect(read.summary.trackNames == ["&e20;&file;"])
        #expect(read.points.map { $0.time != nil } == [true, false])
    }

    @Test("Deep nesting, huge attributes and endless texts and names use bounded memory and time")
    func huge() throws {
        let deep = 300_000
        let nested =
            String(repeating: "<a>", count: deep) + String(repeating: "</a>", count: deep)
        let long = String(repeating: "x", count: 900_000)
        let read = try scratch.gpx(
            gpx(
                "<trk><name>\(long)</name><trkseg><trkpt lat='1' lon='1'>"
                    + "<time>\(String(repeating: " ", count: 3 << 20))</time>"
                    + "<extensions a=\"\(long)\">\(nested)</extensions></trkpt></trkseg></trk>"
            )
        )

        #expect(read.points.count == 1)
        #expect(read.summary.trackNames.first?.count == 200)

        let cut = "<gpx>" + String(repeating: "<a>", count: deep)
        try expect(.damaged, mentioning: "cut off", in: cut)
    }
}
