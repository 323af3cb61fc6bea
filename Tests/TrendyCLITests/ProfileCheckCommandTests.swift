import Foundation
import Testing

@Suite("Databases that belong to no session", .serialized)
struct ProfileCheckCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var profile: String { scratch.path + "/a" }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", profile]).wait()
    }

    private func json(_ text: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [String: Any])
    }

    @Test("With a damaged profile.json, doctor and status show the unsynced changes")
    func damaged() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let sign = ["--server", server.url, "--email", "a@example.org", "--profile", profile]
        #expect(try await TrendyProcess(["signup"] + sign).wait().code == 0)
        for _ in 0..<9 { #expect(try await run("log", "SecretName").code == 0) }
        _ = try scratch.write("{\"server\":", to: "a/profile.json")

        let doctor = try await run("doctor")
        let again = try await run("doctor", "--json")
        let status = try await run("status")

        #expect(doctor.code == 1 && again.code == 1)
        for text in [doctor.output, status.output] {
            #expect(text.contains("profile.json.damaged-1"), "\(text)")
            #expect(text.contains("10 changes"), "\(text)")
            #expect(text.contains("trendy login"))
            #expect(!text.contains("Nothing is wrong"))
            #expect(!text.contains("SecretName"))
        }
        let found = try #require(try json(again.output)["profile"] as? [String: Any])
        #expect(found["damagedFile"] as? String == "profile.json.damaged-1")
        let databases = try #require(found["databases"] as? [[String: Any]])
        #expect(databases.map { $0["unsent"] as? Int } == [10])
        let stated = try json(try await run("status", "--json").output)["profile"] as? [String: Any]
        #expect(stated?["damagedFile"] as? String == "profile.json.damaged-1")

        // The remedy solves the problem.
        #expect(try await TrendyProcess(["login"] + sign).wait().code == 0)
        #expect(try json(try await run("sync", "--json").output)["pushed"] as? Int == 10)
        let repaired = try await run("doctor")
        #expect(repaired.code == 0, "\(repaired.output)")
    }
}
