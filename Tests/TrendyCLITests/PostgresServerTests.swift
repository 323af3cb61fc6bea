import Foundation
import TestSupport
import Testing

@Suite("A server on PostgreSQL", .serialized)
struct PostgresServerTests {
    private let scratch: Scratch
    private let database: String

    init() throws {
        scratch = try Scratch()
        let cluster = try PostgresCluster.shared()
        database = cluster.url(try cluster.makeDatabase())
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(["server"] + arguments + ["--database", database]).wait()
    }

    private func start(_ arguments: [String] = []) async throws -> ServerProcess {
        try await ServerProcess(
            database: database,
            ["--local-files", scratch.path + "/files"] + arguments
        )
    }

    @Test("A device syncs over restarts and a restore; another one reads what it sent")
    func sync() async throws {
        let (first, second) = (scratch.path + "/first", scratch.path + "/second")
        #expect(try await run("migrate").code == 0)
        var server = try await start()
        let account = ["--server", server.url, "--email", "a@example.org"]
        let signUp = try await TrendyProcess(["signup", "--profile", first] + account).wait()
        #expect(signUp.code == 0, "\(signUp)")
        for _ in 0..<3 { try await TrendyProcess.run("log", "Coffee", "--profile", first) }
        #expect(try await TrendyProcess.run("sync", "--profile", first).code == 0)
        // Another server on the same database.
        let other = try await ServerProcess(
            database: database,
            ["--local-files", scratch.path + "/other"]
        )
        let there = ["--server", other.url, "--email", "a@example.org"]
        #expect(try await TrendyProcess(["login", "--profile", second] + there).wait().code == 0)
        #expect(try await TrendyProcess.run("sync", "--profile", second).code == 0)
        let events = try await TrendyProcess.run("events", "--profile", second, "--json")
        #expect(events.output.ranges(of: "event_type_id").count == 3, "\(events)")
        await other.stop()

        let users = try await run("user", "list", "--json")
        #expect(users.output.contains("a@example.org"), "\(users)")
        let port = server.port
        await server.stop()
        server = try await ServerProcess(
            database: database,
            port: port,
            ["--local-files", scratch.path + "/files", "--restored"]
        )
        try await TrendyProcess.run("log", "Tea", "--profile", first)
        let again = try await TrendyProcess.run("sync", "--verify", "--profile", first, "--json")
        let report = try JSONSerialization.jsonObject(with: Data(again.output.utf8))
        #expect(again.code == 0, "\(again)")
        #expect((report as? [String: Any])?["digestsAgree"] as? Bool == true, "\(again)")
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path + "/files")
        #expect((mode[.posixPermissions] as? Int ?? 0o777) & 0o077 == 0)
        await server.stop()
    }

    @Test("A database without migrations is refused with the remedy; migrating twice is harmless")
    func migrations() async throws {
        let refused = try await TrendyProcess([
            "serve", "--database", database, "--port", "0", "--local-files",
            scratch.path + "/files",
        ]).wait()
        #expect(refused.code != 0 && refused.error.contains("trendy server migrate"), "\(refused)")

        let first = try await run("migrate")
        let second = try await run("migrate")
        #expect(first.code == 0 && first.output.contains("was migrated"), "\(first)")
        #expect(second.code == 0 && second.output.contains("has all migrations"), "\(second)")
    }

    @Test("Commands for files, files for commands, and wrong URLs are refused with the reason")
    func refusals() async throws {
        let vacuum = try await run("vacuum")
        #expect(vacuum.code == 64 && vacuum.error.contains("pg_dump"), "\(vacuum)")
        let file = try await TrendyProcess([
            "server", "migrate", "--database", scratch.path + "/server.sqlite",
        ]).wait()
        #expect(file.code == 64 && file.error.contains("trendy serve"), "\(file)")
        let wrong = try await TrendyProcess([
            "server", "user", "list", "--database", "postgres://ada:secret@[::1/x",
        ]).wait()
        #expect(wrong.code == 64 && !wrong.error.contains("secret"), "\(wrong)")
        let missing = try await TrendyProcess([
            "server", "user", "list", "--database", "postgres://ada:secret@127.0.0.1:1/x",
        ]).wait()
        #expect(missing.code == 69 && !missing.error.contains("secret"), "\(missing)")
    }
}
