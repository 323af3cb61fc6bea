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
    func wholeWay() throws {
        let server = try ServerProcess(database: scratch.path + "/server.sqlite")
        let export = scratch.path + "/export.zip"
        #expect(
            try TrendyProcess.run("fixture", export, "--days", "5", "--seed", "9").code == 0
        )
        let sign = ["--server", server.url, "--email", "a@example.org"]

        #expect(try TrendyProcess(["signup", "--profile", a] + sign).wait().code == 0)
        let zone = ["--time-zone", "Europe/Paris", "--json", "--profile", a]
        let first = try TrendyProcess(["import", export, "--verify"] + zone).wait()
        let second = try TrendyProcess(["import", export] + zone).wait()
        let pushed = try json(try TrendyProcess.run("sync", "--profile", a, "--json").output)
        #expect(try TrendyProcess(["login", "--profile", b] + sign).wait().code == 0)
        let pulled = try TrendyProcess.run("sync", "--verify", "--profile", b, "--json")

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
        let days = try TrendyProcess.run(
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
    func adoption() throws {
        let server = try ServerProcess(database: scratch.path + "/server.sqlite")
        #expect(try TrendyProcess.run("log", "Coffee", "--profile", a).code == 0)

        try TrendyProcess.run(
            "signup",
            "--profile",
            a,
            "--server",
            server.url,
            "--email",
            "a@example.org"
        )
        let pushed = try json(try TrendyProcess.run("sync", "--profile", a, "--json").output)

        #expect(pushed["pushed"] as? Int == 2)
        let out = try TrendyProcess.run("logout", "--profile", a, "--json")
        #expect(try json(out.output)["unsent"] as? Int == 0)
        #expect(try TrendyProcess.run("sync", "--profile", a).code == 77)
    }

    @Test("Health capture is reported and configured for each category")
    func health() throws {
        let export = scratch.path + "/export.xml"
        try TrendyProcess.run(
            "fixture",
            export,
            "--days",
            "3",
            "--seed",
            "9"
        )
        #expect(
            try TrendyProcess.run("health", "set", "water", "--off", "--profile", a).code == 0
        )
        try TrendyProcess.run("import", export, "--profile", a)

        let report = try json(try TrendyProcess.run("health", "--profile", a, "--json").output)
        let events = try TrendyProcess.run("events", "--profile", a, "--limit", "1000").output

        let lines = try #require(report["categories"] as? [[String: Any]])
        let steps = try #require(lines.first { $0["category"] as? String == "steps" })
        let water = try #require(lines.first { $0["category"] as? String == "water" })
        #expect(steps["newestAt"] is String)
        #expect(water["isEnabled"] as? Bool == false)
        #expect(water["newestAt"] == nil)
        // The samples are old, which is no problem between two imports.
        #expect(try !TrendyProcess.run("doctor", "--profile", a).output.contains("no new data"))
        #expect((report["findings"] as? [[String: Any]])?.isEmpty == true)
        #expect(events.contains("Steps"))
        #expect(!events.contains("Water"))
        let wrong = try TrendyProcess.run("health", "set", "beer", "--off", "--profile", a)
        #expect(wrong.code == 64)
    }

    @Test("Events recorded while signed out are merged into the account's existing database")
    func joining() throws {
        let server = try ServerProcess(database: scratch.path + "/server.sqlite")
        func enter(_ command: String, _ email: String) throws {
            let result = try TrendyProcess.run(
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
        try enter("signup", "a@example.org")
        try TrendyProcess.run("log", "Coffee", "--profile", a)
        try enter("signup", "b@example.org")
        try TrendyProcess.run("erase", "--confirm", "b@example.org", "--profile", a)
        try TrendyProcess.run("log", "Coffee", "--profile", a)

        try enter("login", "a@example.org")

        let pushed = try json(try TrendyProcess.run("sync", "--profile", a, "--json").output)
        #expect(pushed["pushed"] as? Int == 3)
        #expect(!FileManager.default.fileExists(atPath: a + "/local.sqlite"))
    }

    @Test("The server stops cleanly on SIGTERM and restarts on the same file")
    func restart() throws {
        let database = scratch.path + "/server.sqlite"
        let server = try ServerProcess(database: database)
        try TrendyProcess.run(
            "signup",
            "--profile",
            a,
            "--server",
            server.url,
            "--email",
            "a@example.org"
        )
        try TrendyProcess.run("log", "Coffee", "--profile", a)
        try TrendyProcess.run("sync", "--profile", a)

        #expect(server.stop().code == 0)
        let again = try ServerProcess(database: database, port: server.port)

        #expect(again.url == server.url)
        let result = try TrendyProcess.run("sync", "--verify", "--profile", a, "--json")
        #expect(try json(result.output)["digestsAgree"] as? Bool == true)
    }

    @Test("The help of every command has an overview and an example")
    func help() throws {
        for command in [
            "serve", "signup", "login", "logout", "erase", "import", "sync", "today", "timeline",
            "status", "failed", "conflicts", "health", "places", "doctor", "log", "edit", "delete",
            "events", "types", "account", "server", "demo", "fixture",
        ] {
            let result = try TrendyProcess.run("help", command)
            #expect(result.code == 0)
            #expect(result.output.contains("OVERVIEW"))
            #expect(result.output.contains("Example"), "\(command)")
        }
        for old in ["follow", "track"] {
            #expect(try TrendyProcess.run(old).code == 64)
        }
    }
}
