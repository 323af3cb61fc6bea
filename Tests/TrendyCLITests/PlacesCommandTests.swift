import Foundation
import Testing

@Suite("trendy places", .serialized)
struct PlacesCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(["places"] + arguments + ["--profile", scratch.path + "/a"]).wait()
    }

    private func list() async throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(
            with: Data(try await run("--json").output.utf8)
        )
        return try #require(value as? [[String: Any]])
    }

    private func places(_ text: String) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require(value?["places"] as? [[String: Any]])
    }

    private func expect(_ code: Int32, mentioning words: String..., in result: TrendyProcess.Result)
    {
        #expect(result.code == code, "\(result.error)")
        for word in words { #expect(result.error.contains(word), "\(result.error)") }
        #expect(result.output.isEmpty)
    }

    private func track(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../TrendyImportTests/Fixtures/\(name)").standardized.path
    }

    @Test("A place is added, listed, changed field by field, and removed")
    func wholeWay() async throws {
        #expect(try await run().output.contains("No places"))
        try await TrendyProcess.run("log", "Work", "--profile", scratch.path + "/a")

        let added = try await run(
            "add",
            "Office",
            "--at",
            "-33.8568,151.2153",
            "--radius",
            "150",
            "--entry-type",
            "work",
            "--notify-on-entry",
            "--notify-on-dwell",
            "20"
        )
        #expect(added.code == 0, "\(added.error)")
        let first = try #require(try await list().first)
        let text = try await run("list").output
        #expect(
            try await run("edit", "OFFICE", "--name", "office", "--radius", "200", "--inactive")
                .code == 0
        )
        #expect(
            try await run("edit", "Office", "--entry-type", "none", "--no-notify-on-entry").code
                == 0
        )
        #expect(try await run("edit", "Office", "--notify-on-dwell", "1441").code != 0)
        let third = try #require(try await list().first)
        #expect(try await run("edit", "Office", "--notify-on-dwell", "none").code == 0)
        let second = try #require(try await list().first)
        #expect(try await run("remove", "Office").code == 0)

        #expect(first["name"] as? String == "Office")
        #expect(first["latitude"] as? Double == -33.8568)
        #expect(first["longitude"] as? Double == 151.2153)
        #expect(first["radius"] as? Double == 150)
        #expect(first["is_active"] as? Bool == true)
        #expect(first["notify_on_entry"] as? Bool == true)
        #expect(first["notify_on_dwell"] as? Int == 1200)
        #expect(text.contains("notifies after 20 min"))
        #expect(third["notify_on_dwell"] as? Int == 1200)
        #expect(second["notify_on_dwell"] is Int == false)
        #expect(first["event_type_entry_id"] is String)
        #expect(text.contains("-33.85680,151.21530"))
        #expect(text.contains("Work, notifies"))
        #expect(second["id"] as? String == first["id"] as? String)
        #expect(second["name"] as? String == "office")
        #expect(second["radius"] as? Double == 200)
        #expect(second["latitude"] as? Double == -33.8568)
        #expect(second["is_active"] as? Bool == false)
        #expect(second["notify_on_entry"] as? Bool == false)
        #expect(second["event_type_entry_id"] is String == false)
        #expect(try await list().isEmpty)
    }

    @Test("Invalid input is refused with the accepted form, and nothing is stored")
    func wrong() async throws {
        let at = ["--at", "47.3769,8.5417"]
        #expect(try await run("add", "Home", "--at", "47.3769,8.5417", "--radius", "100").code == 0)
        let before = try await run("--json").output

        for (place, word) in [
            ("91,8", "-90 to 90"), ("8.5,181", "-180 to 180"), ("0,0", "Atlantic"),
            ("47", "decimal points"), ("47,37,8,54", "decimal points"), ("north", "decimal points"),
            ("nan,8", "-90 to 90"),
        ] {
            expect(
                64,
                mentioning: word,
                in: try await run("add", "B", "--at", place, "--radius", "100")
            )
        }
        for radius in ["99", "10001", "wide", "-100", "inf"] {
            expect(
                64,
                mentioning: "100 to 10000",
                in: try await run("add", "B", "--at", at[1], "--radius=\(radius)")
            )
        }
        expect(
            65,
            mentioning: "'Home' already",
            "another name",
            in: try await run("add", "HOME", "--at", at[1], "--radius", "100")
        )
        expect(
            64,
            mentioning: "a name",
            in: try await run("add", " ", "--at", at[1], "--radius", "100")
        )
        expect(
            66,
            mentioning: "no type 'Tea'",
            "trendy types",
            "trendy log",
            in: try await run("add", "B", "--at", at[1], "--radius", "100", "--entry-type", "Tea")
        )
        expect(
            66,
            mentioning: "no type 'Tea'",
            in: try await run(
                "edit",
                "Home",
                "--name",
                "C",
                "--radius",
                "300",
                "--exit-type",
                "Tea"
            )
        )
        expect(66, mentioning: "no place 'B'", in: try await run("edit", "B", "--radius", "300"))
        expect(66, mentioning: "no place 'B'", in: try await run("remove", "B"))
        expect(64, mentioning: "Give a change", in: try await run("edit", "Home"))
        expect(
            64,
            mentioning: "not both",
            in: try await run("edit", "Home", "--active", "--inactive")
        )
        #expect(try await run("--json").output == before)

        #expect(try await run("add", "B", "--at", "47.3769,8.5417", "--radius", "10000").code == 0)
        expect(65, mentioning: "'Home' already", in: try await run("edit", "B", "--name", "home"))
    }

    @Test("Stays in tracks become places, and existing places that cover them are named")
    func suggest() async throws {
        let zurich = track("trackintel-google-zurich-phone-accuracy.gpx")
        let ride = track("gpxanimator-bikeride-big-sur.gpx")
        #expect(try await run("add", "Home", "--at", "47.3772,8.5472", "--radius", "100").code == 0)
        #expect(try await run("add", "place 2", "--at", "10,10", "--radius", "100").code == 0)

        let looked = try places(try await run("suggest", ride, zurich, "--json").output)
        let text = try await run("suggest", zurich).output
        #expect(try await list().count == 2)
        let added = try places(
            try await run("suggest", zurich, ride, "--json", "--add", "--name", "Café").output
        )
        let again = try await run("suggest", zurich, ride, "--add")

        #expect(looked.map { $0["stays"] as? Int } == [3, 1, 1, 1, 1])
        #expect(looked.map { $0["coveredBy"] as? String } == ["Home", nil, nil, nil, nil])
        #expect(looked.allSatisfy { $0["added"] == nil })
        #expect(text.contains("Home"))
        #expect(text.contains("--add"))
        #expect(text.contains("5 h 42 min"))
        #expect(
            added.map { $0["added"] as? String } == [nil, "Café", "Place 1", "Place 3", "Place 4"]
        )
        #expect(again.code == 0)
        #expect(again.output.contains("Place 4"))
        #expect(!again.output.contains("(new)"))
        let all = try await list()
        #expect(all.count == 6)
        let cafe = try #require(all.first { $0["name"] as? String == "Café" })
        #expect(cafe["latitude"] as? Double == added[1]["latitude"] as? Double)
        #expect(cafe["radius"] as? Double == 100)
    }

    @Test("Damaged tracks and unusable names store nothing")
    func badTracks() async throws {
        let zurich = track("trackintel-google-zurich-phone-accuracy.gpx")
        let cut = try scratch.write(
            String(try String(contentsOfFile: zurich, encoding: .utf8).prefix(5000)),
            to: "cut.gpx"
        )
        let other = try scratch.write("<kml/>", to: "other.kml")
        let planned = try scratch.write(
            "<gpx><trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>",
            to: "planned.gpx"
        )

        expect(
            65,
            mentioning: cut,
            "Line ",
            "cut off",
            in: try await run("suggest", zurich, cut, "--add")
        )
        expect(65, mentioning: other, "not GPX", in: try await run("suggest", other))
        expect(65, mentioning: planned, "has a time", in: try await run("suggest", planned))
        expect(
            66,
            mentioning: "no such file",
            in: try await run("suggest", scratch.path + "/none.gpx")
        )
        expect(64, mentioning: "--add", in: try await run("suggest", zurich, "--name", "A"))
        expect(
            64,
            mentioning: "Give each name once",
            in: try await run("suggest", zurich, "--add", "--name", "A", "--name", "a")
        )
        expect(
            64,
            mentioning: "3 names for 2 new places",
            in: try await run(
                "suggest",
                zurich,
                "--add",
                "--name",
                "A",
                "--name",
                "B",
                "--name",
                "C"
            )
        )
        #expect(try await list().isEmpty)
        #expect(try await run("add", "B", "--at", "1,1", "--radius", "100").code == 0)
        expect(
            65,
            mentioning: "'B' already",
            in: try await run("suggest", zurich, "--add", "--name", "A", "--name", "b")
        )
        #expect(try await list().count == 1)
    }
}
