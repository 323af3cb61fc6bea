import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Time spans of Apple Health exports")
struct ExportSpanTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func text(_ instant: Instant) -> String {
        String(instant.rfc3339.prefix(19)).replacing("T", with: " ") + " +0000"
    }

    /// Steps between two seconds after the start of 15 January 2026.
    private func sample(_ value: Int, _ start: Int64, _ end: Int64) -> String {
        steps("\(value)", text(Self.day + .seconds(start)), text(Self.day + .seconds(end)))
    }

    private static let day = Instant(seconds: 1_768_435_200)

    private func values(
        _ read: AppleHealthExport,
        _ start: Int64,
        _ end: Int64
    ) async throws -> [Double] {
        let span = Self.day + .seconds(start)..<Self.day + .seconds(end)
        return try await read.samples(of: .steps, in: span).map(\.value)
    }

    @Test("A span has the samples that overlap it, and those without length at its start")
    func overlap() async throws {
        let hour: Int64 = 3600
        let read = try scratch.read(
            xml: export(
                [
                    sample(1, 10 * hour - 60, 10 * hour), sample(2, 10 * hour - 60, 10 * hour + 1),
                    sample(3, 10 * hour, 10 * hour), sample(4, 11 * hour - 1, 12 * hour),
                    sample(5, 11 * hour, 12 * hour), sample(6, 11 * hour, 11 * hour),
                    sample(7, 10 * hour + 60, 10 * hour + 60),
                ].joined()
            )
        )

        #expect(try await values(read, 10 * hour, 11 * hour) == [2, 3, 7, 4])
        #expect(try await values(read, 11 * hour, 12 * hour) == [4, 6, 5])
        #expect(try await values(read, 12 * hour, 13 * hour).isEmpty)
        #expect(try await values(read, 0, 10 * hour) == [1, 2])
    }

    @Test(
        "A sample of any length belongs to each span that it overlaps",
        arguments: [6 * 3600 - 1, 6 * 3600, 6 * 3600 + 1, 20 * 3600] as [Int64]
    )
    func long(length: Int64) async throws {
        let start: Int64 = 100_000
        // Many short samples before and after it, so that not all of them are read.
        let before = (0..<2000).map { sample(1, Int64($0), Int64($0) + 1) }
        let after = (0..<2000).map { sample(2, 200_000 + Int64($0), 200_001 + Int64($0)) }
        let body = before + [sample(3, start, start + length)] + after
        let read = try scratch.read(xml: export(body.joined()))

        #expect(try await values(read, start - 10, start).isEmpty)
        #expect(try await values(read, start, start + 1) == [3])
        #expect(try await values(read, start + length - 1, start + length) == [3])
        #expect(try await values(read, start + length, start + length + 1).isEmpty)
        #expect(try await values(read, 500, 510) == Array(repeating: 1, count: 10))
        #expect(try await values(read, 1500, 1510) == Array(repeating: 1, count: 10))
        #expect(try await values(read, 201_990, 300_000) == Array(repeating: 2, count: 10))
    }

    @Test("Samples of one time are in the order of their end, value and source")
    func order() async throws {
        func record(_ end: String, _ value: Int, _ source: String) -> String {
            steps(
                "\(value)",
                "2026-01-15 08:00:00 +0000",
                "2026-01-15 \(end):00 +0000",
                source: source
            )
        }
        let read = try scratch.read(
            xml: export(
                record("08:20", 5, "a") + record("08:10", 7, "b") + record("08:10", 6, "a")
                    + record("08:10", 6, "b") + record("16:00", 2, "b") + record("16:00", 1, "a")
                    + record("15:00", 9, "a") + record("08:10", 6, "a")
            )
        )

        let samples = try await read.all(.steps)
        #expect(samples.map(\.value) == [6, 6, 6, 7, 5, 9, 1, 2])
        #expect(samples.map(\.source) == [0, 0, 1, 1, 0, 0, 0, 1])
    }

    @Test("The changes name the days that samples and workouts touch")
    func days() async throws {
        let workout = """
            <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="W" \
            startDate="2026-01-15 23:30:00 +0000" endDate="2026-01-16 00:30:00 +0000"/>
            """
        let day: Int64 = 86_400
        let read = try scratch.read(
            xml: export(
                sample(1, 0, 60) + sample(2, day - 60, day) + sample(3, 5 * day - 60, 5 * day - 1)
                    + workout
            )
        )
        func days(_ category: HealthMetric) async -> [String] {
            await read.changes(of: category, since: nil, limit: 1).spans.map {
                "\($0.lowerBound.rfc3339.prefix(10))..<\($0.upperBound.rfc3339.prefix(10))"
            }
        }

        #expect(await days(.steps) == ["2026-01-15..<2026-01-17", "2026-01-19..<2026-01-20"])
        #expect(await days(.workout) == ["2026-01-15..<2026-01-17"])
        #expect(await days(.water).isEmpty)
    }

    #if os(Linux)
    @Test("Temporary files have no name, and are closed with the export")
    func temporaryFiles() async throws {
        let path = scratch.path
        func open() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                // Other tests close their files in the meantime.
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(name)"
                )
                return target?.hasPrefix(path) == true
            }
        }
        // Few samples of a kind stay in memory.
        let many = (0..<2000).map { sample(1, $0, $0 + 1) }.joined()
        let file = try scratch.write(export(many))
        var read: AppleHealthExport? = try scratch.read(file)

        #expect(try await read?.all(.steps).count == 2000)
        #expect(try open() == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["export.xml"])
        read = nil
        #expect(try open() == 0)
    }
    #endif
}
