import Foundation
import Testing

@Suite("trendy server", .serialized)
struct ServerCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var database: String { scratch.path + "/server.sqlite" }

    private func json(_ result: TrendyProcess.Result) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [String: Any], "\(result)")
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(["server"] + arguments + ["--database", database]).wait()
    }

    /// Records events on a device of a new account and syncs them.
    private func record(_ count: Int, _ server: ServerProcess) async throws {
        let profile = scratch.path + "/device"
        let sign = ["--server", server.url, "--email", "a@example.org"]
        #expect(try await TrendyProcess(["signup", "--profile", profile] + sign).wait().code == 0)
        for _ in 0..<count { try await TrendyProcess.run("log", "Coffee", "--profile", profile) }
        #expect(try await TrendyProcess.run("sync", "--profile", profile).code == 0)
    }

    @Test("After restoring a backup, the device sends the changes that the backup lacks")
    func wholeWay() async throws {
        let profile = scratch.path + "/device"
        var server = try await ServerProcess(database: database)
        try await record(2, server)

        let backup = try await json(run("backup", scratch.path + "/backup.sqlite", "--json"))
        let refused = try await run("restore", scratch.path + "/backup.sqlite")
        try await TrendyProcess.run("log", "Tea", "--profile", profile)
        #expect(try await TrendyProcess.run("sync", "--profile", profile).code == 0)
        let port = server.port
        await server.stop()
        let restored = try await run("restore", scratch.path + "/backup.sqlite")
        server = try await ServerProcess(database: database, port: port)
        let sync = try await TrendyProcess.run("sync", "--verify", "--profile", profile, "--json")
        let stats = try await json(run("stats", "--json"))
        let check = try await json(run("check", "--json"))

        #expect(backup["accounts"] as? Int == 1)
        #expect(backup["entities"] as? Int == 3)
        #expect((backup["bytes"] as? Int ?? 0) > 0)
        #expect(backup["seconds"] as? Double != nil)
        #expect(refused.code == 75)
        #expect(refused.error.contains("Stop the server"))
        #expect(restored.code == 0, "\(restored.error)")
        #expect(restored.output.contains("replaced-"))
        #expect(sync.code == 0, "\(sync.error)")
        #expect(try json(sync)["digestsAgree"] as? Bool == true)
        #expect((stats["entities"] as? [String: Int])?["event"] == 3)
        #expect((check["findings"] as? [Any])?.isEmpty == true)
        #expect((check["accounts"] as? [Any])?.count == 1)
        await server.stop()
    }

    @Test("All files of a server have mode 0600, its directories 0700, with any umask")
    func permissions() async throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c", "umask 022; exec \"$0\" serve --database \"$1\" --port 0 --json",
            TrendyProcess.executable.path, database,
        ]
        let output = Pipe()
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        _ = output.fileHandleForReading.availableData

        #expect(try await run("backup", scratch.path + "/backup.sqlite").code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        for name in names {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: scratch.path + "/" + name
            )
            let isDirectory = attributes[.type] as? FileAttributeType == .typeDirectory
            let mode = isDirectory ? 0o700 : 0o600
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        // The database with its log, lock and backup, and the directories of the pages.
        #expect(names.count == 7, "\(names)")

        shell.terminate()
        shell.waitUntilExit()
    }

    @Test("A key rotation keeps the sessions, with --now it ends them; vacuum and check work")
    func upkeep() async throws {
        let profile = scratch.path + "/device"
        var server = try await ServerProcess(database: database)
        try await record(1, server)
        let port = server.port
        let refused = try await run("rotate-keys")
        await server.stop()

        let gentle = try await run("rotate-keys", "--json")
        server = try await ServerProcess(database: database, port: port)
        let kept = try await TrendyProcess.run("sync", "--profile", profile)
        await server.stop()

        let rotated = try await run("rotate-keys", "--now", "--json")
        let vacuum = try await json(run("vacuum", "--json"))
        let check = try await run("check")
        server = try await ServerProcess(database: database, port: port)
        let sync = try await TrendyProcess.run("sync", "--profile", profile)
        await server.stop()

        #expect(refused.code == 75)
        #expect(try json(gentle)["sessions"] as? Int == 0)
        #expect(kept.code == 0, "\(kept.error)")
        #expect(try json(rotated)["sessions"] as? Int == 1)
        #expect((vacuum["bytesAfter"] as? Int ?? 0) > 0)
        #expect(check.code == 0)
        #expect(check.output.contains("Accounts: 1;"))
        #expect(sync.code == 77, "\(sync.error)")
    }

    @Test("Missing, foreign and damaged databases have different exit codes and remedies")
    func refusals() async throws {
        let missing = try await run("check")
        #expect(missing.code == 66)
        #expect(missing.error.contains(database))
        #expect(!FileManager.default.fileExists(atPath: database))

        // A device's database.
        let profile = scratch.path + "/device"
        try await TrendyProcess.run("log", "Coffee", "--profile", profile)
        let name = try #require(
            FileManager.default.contentsOfDirectory(atPath: profile).first {
                $0.hasSuffix(".sqlite")
            }
        )
        for arguments in [["serve", "--port", "0"], ["server", "stats"], ["server", "vacuum"]] {
            let foreign = try await TrendyProcess(arguments + ["--database", profile + "/" + name])
                .wait()
            #expect(foreign.code == 65)
            #expect(foreign.error.contains("database of a device"))
        }
        #expect(
            try await TrendyProcess.run("events", "--profile", profile).output.contains("Coffee")
        )

        let garbage = try scratch.write(String(repeating: "garbage ", count: 1000), to: "g.sqlite")
        let damaged = try await TrendyProcess.run("serve", "--port", "0", "--database", garbage)
        #expect(damaged.code == 65)
        #expect(damaged.error.contains("trendy server restore"))
        let check = try await TrendyProcess.run("server", "check", "--database", garbage, "--json")
        #expect(check.code == 1)
        #expect(check.output.contains("\"damaged\""))
    }
}
