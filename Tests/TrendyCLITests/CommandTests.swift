import Foundation
import Testing

@Suite("The trendy command", .serialized)
struct CommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var a: String { scratch.path + "/a" }
    private var b: String { scratch.path + "/b" }

    private func json(_ text: String) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [String: Any])
    }

    @Test("An imported export reaches a second device, and importing it again adds nothing")
    func wholeWay() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let export = scratch.path + "/export.zip"
        #expect(
            try await TrendyProcess.run("fixture", export, "--days", "5", "--seed", "9").code == 0
        )
        let sign = ["--server", server.url, "--email", "a@example.org"]

        #expect(try await TrendyProcess(["signup", "--profile", a] + sign).wait().code == 0)
        let zone = ["--time-zone", "Europe/Paris", "--json", "--profile", a]
        let first = try await TrendyProcess(["import", export, "--verify"] + zone).wait()
        let second = try await TrendyProcess(["import", export] + zone).wait()
        let pushed = try json(try await TrendyProcess.run("sync", "--profile", a, "--json").output)
        #expect(try await TrendyProcess(["login", "--profile", b] + sign).wait().code == 0)
        let pulled = try await TrendyProcess.run("sync", "--verify", "--profile", b, "--json")

        let imported = try json(first.output)
        let created = try #require(imported["created"] as? Int)
        #expect(created > 30)
        let verification = try #require(imported["verification"] as? [String: Any])
        #expect(verification["withinOnePercent"] as? Int == verification["days"] as? Int)
        let again = try json(second.output)
        #expect(again["created"] as? Int == 0)
        #expect(again["updated"] as? Int == 0)
        #expect(again["unchanged"] as? Int == created)
        #expect(pushed["pushed"] as? Int == created + 12)
        #expect(pulled.code == 0)
        #expect(try json(pulled.output)["digestsAgree"] as? Bool == true)
        let days = try await TrendyProcess.run(
            "events",
            "--daily",
            "--limit",
            "5",
            "--profile",
            b,
            "--time-zone",
            "Europe/Paris"
        )
        #expect(days.output.contains("Steps"))
        #expect(days.output.split(separator: "\n").count == 6)
    }

    @Test("Events recorded before the first sign-in become part of the account")
    func adoption() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        #expect(try await TrendyProcess.run("log", "Coffee", "--profile", a).code == 0)

        try await TrendyProcess.run(
            "signup",
            "--profile",
            a,
            "--server",
            server.url,
            "--email",
            "a@example.org"
        )
        let pushed = try json(try await TrendyProcess.run("sync", "--profile", a, "--json").output)

        #expect(pushed["pushed"] as? Int == 2)
        let out = try await TrendyProcess.run("logout", "--profile", a, "--json")
        #expect(try json(out.output)["unsent"] as? Int == 0)
        #expect(try await TrendyProcess.run("sync", "--profile", a).code == 77)
    }

    @Test("Health capture is reported and configured for each category")
    func health() async throws {
        let export = scratch.path + "/export.xml"
        try await TrendyProcess.run(
            "fixture",
            export,
            "--days",
            "3",
            "--seed",
            "9"
        )
        #expect(
            try await TrendyProcess.run("health", "set", "water", "--off", "--profile", a).code == 0
        )
        try await TrendyProcess.run("import", export, "--profile", a)

        let report = try json(
            try await TrendyProcess.run("health", "--profile", a, "--json").output
        )
        let events = try await TrendyProcess.run("events", "--profile", a, "--limit", "1000").output

        let lines = try #require(report["categories"] as? [[String: Any]])
        let steps = try #require(lines.first { $0["category"] as? String == "steps" })
        let water = try #require(lines.first { $0["category"] as? String == "water" })
        #expect(steps["newestAt"] is String)
        #expect(water["isEnabled"] as? Bool == false)
        #expect(water["newestAt"] == nil)
        // The samples are old, which is no problem between two imports.
        #expect(
            try await !TrendyProcess.run("doctor", "--profile", a).output.contains("no new data")
        )
        #expect((report["findings"] as? [[String: Any]])?.isEmpty == true)
        #expect(events.contains("Steps"))
        #expect(!events.contains("Water"))
        let wrong = try await TrendyProcess.run("health", "set", "beer", "--off", "--profile", a)
        #expect(wrong.code == 64)
    }

    @Test("Events recorded while signed out are merged into the account's existing database")
    func joining() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        func enter(_ command: String, _ email: String) async throws {
            let result = try await TrendyProcess.run(
                command,
                "--profile",
                a,
                "--server",
                server.url,
                "--email",
                email
            )
            #expect(result.code == 0)
        }
        try await enter("signup", "a@example.org")
        try await TrendyProcess.run("log", "Coffee", "--profile", a)
        try await enter("signup", "b@example.org")
        try await TrendyProcess.run("erase", "--confirm", "b@example.org", "--profile", a)
        try await TrendyProcess.run("log", "Coffee", "--profile", a)

        try await enter("login", "a@example.org")

        let pushed = try json(try await TrendyProcess.run("sync", "--profile", a, "--json").output)
        #expect(pushed["pushed"] as? Int == 3)
        #expect(!FileManager.default.fileExists(atPath: a + "/local.sqlite"))
    }

    @Test("The server stops cleanly on SIGTERM and restarts on the same file")
    func restart() async throws {
        let database = scratch.path + "/server.sqlite"
        let server = try await ServerProcess(database: database)
        try await TrendyProcess.run(
            "signup",
            "--profile",
            a,
            "--server",
            server.url,
            "--email",
            "a@example.org"
        )
        try await TrendyProcess.run("log", "Coffee", "--profile", a)
        try await TrendyProcess.run("sync", "--profile", a)

        #expect(await server.stop().code == 0)
        let again = try await ServerProcess(database: database, port: server.port)

        #expect(again.url == server.url)
        let result = try await TrendyProcess.run("sync", "--verify", "--profile", a, "--json")
        #expect(try json(result.output)["digestsAgree"] as? Bool == true)
    }

    @Test("The help of every command has an overview and an example")
    func help() async throws {
        for command in [
            "serve", "signup", "login", "logout", "erase", "import", "sync", "today", "timeline",
            "status", "failed", "conflicts", "health", "places", "doctor", "log", "edit", "delete",
            "events", "types", "account", "server", "demo", "fixture",
        ] {
            let result = try await TrendyProcess.run("help", command)
            #expect(result.code == 0)
            #expect(result.output.contains("OVERVIEW"))
            #expect(result.output.contains("Example"), "\(command)")
        }
        for old in ["follow", "track"] {
            #expect(try await TrendyProcess.run(old).code == 64)
        }
    }
}
