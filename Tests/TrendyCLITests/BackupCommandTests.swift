import Foundation
import Testing

@Suite("trendy backup, restore and check", .serialized)
struct BackupCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var file: String { scratch.path + "/device.backup" }

    private func run(_ arguments: String..., profile: String) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", scratch.path + "/" + profile]).wait()
    }

    private func json(_ result: TrendyProcess.Result) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [String: Any], "\(result)")
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    }

    @Test("A device is backed up while it syncs, and restored as a second device")
    func wholeWay() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let sign = ["--server", server.url, "--email", "a@example.org"]
        #expect(
            try await TrendyProcess(["signup", "--profile", scratch.path + "/a"] + sign).wait().code
                == 0
        )
        #expect(try await run("log", "Coffee", profile: "a").code == 0)
        #expect(try await run("sync", profile: "a").code == 0)
        #expect(try await run("log", "Tea", profile: "a").code == 0)
        let watch = try TrendyProcess(["sync", "--watch", "--profile", scratch.path + "/a"])
        let inUse = await watch.firstLine()

        let backup = try await json(run("backup", file, "--json", profile: "a"))
        let again = try await run("backup", file, profile: "a")
        watch.terminate()
        _ = await watch.wait()
        let restore = try await run("restore", file, profile: "b")
        let signedOut = try await run("sync", profile: "b")
        let login = try await TrendyProcess(["login", "--profile", scratch.path + "/b"] + sign)
            .wait()
        #expect(try await run("log", "Water", profile: "a").code == 0)
        for profile in ["a", "b", "a", "b"] {
            let sync = try await run("sync", "--verify", "--json", profile: profile)
            #expect(sync.code == 0, "\(sync)")
            #expect(try json(sync)["digestsAgree"] as? Bool == true)
        }

        #expect(!inUse.isEmpty)
        #expect((backup["entities"] as? Int ?? 0) >= 4)
        #expect(again.code == 73)
        #expect(again.error.contains("--force"))
        #expect(restore.code == 0, "\(restore)")
        #expect(restore.output.contains("trendy login --server \(server.url)"))
        #expect(signedOut.code == 77)
        #expect(login.code == 0, "\(login)")
        for profile in ["a", "b"] {
            let events = try await run("events", profile: profile)
            #expect(events.output.matches(of: /Coffee|Tea|Water/).count == 3, "\(events)")
            let doctor = try await run("doctor", "--online", profile: profile)
            #expect(doctor.code == 0, "\(doctor)")
            #expect(try await run("check", profile: profile).code == 0)
        }
        await server.stop()
    }

    @Test("A backup has no token of the session, and the session goes on")
    func secrets() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let sign = ["--server", server.url, "--email", "a@example.org"]
        #expect(
            try await TrendyProcess(["signup", "--profile", scratch.path + "/a"] + sign).wait().code
                == 0
        )
        #expect(try await run("log", "Coffee", profile: "a").code == 0)

        #expect(try await run("backup", file, profile: "a").code == 0)
        #expect(try await run("restore", file, profile: "b").code == 0)

        let stored = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/a/profile.json"))
        let profile = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
        let session = try #require(profile["session"] as? [String: Any])
        let tokens = session.values.compactMap { $0 as? String }.filter { $0.count > 30 }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(tokens.count >= 2)
        for token in tokens { #expect(bytes.range(of: Data(token.utf8)) == nil) }
        #expect(try await run("sync", profile: "a").code == 0)
        await server.stop()
    }

    @Test("A limit on the size of files leaves no backup and no other file")
    func noSpace() async throws {
        #expect(try await run("log", "Coffee", profile: "a").code == 0)

        let result = try await TrendyProcess.shell(
            #"trap '' XFSZ; ulimit -f 64; exec "$TRENDY" backup "$SCRATCH/device.backup""#,
            profile: scratch.path + "/a"
        )
        let whole = try await run("backup", file, profile: "a")

        #expect([73, 74].contains(result.code), "\(result)")
        #expect(!result.error.isEmpty)
        #expect(whole.code == 0)
        #expect(try names() == ["a", "device.backup"])
    }

    @Test("kill -9 leaves a whole backup or none, and a whole restored device or none")
    func killed() async throws {
        let export = scratch.path + "/export.xml"
        let fixture = try await TrendyProcess.run(
            "fixture",
            export,
            "--days",
            "20",
            "--size",
            "2MiB"
        )
        #expect(fixture.code == 0, "\(fixture)")
        #expect(try await run("import", export, profile: "a").code == 0)
        #expect(try await run("backup", scratch.path + "/good.backup", profile: "a").code == 0)
        for step in 0..<8 {
            let backup = try TrendyProcess([
                "backup", file, "--profile", scratch.path + "/a",
            ])
            try waitForTemporary(of: backup, step: step)
            backup.kill()
            _ = await backup.wait()
            if try names().contains("device.backup") {
                #expect(try await run("check", file, profile: "a").code == 0)
                try FileManager.default.removeItem(atPath: file)
            }
            let restore = try TrendyProcess([
                "restore", scratch.path + "/good.backup", "--profile", scratch.path + "/b",
            ])
            try waitForTemporary(of: restore, step: step)
            restore.kill()
            _ = await restore.wait()
            if try names().contains("b") {
                #expect(try await run("check", profile: "b").code == 0)
                try FileManager.default.removeItem(atPath: scratch.path + "/b")
            }
        }
        #expect(try await run("check", profile: "a").code == 0)
        #expect(try await run("backup", file, profile: "a").code == 0)
        #expect(try await run("restore", file, profile: "b").code == 0)
    }

    /// Waits until a process has made its temporary directory and then for some more steps, or has
    /// ended.
    private func waitForTemporary(of process: TrendyProcess, step: Int) throws {
        let known = try names().count
        var looks = 0
        while process.isRunning, looks < step * 40 {
            if try names().count > known { looks += 1 }
        }
    }

    @Test("A check lists the files and their state, and finds a damaged backup")
    func check() async throws {
        #expect(try await run("log", "SecretName", profile: "a").code == 0)
        #expect(try await run("backup", file, profile: "a").code == 0)

        let profile = try await run("check", profile: "a")
        let backup = try await run("check", file, profile: "a")
        let missing = try await run("check", file + "x", profile: "a")
        let empty = try await run("check", profile: "none")
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        try handle.truncate(atOffset: 70_000)
        try handle.close()
        let damaged = try await run("check", file, "--json", profile: "a")
        let refused = try await run("restore", file, "--json", profile: "b")

        #expect(profile.code == 0, "\(profile)")
        #expect(profile.output.contains("local.sqlite"))
        #expect(profile.output.contains("intact"))
        #expect(backup.code == 0, "\(backup)")
        #expect(backup.output.contains("Backup of 20"))
        #expect(!(profile.output + backup.output).contains("SecretName"))
        #expect(missing.code == 66)
        #expect(empty.code == 66)
        #expect(damaged.code == 1)
        #expect(damaged.output.contains("\"damaged\""))
        #expect(refused.code == 65)
        #expect(refused.error.hasPrefix("{"))
        #expect(try names() == ["a", "device.backup"])
    }
}
