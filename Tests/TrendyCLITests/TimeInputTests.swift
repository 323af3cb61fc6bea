import Foundation
import Testing
import TrendyModel

@testable import TrendyCLI

@Suite("Parsing of typed times")
struct TimeInputTests {
    /// Wednesday 25 March 2026, 14:33 in Zurich.
    private func input(_ zone: String = "Europe/Zurich") throws -> TimeInput {
        TimeInput(
            now: try #require(Instant(rfc3339: "2026-03-25T13:33:00Z")),
            zone: try #require(TimeZone(identifier: zone))
        )
    }

    private func message(_ text: String, _ input: TimeInput) -> String? {
        do {
            _ = try input.instant(text)
            return nil
        } catch {
            return error.message
        }
    }

    @Test(
        "Local times and RFC 3339 are accepted",
        arguments: [
            ("08:30", "2026-03-25T07:30:00.000Z"), ("8:30", "2026-03-25T07:30:00.000Z"),
            ("23:59:59", "2026-03-25T22:59:59.000Z"), ("today 08:30", "2026-03-25T07:30:00.000Z"),
            ("yesterday 18:00", "2026-03-24T17:00:00.000Z"),
            ("Yesterday  18:00 ", "2026-03-24T17:00:00.000Z"),
            ("2026-01-15 08:30", "2026-01-15T07:30:00.000Z"),
            ("2026-07-15 08:30:15", "2026-07-15T06:30:15.000Z"),
            ("2026-01-15T08:30", "2026-01-15T07:30:00.000Z"),
            ("2026-01-15T08:30:00Z", "2026-01-15T08:30:00.000Z"),
            ("2026-01-15T09:30:00.250+01:00", "2026-01-15T08:30:00.250Z"),
        ]
    )
    func accepted(text: String, instant: String) throws {
        #expect(try input().instant(text).rfc3339 == instant)
    }

    @Test(
        "Other texts are refused with the accepted forms",
        arguments: [
            "", "yesterday", "2026-01-15", "24:00", "08:60", "8", "8:3", "-1:30", "08:30 today",
            "tomorrow 08:30", "2026-02-30 08:30", "2026-01-15 08:30 +01:00", "٠٨:٣٠", "08:30:00:00",
        ]
    )
    func refused(text: String) throws {
        #expect(
            message(text, try input())
                == "'\(text)' is not a time. Give one such as 08:30, 'yesterday 18:00', "
                + "'2026-01-15 08:30', or RFC 3339 such as 2026-01-15T08:30:00+01:00."
        )
    }

    @Test("A day alone is its start, where days are accepted")
    func days() throws {
        let input = try input()

        #expect(
            try input.instant("2026-01-15", acceptsDays: true).rfc3339 == "2026-01-14T23:00:00.000Z"
        )
        #expect(
            try input.instant("yesterday", acceptsDays: true).rfc3339 == "2026-03-23T23:00:00.000Z"
        )
        #expect(
            try input.instant("today 08:30", acceptsDays: true).rfc3339
                == "2026-03-25T07:30:00.000Z"
        )
    }

    @Test("A local time that daylight saving skips is refused")
    func gap() throws {
        let input = try input()

        #expect(
            message("2026-03-29 02:30", input)
                == "'2026-03-29 02:30' does not exist in Europe/Zurich: the clock was set forward "
                + "over it. Give an earlier or a later time."
        )
        #expect(try input.instant("2026-03-29 01:59").rfc3339 == "2026-03-29T00:59:00.000Z")
        #expect(try input.instant("2026-03-29 03:00").rfc3339 == "2026-03-29T01:00:00.000Z")
        // Lord Howe Island moves its clock by half an hour.
        let lordHowe = try self.input("Australia/Lord_Howe")
        #expect(message("2026-10-04 02:15", lordHowe)?.contains("does not exist") == true)
        #expect(try lordHowe.instant("2026-10-04 02:30").rfc3339 == "2026-10-03T15:30:00.000Z")
        // Samoa skipped 30 December 2011.
        let apia = try self.input("Pacific/Apia")
        #expect(message("2011-12-30 12:00", apia)?.contains("does not exist") == true)
    }

    @Test("A local time that daylight saving repeats is refused with both choices")
    func overlap() throws {
        let input = try input()

        #expect(
            message("2025-10-26 02:30", input)
                == "'2025-10-26 02:30' occurred twice in Europe/Zurich, since the clock was set "
                + "back. Give 2025-10-26T02:30:00+02:00 or 2025-10-26T02:30:00+01:00."
        )
        #expect(
            try input.instant("2025-10-26T02:30:00+01:00").rfc3339 == "2025-10-26T01:30:00.000Z"
        )
        #expect(try input.instant("2025-10-26 01:59").rfc3339 == "2025-10-25T23:59:00.000Z")
        #expect(try input.instant("2025-10-26 03:00").rfc3339 == "2025-10-26T02:00:00.000Z")
        let newYork = try self.input("America/New_York")
        #expect(
            message("2025-11-02 01:30", newYork)?.contains(
                "2025-11-02T01:30:00-04:00 or 2025-11-02T01:30:00-05:00"
            ) == true
        )
    }
}
