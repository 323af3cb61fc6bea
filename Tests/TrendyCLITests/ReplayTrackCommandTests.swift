#if os(Linux)
import Foundation
import Testing

@Suite("trendy replay-track", .serialized)
struct ReplayTrackCommandTests {
    private let scratch: Scratch
    private let zurich = "trackintel-google-zurich-phone-accuracy.gpx"

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(["replay-track"] + arguments + ["--profile", scratch.path + "/a"])
            .wait()
    }

    private func json(_ arguments: String...) async throws -> [String: Any] {
        let result = try await TrendyProcess(
            ["replay-track"] + arguments + ["--json", "--profile", scratch.path + "/a"]
        ).wait()
        #expect(result.code == 0, "\(result.error)")
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [String: Any])
    }

    private func track(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../TrendyImportTests/Fixtures/\(name)").standardized.path
    }

    @Test("Fixes up to 930 m off cause 3 transitions at most, and 129 without filtering")
    func zurichDay() async throws {
        let result = try await json(track(zurich), "--place", "Main=47.3774,8.5479,100", "--naive")

        let place = try #require((result["places"] as? [[String: Any]])?.first)
        #expect(place["naiveTransitions"] as? Int == 129)
        let transitions = try #require(place["transitions"] as? Int)
        #expect((2...3).contains(transitions))
        let monitoring = try #require(result["monitoring"] as? [String: Any])
        #expect(monitoring["registered"] as? Int == 1)
        #expect((monitoring["missing"] as? [Any])?.isEmpty == true)
        #expect((result["missed"] as? [Any])?.isEmpty == true)
    }

    @Test("The replay uses the stays of the track or the places of the device, and changes nothing")
    func places() async throws {
        let suggested = try await json(track(zurich), "--suggest")
        let empty = try await run(track(zurich))
        try await TrendyProcess.run(
            "places",
            "add",
            "Office",
            "--at",
            "47.37719,8.54704",
            "--radius",
            "150",
            "--profile",
            scratch.path + "/a"
        )
        let result = try await run(track(zurich), "--naive")
        let events = try await TrendyProcess.run("events", "--profile", scratch.path + "/a")

        let main = try #require((suggested["places"] as? [[String: Any]])?.first)
        #expect((2...3).contains(main["transitions"] as? Int ?? 0))
        #expect((suggested["places"] as? [Any])?.count == 2)
        #expect((suggested["missed"] as? [Any])?.isEmpty == true)
        #expect(empty.code == EX_NOINPUT)
        #expect(empty.error.contains("trendy places suggest FILE --add"))
        #expect(result.code == 0, "\(result.error)")
        #expect(result.output.contains("Office"))
        #expect(result.output.contains("Naive"))
        #expect(result.output.contains("wakes"))
        #expect(result.output.contains("1 of 1 places are monitored"))
        #expect(events.output.contains("No events"))
    }

    @Test("Several files with pauses of days between them are one track")
    func several() async throws {
        let result = try await json(
            track("gpxpy-cerknicko-jezero-8seg.gpx"),
            track(zurich),
            track("gpxanimator-bikeride-big-sur.gpx"),
            "--suggest"
        )

        #expect((result["pauses"] as? Int ?? 0) >= 2)
        #expect((result["visits"] as? [Any])?.isEmpty == false)
        #expect((result["missed"] as? [Any])?.isEmpty == true)
    }

    @Test("A damaged track or an invalid place is an error that names the problem")
    func wrong() async throws {
        let damaged = try await run(try scratch.write("<gpx><trk>", to: "cut.gpx"), "--suggest")
        let other = try await run(try scratch.write("hello", to: "hello.gpx"), "--suggest")
        let missing = try await run(scratch.path + "/none.gpx", "--suggest")
        let place = try await run(track(zurich), "--place", "Office")
        let twice = try await run(track(zurich), "--place", "A=1,1,100", "--place", "a=2,2,100")

        #expect(damaged.code == EX_DATAERR)
        #expect(damaged.error.contains("cut off"))
        #expect(other.code == EX_DATAERR)
        #expect(missing.code == EX_NOINPUT)
        #expect(place.code == EX_USAGE)
        #expect(place.error.contains("Office=47.3769,8.5417,150"))
        #expect(twice.code == EX_USAGE)
    }
}
#endif
