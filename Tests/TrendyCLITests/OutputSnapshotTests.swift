import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Output of the commands for people", .serialized)
struct OutputSnapshotTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ arguments: String..., columns: Int = 100) async throws -> String {
        let result = try await TrendyProcess(
            arguments + ["--profile", scratch.path + "/a"],
            environment: ["TZ": "Europe/Zurich", "COLUMNS": String(columns)]
        ).wait()
        #expect(result.code == 0, "\(result.error)")
        return result.output
    }

    /// Records events, a place and a visit in January 2021.
    private func record() async throws {
        _ = try await run("places", "add", "Office", "--at", "47.3769,8.5417")
        _ = try await run(
            "places",
            "log",
            "Office",
            "--from",
            "2021-01-14 08:30",
            "--until",
            "2021-01-14 17:00"
        )
        _ = try await run(
            "log",
            "Coffee",
            "--at",
            "2021-01-15 08:30",
            "--note",
            "with milk, at the bar"
        )
        _ = try await run(
            "log",
            "Run",
            "--at",
            "2021-01-15 18:00",
            "--until",
            "2021-01-15 18:45",
            "-p",
            "distance=5.2",
            "-p",
            "took=44min"
        )
        _ = try await run("health", "log", "water", "250", "--at", "2021-01-16 07:05")
    }

    @Test("events shows local times, details, place and note in aligned columns")
    func events() async throws {
        #expect(
            try await run("events")
                == "No events. 'trendy log' and 'trendy import' record some.\n"
        )
        try await record()

        #expect(
            try await run("events") == """
                When                          Event   Details                      Place   Note
                Sat 16 Jan 2021, 07:05        Water   250 ml
                Fri 15 Jan 2021, 18:00–18:45  Run     distance: 5.2, took: 44 min
                Fri 15 Jan 2021, 08:30        Coffee                                       with milk, at the bar
                Thu 14 Jan 2021, 08:30–17:00  Visit                                Office

                """
        )
        #expect(
            try await run("events", "--from", "2021-01-15", "--to", "2021-01-16", columns: 60)
                == """
                When                          Event   Details     Note
                Fri 15 Jan 2021, 18:00–18:45  Run     distance:…
                Fri 15 Jan 2021, 08:30        Coffee              with milk…

                """
        )
        #expect(
            try await run("events", "--json").contains(#""timestamp":"2021-01-15T07:30:00.000Z""#)
        )
    }

    @Test("types, places and visits line up under their headers")
    func lists() async throws {
        try await record()

        #expect(
            try await run("types") == """
                Type    Color    Symbol
                Coffee  #4F7CAC  circle.fill
                Run     #4F7CAC  circle.fill
                Visit   #3A7D44  mappin.circle.fill
                Water   #2F86D1  drop.fill

                """
        )
        #expect(
            try await run("places") == """
                Name    Position          Radius  On entry  On exit  Stay  State
                Office  47.37690,8.54170   150 m  –         –        –     active

                """
        )
        #expect(
            try await run("places", "visits") == """
                Place   From                    To                        Duration  Entry   Exit
                Office  Thu 14 Jan 2021, 08:30  Thu 14 Jan 2021, 17:00  8 h 30 min  person  person

                """
        )
        #expect(
            try await run("places", "health") == """
                Places             1, 1 of them active
                Open visits        0
                Last region event  none

                Nothing is wrong.

                """
        )
    }

    @Test("places suggest shows local times and readable durations")
    func suggest() async throws {
        let track = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../TrendyImportTests/Fixtures/trackintel-google-zurich-phone-accuracy.gpx"
            ).standardized.path

        #expect(
            try await run("places", "suggest", track, columns: 120) == """
                Place             Radius  Stays       Total  First                   Last                    Covered by
                47.37711,8.54740   100 m      3  5 h 42 min  Tue 18 Dec 2012, 13:02  Tue 18 Dec 2012, 22:30  –
                47.37793,8.55263   100 m      1   1 h 6 min  Tue 18 Dec 2012, 14:55  Tue 18 Dec 2012, 16:02  –
                Add the new places with --add, and name them with --name.

                """
        )
    }

    @Test("The timeline of a device that never signed in says once that events are not synced")
    func timeline() async throws {
        try await record()

        #expect(
            try await run("timeline") == """
                Saturday, 16 January 2021
                  7:05         Water  250 ml
                Friday, 15 January 2021
                  18:00–18:45  Run  distance: 5.2, took: 44 min
                  8:30         Coffee  with milk, at the bar
                Thursday, 14 January 2021
                  8:30–17:00   Visit  Office

                These events are on this device only. Sign in with 'trendy login' to sync them.

                """
        )
    }

    @Test("log records all eight property types")
    func properties() async throws {
        _ = try await run(
            "log",
            "Book",
            "-p",
            "title:text=1984",
            "-p",
            "pages=328",
            "-p",
            "finished=yes",
            "-p",
            "due=2021-02-01",
            "-p",
            "genre:select=novel",
            "-p",
            "read=1h30m",
            "-p",
            "link=https://example.org",
            "-p",
            "from=a@example.org"
        )
        let json = try await run("events", "--json")

        for property in [
            #""title":{"type":"text","value":"1984"}"#, #""pages":{"type":"number","value":328}"#,
            #""finished":{"type":"boolean","value":true}"#,
            #""due":{"type":"date","value":"2021-02-01"}"#,
            #""genre":{"type":"select","value":"novel"}"#,
            #""read":{"type":"duration","value":5400}"#,
            #""link":{"type":"url","value":"https://example.org"}"#,
            #""from":{"type":"email","value":"a@example.org"}"#,
        ] {
            #expect(json.contains(property), "\(property) \(json)")
        }
    }

    @Test("log uses the definitions of the type's properties")
    func definitions() async throws {
        _ = try await run("log", "Mood", "--at", "2021-01-15 08:30")
        let store = try DeviceStore(
            path: scratch.path + "/a/local.sqlite",
            dependencies: .live()
        )
        let type = try #require(
            try await store.read { try $0.entities.fetch(kind: .eventType, named: "Mood") }
        )
        var feeling = PropertyDefinition(
            eventTypeID: type.id,
            key: "feeling",
            label: "Feeling",
            propertyType: .select
        )
        feeling.options = ["Good", "Bad"]
        try await store.write { [feeling] in try $0.entities.create(feeling) }
        try await store.close()

        _ = try await run("log", "mood", "--at", "2021-01-15 09:30", "-p", "feeling=bad")
        let wrong = try await TrendyProcess.run(
            "log",
            "Mood",
            "-p",
            "feeling=fine",
            "--profile",
            scratch.path + "/a"
        )

        #expect(
            try await run("events") == """
                When                    Event  Details
                Fri 15 Jan 2021, 09:30  Mood   Feeling: Bad
                Fri 15 Jan 2021, 08:30  Mood

                """
        )
        #expect(wrong.code == 64)
        #expect(
            wrong.error
                == "error: 'fine' is not one of the options: Good, Bad (property feeling).\n"
        )
    }

    @Test("conflicts names the event and both values, and restores the one that lost")
    func conflicts() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let other = scratch.path + "/b"
        func runOther(_ arguments: String...) async throws -> TrendyProcess.Result {
            try await TrendyProcess(arguments + ["--profile", other]).wait()
        }
        let sign = ["--server", server.url, "--email", "a@example.org"]
        #expect(
            try await run("signup", "--server", server.url, "--email", "a@example.org")
                == "Signed in as a@example.org on \(server.url).\n"
        )
        _ = try await run("log", "Coffee", "--at", "2021-01-15 08:30", "--note", "black")
        #expect(
            try await run("sync") == "The account had no data on the server yet.\nSent 2 changes.\n"
        )
        #expect(try await TrendyProcess(["login", "--profile", other] + sign).wait().code == 0)
        #expect(
            try await runOther("sync").output
                == "Read your whole account. This device now has 1 type, 1 event.\n"
        )
        let events = try JSONSerialization.jsonObject(
            with: Data(try await run("events", "--json").utf8)
        )
        let id = try #require((events as? [[String: Any]])?.first?["id"] as? String)
        #expect(try await run("edit", id, "--set", "notes=with milk") == "Changed \(id).\n")
        #expect(try await runOther("edit", id, "--set", "notes=with sugar").code == 0)
        #expect(try await runOther("sync").output == "Sent 1 change.\n")

        #expect(
            try await run("sync")
                == "1 change met a change of another device: see 'trendy conflicts'.\n"
        )

        #expect(
            try await run("conflicts") == """
                1  Coffee, Friday, 15 January 2021, 8:30, just now
                    The note is “with sugar”; this device's value was “with milk”.
                Decide with 'trendy conflicts restore N' or 'trendy conflicts acknowledge N'.

                """
        )
        #expect(
            try await run("conflicts", "restore", "1")
                == "Restored the value in \(id). The next sync sends it.\n"
        )
        #expect(try await run("conflicts") == "No conflicts.\n")
        #expect(try await run("events").hasSuffix("with milk\n"))
        #expect(
            try await run("conflicts", "policy", "Coffee")
                == "You decide conflicts of 'Coffee': 'trendy conflicts' lists them.\n"
        )
        #expect(
            try await run("timeline") == """
                Friday, 15 January 2021
                  8:30  Coffee  with milk  [not synced yet]

                """
        )
    }

    @Test("Invalid times are refused with the accepted forms")
    func times() async throws {
        let result = try await TrendyProcess.run(
            "log",
            "Coffee",
            "--at",
            "soon",
            "--profile",
            scratch.path + "/a"
        )

        #expect(result.code == 64)
        #expect(
            result.error == """
                error: --at: 'soon' is not a time. Give one such as 08:30, 'yesterday 18:00', \
                '2026-01-15 08:30', or RFC 3339 such as 2026-01-15T08:30:00+01:00.

                """
        )
    }
}
