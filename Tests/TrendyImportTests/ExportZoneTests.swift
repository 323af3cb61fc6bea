import Foundation
import Testing
import TrendyImport
import TrendyModel

@Suite("The time zones of an Apple Health export")
struct ExportZoneTests {
    private let scratch: Scratch
    private let paris: TimeZone
    private let newYork: TimeZone

    init() throws {
        scratch = try Scratch()
        paris = try #require(TimeZone(identifier: "Europe/Paris"))
        newYork = try #require(TimeZone(identifier: "America/New_York"))
    }

    private func night(_ day: String, _ metadata: String?) -> String {
        let record = """
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" \
            startDate="\(day) 01:00:00 +0000" endDate="\(day) 07:00:00 +0000" \
            value="HKCategoryValueSleepAnalysisAsleepCore"
            """
        return metadata.map { record + ">\($0)</Record>" } ?? record + "/>"
    }

    private func zone(_ identifier: String) -> String {
        "<MetadataEntry key=\"HKTimeZone\" value=\"\(identifier)\"/>"
    }

    private func workout(_ day: String, _ metadata: String) -> String {
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="Watch" \
        startDate="\(day) 10:00:00 +0000" endDate="\(day) 11:00:00 +0000">\(metadata)</Workout>
        """
    }

    /// The changes of zone, as the instant and the zone's identifier.
    private func changes(_ body: String) throws -> [String] {
        let history = try scratch.read(xml: export(body)).zones(otherwise: paris)
        return history.changes.map { "\($0.start.rfc3339.prefix(16)) \($0.zone.identifier)" }
    }

    @Test(
        "A night without a zone is no evidence of the zone of the night before it",
        arguments: [nil, "", "<MetadataEntry key=\"HKAlgorithmVersion\" value=\"1\"/>"]
    )
    func nightWithoutZone(metadata: String?) throws {
        let body =
            night("2025-06-10", zone("America/New_York")) + night("2025-06-20", metadata)

        #expect(
            try changes(body) == [
                "2025-06-09T01:00 America/New_York", "2025-06-11T07:00 Europe/Paris",
            ]
        )
    }

    @Test("A night with an unknown zone is no evidence of any zone")
    func unknownZone() throws {
        let body =
            night("2025-06-10", zone("America/New_York")) + night("2025-06-20", zone("Mars/Base"))
            + night("2025-06-25", zone("Mars/Base")) + night("2025-06-30", zone("Asia/Tokyo"))

        #expect(
            try changes(body) == [
                "2025-06-09T01:00 America/New_York", "2025-06-11T07:00 Europe/Paris",
                "2025-06-29T01:00 Asia/Tokyo", "2025-07-01T07:00 Europe/Paris",
            ]
        )
    }

    @Test("The zone of a rejected night or of another record is no evidence")
    func zoneOfOthers() throws {
        let reversed = night("2025-06-10", zone("America/New_York"))
            .replacingOccurrences(of: "01:00:00", with: "08:00:00")
        let walk = steps("9", "2025-06-12 08:00:00 +0000", "2025-06-12 08:10:00 +0000")
            .replacingOccurrences(of: "/>", with: ">\(zone("Asia/Tokyo"))</Record>")

        #expect(try changes(reversed + walk + night("2025-06-20", nil)).isEmpty)
    }

    @Test("A workout without a zone is no evidence of the zone of the workout before it")
    func workoutWithoutZone() throws {
        let body =
            workout("2025-06-10", zone("America/New_York")) + workout("2025-06-20", "")
            + night("2025-06-25", nil)

        #expect(
            try changes(body) == [
                "2025-06-09T10:00 America/New_York", "2025-06-11T11:00 Europe/Paris",
            ]
        )
    }

    /// A workout from one time to another, in UTC.
    private func stay(_ start: String, _ end: String, _ identifier: String) -> String {
        """
        <Workout workoutActivityType="Yoga" sourceName="Watch" startDate="\(start):00 +0000" \
        endDate="\(end):00 +0000">\(zone(identifier))</Workout>
        """
    }

    @Test("A zone changes in the middle between two pieces of evidence")
    func middle() throws {
        #expect(
            try changes(
                stay("2025-06-10 01:00", "2025-06-10 07:00", "America/New_York")
                    + stay("2025-06-11 01:00", "2025-06-11 07:00", "Asia/Tokyo")
            ) == [
                "2025-06-09T01:00 America/New_York", "2025-06-10T16:00 Asia/Tokyo",
                "2025-06-12T07:00 Europe/Paris",
            ]
        )
        #expect(
            try changes(
                stay("2025-06-10 01:00", "2025-06-10 07:00", "America/New_York")
                    + stay("2025-06-10 05:00", "2025-06-10 09:00", "Asia/Tokyo")
            ) == [
                "2025-06-09T01:00 America/New_York", "2025-06-10T05:00 Asia/Tokyo",
                "2025-06-11T09:00 Europe/Paris",
            ]
        )
        #expect(try changes(stay("2025-06-10 01:00", "2025-06-10 07:00", "Europe/Paris")).isEmpty)
    }

    @Test("The given zone holds more than a day after one piece of evidence and before the next")
    func gap() throws {
        let before = stay("2025-06-10 01:00", "2025-06-10 07:00", "America/New_York")

        #expect(
            try changes(before + stay("2025-06-12 07:00", "2025-06-12 08:00", "Asia/Tokyo")) == [
                "2025-06-09T01:00 America/New_York", "2025-06-11T07:00 Asia/Tokyo",
                "2025-06-13T08:00 Europe/Paris",
            ]
        )
        #expect(
            try changes(before + stay("2025-06-12 07:01", "2025-06-12 08:00", "Asia/Tokyo")) == [
                "2025-06-09T01:00 America/New_York", "2025-06-11T07:00 Europe/Paris",
                "2025-06-11T07:01 Asia/Tokyo", "2025-06-13T08:00 Europe/Paris",
            ]
        )
    }

    @Test("Evidence in any order of the file gives the same zones")
    func order() throws {
        let evidence = [
            stay("2025-06-10 10:00", "2025-06-10 11:00", "America/New_York"),
            stay("2025-06-11 08:00", "2025-06-11 12:00", "America/New_York"),
            stay("2025-06-11 09:00", "2025-06-11 10:00", "America/New_York"),
            stay("2025-06-20 08:00", "2025-06-20 12:00", "Asia/Tokyo"),
        ]
        let expected = [
            "2025-06-09T10:00 America/New_York", "2025-06-12T12:00 Europe/Paris",
            "2025-06-19T08:00 Asia/Tokyo", "2025-06-21T12:00 Europe/Paris",
        ]

        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 1, 0, 3], [1, 2, 3, 0]] {
            #expect(try changes(order.map { evidence[$0] }.joined()) == expected)
        }
    }

    @Test(
        "More journeys or zones than a person can have are refused",
        arguments: [(5000, 2, true), (5001, 2, false), (1000, 1000, true), (1001, 1001, false)]
    )
    func limits(count: Int, names: Int, isAccepted: Bool) throws {
        let body = (0..<count).map { index in
            let day = CalendarDay(daysSinceEpoch: 10_000 + index).description
            let name = names == 2 ? ["Asia/Tokyo", "America/New_York"][index % 2] : "X/\(index)"
            return workout(day, zone(name))
        }
        let path = try scratch.write(export(body.joined()))

        guard !isAccepted else {
            #expect(try scratch.read(path).summary.used == count)
            return
        }
        let error = #expect(throws: ImportError.self) { try scratch.read(path) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("more journeys") == true)
    }
}
