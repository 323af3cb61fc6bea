import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Hostile exports", .timeLimit(.minutes(20)))
struct HostileInputTests {
    private static let mebibyte = 1 << 20
    private let scratch: Scratch
    private let record = steps("10", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")

    init() throws {
        scratch = try Scratch()
    }

    @Test("A comment longer than the buffer is skipped with its content")
    func longComment() async throws {
        let inner = String(repeating: record, count: 3 * Self.mebibyte / 2 / record.utf8.count)

        let read = try scratch.read(xml: export("<!--" + inner + "-->" + record))

        #expect(read.summary.records == 1)
        #expect(read.summary.warning == nil)
    }

    @Test("A comment without an end ends the input and its start is reported")
    func openComment() async throws {
        let text = export(record + "<!-- " + record)
        let offset = try #require(text.range(of: "<!-- "))

        let read = try scratch.read(xml: text)

        #expect(read.summary.records == 1)
        #expect(read.summary.isTruncated)
        #expect(
            read.summary.firstDamage?.offset == Int64(text[..<offset.lowerBound].utf8.count)
        )
    }

    @Test("A tag longer than the buffer is reported as damage and costs one element")
    func longTag() async throws {
        let long = "<Record a=\"" + String(repeating: "x", count: 2 * Self.mebibyte) + "\"/>"

        let read = try scratch.read(xml: export(record + long + record))

        #expect(try await read.all(.steps).count == 2)
        #expect(read.summary.damages == 1)
        #expect(read.summary.firstDamage?.element == "<Record>")
    }

    @Test(
        "Unterminated repeated markup takes linear time",
        arguments: [
            "<", "</", "<!", "<?", "<!-- ", "<a b=\"", "<a b='<a c=\"' ", "<a c='x' y=\"<a ",
            "b='<a' ",
        ]
    )
    func endless(part: String) throws {
        let text = String(repeating: part, count: 3 * Self.mebibyte / 2 / part.utf8.count)

        let read = try scratch.read(xml: export(record + "<a " + text))

        #expect(read.summary.records == 1)
        #expect(read.summary.warning != nil)
    }

    @Test("A name of ampersands is read as written, up to the length limit")
    func ampersands() throws {
        let name = String(repeating: "&", count: Self.mebibyte / 2)

        let read = try scratch.read(
            xml: export(
                steps(
                    "10",
                    "2026-01-15 08:00:00 +0100",
                    "2026-01-15 08:10:00 +0100",
                    source: name
                )
            )
        )

        let source = try #require(read.sources.first)
        #expect(source.name.utf8.count < 5000)
        #expect(source.name.hasPrefix("&&"))
    }

    @Test("Sources beyond the limit share one entry")
    func manySources() async throws {
        let records = (0..<2000).map { index in
            steps(
                "1",
                "2026-01-15 08:00:00 +0100",
                "2026-01-15 08:10:00 +0100",
                source: "source \(index)"
            )
        }

        let read = try scratch.read(xml: export(records.joined()))

        #expect(read.sources.count == 501)
        #expect(read.sources.last?.name == "Other sources")
        #expect(try await read.all(.steps).count == 2000)
    }

    @Test("A kind with implausibly many samples in a day is left out and counted; others are kept")
    func fullDay() async throws {
        let text = String(
            repeating: steps("1", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100"),
            count: 250_001
        )
        let flights = steps("1", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")
            .replacing("StepCount", with: "FlightsClimbed")

        let read = try scratch.read(xml: export(text + flights))

        #expect(read.metrics == [.flightsClimbed])
        #expect(read.summary.rejections == [.tooMany: 250_001])
        let kind = read.summary.kinds["HKQuantityTypeIdentifierStepCount"]
        #expect(kind?.records == 250_001 && kind?.used == 0)
        #expect(try await read.all(.flightsClimbed).count == 1)
    }

    @Test("Implausibly many workouts are refused")
    func manyWorkouts() throws {
        let place = String(repeating: "x", count: 4000)
        let workout =
            "<Workout workoutActivityType=\"\(place)\" sourceName=\"W\""
            + " startDate=\"2026-01-05 10:00:00 +0000\" endDate=\"2026-01-05 11:00:00 +0000\"/>"
        let path = try scratch.write(export(String(repeating: workout, count: 9000)))

        let error = #expect(throws: ImportError.self) { try scratch.read(path) }

        #expect(error?.code == .tooLarge)
        #expect(error?.description.contains("more workouts") == true)
    }

    @Test("A zip with an unexpected compression method is refused before unpacking")
    func foreignPacking() throws {
        let path = try scratch.write(
            Data(try Regression("zip-lzma-dictionary").file(in: scratch)),
            to: "lzma.zip"
        )

        let error = #expect(throws: ImportError.self) { try scratch.read(path) }

        #expect(error?.code == .notAnExport)
        #expect(error?.description.contains("lzma") == true)
        #expect(error?.description.contains("Unpack it") == true)
    }

    @Test("File names flagged as UTF-8 are accepted")
    func utf8Name() throws {
        let path = try scratch.write(
            Data(try Regression("zip-with-utf8-name").file(in: scratch)),
            to: "export.zip"
        )

        let read = try scratch.read(path)

        #expect(read.summary.warning == nil)
    }

    @Test("Inputs found by the fuzzer are read or refused", arguments: Regression.names)
    func regressions(name: String) throws {
        let path = try scratch.write(
            Data(try Regression(name).file(in: scratch)),
            to: "regression"
        )
        do {
            _ = try scratch.read(path)
        } catch let error as ImportError {
            #expect(error.description.hasPrefix(path))
        }
    }
}
