import Foundation
import Testing
import TrendyModel

@testable import TrendyCLI
@testable import TrendyHealth
@testable import TrendyKit

@Suite("Text of health, doctor and sync")
struct ReportSnapshotTests {
    private func times() throws -> LocalTime {
        LocalTime(try #require(TimeZone(identifier: "Europe/Zurich")))
    }

    private func line(
        _ category: String,
        newest: String? = nil,
        isEnabled: Bool = true
    ) -> HealthReport.Line {
        var line = HealthReport.Line(category: category, isEnabled: isEnabled, notifies: false)
        line.newestAt = newest
        line.changedAt = newest == nil ? nil : "2026-11-28T13:33:53.610Z"
        return line
    }

    @Test("health shows names of categories and local times")
    func health() throws {
        var energy = line("active_energy", newest: "2021-01-20T20:53:00.000Z")
        energy.rejections = ["end before start": 2]
        var steps = line("steps", newest: "2021-01-20T20:44:00.000Z")
        steps.importedDays = 3
        steps.daysToImport = 10
        steps.importEndsAt = "2026-11-28T14:00:00.000Z"
        let lines = [energy, steps, line("water", isEnabled: false), line("unknown_category")]

        let text = HealthCommand.Show.text(lines, [], try times(), width: 120)

        #expect(
            text.rendered == """
                Metric            Newest sample           Last change             State
                Active Energy     Wed 20 Jan 2021, 21:53  Sat 28 Nov 2026, 14:33  on
                Steps             Wed 20 Jan 2021, 21:44  Sat 28 Nov 2026, 14:33  importing: 3 of 10 days, until about Sat 28 Nov 2026,…
                Water             –                       –                       off
                unknown_category  –                       –                       no data

                Active Energy: rejected samples: 2 × end before start.
                """
        )
    }

    @Test("health without data names the import")
    func noHealth() throws {
        let text = HealthCommand.Show.text([line("steps")], [], try times(), width: 80)

        #expect(
            text.rendered == """
                Metric  Newest sample  Last change  State
                Steps   –              –            no data

                No health data yet. 'trendy import EXPORT' reads an export of Apple Health.
                """
        )
    }

    @Test("doctor shows durations in readable units")
    func doctor() {
        var diagnosis = Diagnosis(
            schemaVersion: 16,
            databaseBytes: 278_528,
            isSignedIn: true,
            entities: ["event_type": 1, "event": 81],
            deletedEntities: 0,
            pending: 3,
            blocked: 0,
            undecided: ["validation": 1],
            conflicts: 1,
            quarantined: [:],
            serverOffsetMilliseconds: 0,
            lastSuccessSecondsAgo: 3 * 86_400 + 60,
            runs: [
                Diagnosis.Run(
                    trigger: "manual",
                    outcome: "failure",
                    failure: "offline",
                    secondsAgo: 7500,
                    milliseconds: 3,
                    pushed: 0,
                    pulled: 0
                )
            ]
        )
        diagnosis.digestsAgree = false
        diagnosis.findings = [
            .init(code: "x", finding: "The database is damaged.", remedy: "Restore it.")
        ]

        #expect(
            DoctorCommand.text(diagnosis).rendered == """
                Database    272.0 KiB, not damaged, schema 16
                Data        1 type, 81 events
                Changes     3 pending, 1 refused, 1 conflict
                Last sync   3 days ago
                            2 h 5 min ago: offline
                Comparison  Device and server differ.

                The database is damaged.
                    Restore it.
                """
        )
    }

    @Test(
        "Durations are in the largest readable unit",
        arguments: [
            (-5, "0 s"), (45, "45 s"), (60, "1 min"), (7500, "2 h 5 min"), (27 * 3600, "27 h"),
            (48 * 3600, "2 days"), (60 * 86_400, "60 days"), (61 * 86_400, "2 months"),
            (730 * 86_400, "23 months"), (731 * 86_400, "2 years"), (51_215 * 3600, "5 years"),
        ]
    )
    func durations(seconds: Int, text: String) {
        #expect(DisplayFormatter.duration(.seconds(seconds)) == text)
    }

    @Test("sync says what happened to the account's data")
    func sync() {
        func text(
            pushed: Int = 0,
            pulled: Int = 0,
            read: Int? = nil,
            conflicts: Int = 0,
            retried: Int = 0,
            failed: Int = 0,
            agrees: Bool? = nil
        ) -> String {
            SyncCommand.text(
                SyncCommand.Result(
                    pushed: pushed,
                    pulled: pulled,
                    bootstrapped: read,
                    conflicts: conflicts,
                    retried: retried,
                    failed: failed,
                    digestsAgree: agrees,
                    contents: "9 types, 42 events"
                )
            ).rendered
        }

        #expect(text() == "Nothing to send and nothing new to receive.")
        #expect(
            text(pushed: 94, read: 0)
                == "The account had no data on the server yet.\nSent 94 changes."
        )
        #expect(
            text(read: 51)
                == "Read your whole account. This device now has 9 types, 42 events."
        )
        #expect(text(pushed: 1) == "Sent 1 change.")
        #expect(
            text(conflicts: 1)
                == "1 change met a change of another device: see 'trendy conflicts'."
        )
        #expect(text(pulled: 2) == "Received 2 changes.")
        #expect(
            text(pushed: 3, pulled: 2, conflicts: 1, retried: 2, failed: 1, agrees: true) == """
                Sent 3 changes and received 2.
                1 change met a change of another device: see 'trendy conflicts'.
                2 changes will be sent again with the next sync.
                The server refused 1 change: see 'trendy failed'.
                This device and the server hold the same.
                """
        )
    }
}
