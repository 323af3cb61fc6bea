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
            ["--local-files", scratch.path + "/files", "--drain-seconds", "0"] + arguments
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
            ["--local-files", scratch.path + "/other", "--drain-seconds", "0"]
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
            ["--local-files", scratch.path + "/files", "--restored", "--drain-seconds", "0"]
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

    @Test("The keys are replaced while a server runs; with --now all sessions end")
    func keys() async throws {
        let profile = scratch.path + "/device"
        #expect(try await run("migrate").code == 0)
        let server = try await start()
        let account = ["--server", server.url, "--email", "a@example.org"]
        let signUp = try await TrendyProcess(["signup", "--profile", profile] + account).wait()
        #expect(signUp.code == 0, "\(signUp)")

        let kept = try await run("rotate-keys", "--json")
        let during = try await TrendyProcess.run("sync", "--profile", profile)
        let ended = try await run("rotate-keys", "--now")
        let after = try await TrendyProcess.run("sync", "--profile", profile)

        #expect(kept.code == 0 && kept.output.contains("previousKeyValidUntil"), "\(kept)")
        #expect(during.code == 0, "\(during)")
        #expect(ended.code == 0 && ended.output.contains("Sessions ended: 1"), "\(ended)")
        #expect(after.code != 0, "\(after)")
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

    /// What `trendy serve` says about a database that it refuses.
    private func refusal(_ url: String) async throws -> TrendyProcess.Result {
        try await TrendyProcess([
            "serve", "--database", url, "--port", "0", "--local-files", scratch.path + "/files",
        ]).wait()
    }

    @Test("A database of another program is refused, and migrations leave it as it is")
    func foreign() async throws {
        let cluster = try PostgresCluster.shared()
        let name = try cluster.makeDatabase()
        try cluster.sql("CREATE TABLE orders (id int4)", database: name)

        let refused = try await refusal(cluster.url(name))
        let migrated = try await TrendyProcess([
            "server", "migrate", "--database", cluster.url(name),
        ]).wait()

        for result in [refused, migrated] {
            #expect(result.code != 0 && result.error.contains("another program"), "\(result)")
        }
        let tables = try cluster.sql(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
            database: name
        )
        #expect(tables == "orders\n")
    }

    @Test("A standby, an old server and a role without rights are refused with the remedy")
    func unsuitable() async throws {
        let primary = try PostgresCluster()
        let name = try primary.makeDatabase()
        let migrated = try await TrendyProcess([
            "server", "migrate", "--database", primary.url(name),
        ]).wait()
        #expect(migrated.code == 0)
        let standby = try PostgresCluster(standbyOf: primary)
        let old = try OldPostgresServer(version: "12.4")
        try primary.sql("CREATE ROLE guest LOGIN")

        let onStandby = try await refusal(standby.url(name))
        #expect(onStandby.code == 69 && onStandby.error.contains("is a standby"), "\(onStandby)")
        let onOld = try await refusal("postgres://x@/x?host=\(old.directory)")
        #expect(onOld.code == 69 && onOld.error.contains("PostgreSQL 12"), "\(onOld)")
        let guest = try await refusal(
            "postgres://guest@/\(name)?host=\(primary.socketDirectory)"
        )
        #expect(guest.code != 0 && guest.error.contains("GRANT SELECT"), "\(guest)")
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
