import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Invalid exports")
struct BadInputTests {
    private let scratch: Scratch
    private let record = steps("10", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")

    init() throws {
        scratch = try Scratch()
    }

    private func expect(
        _ code: ImportError.Code,
        mentioning word: String,
        _ path: String,
        strict: Bool = false
    ) {
        let error = #expect(throws: ImportError.self) { try scratch.read(path, strict: strict) }
        #expect(error?.code == code)
        #expect(error?.description.contains(word) == true, "\(String(describing: error))")
        #expect(error?.description.hasPrefix(path) == true)
    }

    @Test("The error for a missing path says what to provide")
    func missing() {
        expect(.notFound, mentioning: "export.zip", scratch.path + "/nothing.zip")
    }

    @Test("The error for a directory says what to provide")
    func directory() {
        expect(.isDirectory, mentioning: "export.xml", scratch.path)
    }

    @Test("A pipe is refused, because it delivers its bytes only once")
    func pipe() throws {
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(export(record).utf8))
        try pipe.fileHandleForWriting.close()

        withExtendedLifetime(pipe) {
            let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
            expect(.cannotRead, mentioning: "export.zip", path)
        }
    }

    @Test("Empty files and other formats are not exports")
    func otherFiles() throws {
        expect(.notAnExport, mentioning: "empty", try scratch.write("", to: "a"))
        expect(
            .notAnExport,
            mentioning: "not an Apple Health export",
            try scratch.write("hello", to: "b.xml")
        )
        expect(
            .notAnExport,
            mentioning: "not an Apple Health export",
            try scratch.write("<gpx><trk/></gpx>", to: "c.gpx")
        )
    }

    @Test("An empty zip and a zip of other files contain no export")
    func otherZips() throws {
        expect(.notAnExport, mentioning: "Export All Health Data", scratch.zip([]))
        expect(
            .notAnExport,
            mentioning: "contains no Apple Health export",
            scratch.zip([("a.xml", "<a/>"), ("export.txt", export(record))], to: "other.zip")
        )
        let empty = Data([0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18))
        expect(.notAnExport, mentioning: "contains no", try scratch.write(empty, to: "empty.zip"))
    }

    @Test("Unpacking a zip bomb stops at the limit")
    func bomb() {
        let text = "<HealthData>" + String(repeating: " ", count: 80 << 20)
        expect(.tooLarge, mentioning: "unpacks to more than", scratch.zip([("e.xml", text)]))
    }

    /// Creates a zip of records with distinct values, so that it is large enough to be truncated.
    private func zip(records: Int) -> String {
        let text = (0..<records).map { index in
            steps(
                "\(index &* 7_919 % 9973)",
                "2026-01-15 08:00:00 +0100",
                "2026-01-15 08:10:\(10 + index % 50) +0100"
            )
        }
        return scratch.zip([("e.xml", export(text.joined()))])
    }

    @Test("A truncated zip gives the readable records and a warning, or an error in strict mode")
    func cutZip() async throws {
        let whole = zip(records: 5000)
        let data = try Data(contentsOf: URL(fileURLWithPath: whole))
        let path = try scratch.write(data.prefix(data.count / 2), to: "cut.zip")

        let read = try scratch.read(path)

        let count = try await read.all(.steps).count
        // All records compress alike, so about half of them are before the cut. The compressor's
        // blocks, and the beginning with more bytes a record, reduce the number.
        #expect((1501...4999).contains(count))
        #expect(read.summary.isTruncated)
        #expect(read.summary.rejections.isEmpty)
        expect(.damaged, mentioning: "Nothing was stored", path, strict: true)
    }

    @Test(
        "A zip with only a wrong checksum gives all records and a warning, or an error in strict mode",
        arguments: [1, 5000]
    )
    func wrongChecksum(records: Int) async throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: zip(records: records))))
        let entry: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
        let place = bytes.indices.last(where: { bytes[$0...].starts(with: entry) })
        let checksum = try #require(place) + 16
        bytes[checksum] ^= 1
        let path = try scratch.write(Data(bytes), to: "changed.zip")

        let read = try scratch.read(path)

        #expect(try await read.all(.steps).count == records)
        #expect(read.summary.damages == 1)
        #expect(read.summary.warning?.contains("in the zip") == true)
        #expect(!read.summary.isTruncated)
        expect(.damaged, mentioning: "Nothing was stored", path, strict: true)
    }

    @Test(
        "A truncated export keeps the readable records and reports the offset, or fails if strict"
    )
    func truncated() async throws {
        let whole = export((0..<100).map { _ in record }.joined(separator: "\n"))
        let cut = String(whole.prefix(whole.count - 60))
        let path = try scratch.write(cut)

        let read = try scratch.read(path)

        #expect(try await read.all(.steps).count == 99)
        #expect(read.summary.isTruncated)
        let warning = try #require(read.summary.warning)
        #expect(
            warning.contains(
                "at byte \(cut.utf8.count - cut.utf8.reversed().prefix { $0 != 0x3C }.count - 1)"
            )
        )
        #expect(warning.contains("<Record>"))
        #expect(await read.changes(of: .steps, since: nil, limit: 1).isAuthoritative == false)
        expect(.damaged, mentioning: "Nothing was stored", path, strict: true)
    }

    @Test(
        "An export that ends before its first element is truncated, and refused in strict mode",
        arguments: ["<!ELEMENT", "]>", "<HealthData locale", "locale=\"en_US\""]
    )
    func cutDocumentType(before text: String) throws {
        let doctype = "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (ExportDate)>\n]>"
        let whole = export(record, doctype: doctype)
        let end = try #require(whole.range(of: text)).lowerBound
        let path = try scratch.write(String(whole[..<end]))

        let read = try scratch.read(path)

        #expect(read.summary.records == 0)
        #expect(read.summary.isTruncated)
        #expect(read.summary.warning?.contains("the export ends here") == true)
        expect(.damaged, mentioning: "Nothing was stored", path, strict: true)
    }

    @Test(
        "A workout of an impossible duration is kept without its duration",
        arguments: ["1e300", "inf", "-5", "nan"]
    )
    func impossibleDuration(duration: String) async throws {
        let read = try scratch.read(
            xml: "<HealthData><Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\""
                + " duration=\"\(duration)\" durationUnit=\"min\" sourceName=\"W\""
                + " startDate=\"2026-01-05 10:00:00 +0000\" endDate=\"2026-01-05 11:00:00 +0000\"/>"
                + "</HealthData>"
        )

        let all = Instant(seconds: 0)..<Instant(seconds: 4_000_000_000)
        let workouts = await read.workouts(startingIn: all)
        #expect(workouts.count == 1)
        #expect(workouts.first?.duration == nil)
    }

    @Test("A lost end tag of a correlation is detected, and possible losses are counted")
    func openCorrelation() async throws {
        // Guards against records that are skipped silently after one damaged tag.
        func water(_ time: String) -> String {
            """
            <Record type="HKQuantityTypeIdentifierDietaryWater" sourceName="W" unit="mL" \
            startDate="2026-01-15 \(time) +0100" endDate="2026-01-15 \(time) +0100" value="250"/>
            """
        }
        let opened = """
            <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="W" \
            startDate="2026-01-15 08:00:00 +0100" endDate="2026-01-15 08:00:00 +0100">
            <MetadataEntry key="HKFoodType" value="Tea"/>\(water("08:00:00"))
            """
        let workout = """
            <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="W" \
            startDate="2026-01-15 10:00:00 +0100" endDate="2026-01-15 11:00:00 +0100"/>
            """
        let whole = opened + "</Correlation>"

        let intact = try scratch.read(xml: export(water("08:00:00") + whole + record))
        let broken = try scratch.read(
            xml: export(
                water("08:00:00") + opened + water("09:00:00") + record + record
                    + opened + whole + opened + workout + opened
            )
        )

        #expect(intact.summary.damages == 0 && intact.summary.used == 2)
        #expect(try await broken.all(.water).count == 1)
        #expect(try await broken.all(.steps).count == 2)
        #expect(await broken.allWorkouts().count == 1)
        // Four end tags, and the glass at nine o'clock.
        #expect(broken.summary.damages == 5)
        #expect(broken.summary.firstDamage?.element == "<Correlation>")
        #expect(await broken.changes(of: .water, since: nil, limit: 1).isAuthoritative == false)
    }

    @Test("Damage in the middle costs one element and its location is reported")
    func damaged() async throws {
        let bad = #" <Record type="HKQuantityTypeIdentifierStepCount" unit=count value="5"/>"#
        let text = export(record + "\n" + bad + "\n" + record)
        let path = try scratch.write(text)

        let read = try scratch.read(path)

        #expect(try await read.all(.steps).count == 2)
        #expect(read.summary.damages == 1)
        let offset = try #require(text.range(of: bad.dropFirst()))
        #expect(
            read.summary.firstDamage?.offset
                == Int64(text[..<offset.lowerBound].utf8.count)
        )
        expect(.damaged, mentioning: "--strict", path, strict: true)
    }

    @Test("Random bytes never crash the reader", arguments: 0..<200)
    func noise(seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        var bytes = Array(export(record + record).utf8)
        for _ in 0..<20 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
        }
        let path = try scratch.write(Data(bytes), to: "noise.xml")
        do {
            _ = try scratch.read(path)
        } catch is ImportError {
            // An error is as acceptable as a result.
        }
    }
}
