import Foundation
import TestSupport
import Testing

@Suite("The commands for shards", .serialized)
struct ShardCommandTests {
    private let scratch: Scratch
    private let main: String
    private let west: String

    init() throws {
        scratch = try Scratch()
        let cluster = try PostgresCluster.shared()
        main = cluster.url(try cluster.makeDatabase())
        west = cluster.url(try cluster.makeDatabase())
    }

    /// Runs a command; JSON is without spaces.
    private func shard(_ arguments: String...) async throws -> TrendyProcess.Result {
        let run = try TrendyProcess(["server", "shard"] + arguments + ["--database", main])
        let result = await run.wait()
        guard arguments.contains("--json") else { return result }
        let json = result.output.filter { !$0.isWhitespace }
        return TrendyProcess.Result(code: result.code, output: json, error: result.error)
    }

    private func migrate(_ databases: String...) async throws {
        for database in databases {
            let run = try await TrendyProcess.run("server", "migrate", "--database", database)
            #expect(run.code == 0, "\(run)")
        }
    }

    @Test("A cluster is added and listed; unsuitable ones and unknown names are refused")
    func add() async throws {
        try await migrate(main)

        let unmigrated = try await shard("add", "west", west)
        try await migrate(west)
        let added = try await shard("add", "west", west, "--new-accounts", "--json")
        let twice = try await shard("add", "west", west)
        let again = try await shard("add", "east", west)
        let itself = try await shard("add", "east", main)
        let name = try await shard("add", "main", west)
        let status = try await shard("status", "--json")
        let table = try await shard("status")
        let nobody = try await shard("move", "a@example.org", "--to", "west")
        let file = try await TrendyProcess.run(
            "server",
            "shard",
            "status",
            "--database",
            scratch.path + "/file.sqlite"
        )

        #expect(unmigrated.code != 0 && unmigrated.error.contains("trendy server migrate"))
        #expect(added.code == 0 && added.output.contains(#""added":"west""#), "\(added)")
        #expect(twice.code == 0, "\(twice)")
        for refused in [again, itself] {
            #expect(refused.code != 0 && refused.error.contains("empty"), "\(refused)")
        }
        #expect(name.code != 0 && name.error.contains("'main'"), "\(name)")
        #expect(status.output.contains(#""name":"west""#), "\(status)")
        #expect(status.output.contains(#""moves":[]"#), "\(status)")
        #expect(table.output.contains("west") && table.output.contains("reachable"), "\(table)")
        #expect(nobody.code != 0 && nobody.error.contains("a@example.org"), "\(nobody)")
        #expect(file.code != 0 && file.error.contains("database file"), "\(file)")
    }

    @Test("A move that is killed at any time is completed by a repetition; a restore is announced")
    func move() async throws {
        try await migrate(main, west)
        #expect(try await shard("add", "west", west).code == 0)
        let server = try await ServerProcess(
            database: main,
            ["--local-files", scratch.path + "/files", "--drain-seconds", "0"]
        )
        let profile = scratch.path + "/device"
        let account = ["--server", server.url, "--email", "a@example.org"]
        let signUp = try await TrendyProcess(["signup", "--profile", profile] + account).wait()
        #expect(signUp.code == 0, "\(signUp)")
        for number in 0..<3 {
            try await TrendyProcess.run("log", "Coffee \(number)", "--profile", profile)
        }
        #expect(try await TrendyProcess.run("sync", "--profile", profile).code == 0)
        let unknown = try await shard("move", "a@example.org", "--to", "east")
        #expect(unknown.code != 0 && unknown.error.contains("'east'"), "\(unknown)")

        var (target, kills) = ("west", 0)
        // Each round kills later, until the move of a round is faster.
        for milliseconds in stride(from: 20, through: 300, by: 40) {
            let move = try TrendyProcess(
                ["server", "shard", "move", "a@example.org", "--to", target, "--database", main]
            )
            try await Task.sleep(for: .milliseconds(milliseconds))
            move.kill()
            if await move.wait().code != 0 { kills += 1 }
            let completion = try await shard("move", "a@example.org", "--to", target, "--json")
            #expect(completion.code == 0, "\(completion)")
            #expect(completion.output.contains(#""to":"\#(target)""#), "\(completion)")
            let status = try await shard("status", "--json")
            #expect(status.output.contains(#""moves":[]"#), "\(status)")
            try await TrendyProcess.run("log", "Tea", "--profile", profile)
            try await syncs(profile)
            target = target == "west" ? "main" : "west"
        }
        #expect(kills > 0)

        if target == "west" {
            #expect(try await shard("move", "a@example.org", "--to", "west").code == 0)
        }
        let restored = try await shard("restored", "west", "--json")
        let missing = try await shard("restored", "east")
        #expect(restored.code == 0 && restored.output.contains(#""accounts":1"#), "\(restored)")
        #expect(missing.code != 0 && missing.error.contains("shard status"), "\(missing)")
        try await syncs(profile)
        await server.stop()
    }

    /// Syncs, and compares the device with the server.
    private func syncs(_ profile: String) async throws {
        let sync = try await TrendyProcess.run("sync", "--verify", "--profile", profile, "--json")
        #expect(sync.code == 0, "\(sync)")
        let report = try JSONSerialization.jsonObject(with: Data(sync.output.utf8))
        #expect((report as? [String: Any])?["digestsAgree"] as? Bool == true, "\(sync)")
    }
}
