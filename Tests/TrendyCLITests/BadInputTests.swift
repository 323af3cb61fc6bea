import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Invalid input", .serialized)
struct BadInputTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var profile: String { scratch.path + "/a" }

    private func expect(
        _ code: Int32,
        mentioning words: [String],
        _ arguments: [String],
        environment: [String: String] = [:]
    ) async throws {
        let result = try await TrendyProcess(
            arguments + ["--profile", profile],
            environment: environment
        ).wait()
        #expect(result.code == code, "\(arguments): \(result.error)")
        for word in words { #expect(result.error.contains(word), "\(result.error)") }
        #expect(result.output.isEmpty)
    }

    private func expectNothingStored() async throws {
        let status = try await TrendyProcess.run("status", "--profile", profile, "--json")
        #expect(status.output.contains("\"pending\" : 0"))
        let events = try await TrendyProcess.run("events", "--profile", profile, "--json")
        #expect(events.output.filter { !$0.isWhitespace } == "[]")
    }

    @Test("A wrong file, an empty zip, a directory and a missing path are refused")
    func wrongFiles() async throws {
        let text = try scratch.write("hello", to: "hello.zip")
        let empty = scratch.path + "/empty.zip"
        try Data([0x50, 0x4B, 0x05, 0x06] + [UInt8](repeating: 0, count: 18)).write(
            to: URL(fileURLWithPath: empty)
        )

        try await expect(65, mentioning: [text, "not an Apple Health export"], ["import", text])
        try await expect(65, mentioning: [empty, "Export All Health Data"], ["import", empty])
        try await expect(66, mentioning: ["directory", "export.zip"], ["import", scratch.path])
        try await expect(66, mentioning: ["no such file"], ["import", scratch.path + "/none"])
        try await expectNothingStored()
    }

    @Test("A truncated export stores its readable part, and nothing with --strict")
    func truncated() async throws {
        let export = scratch.path + "/export.xml"
        try await TrendyProcess.run("fixture", export, "--days", "3", "--seed", "5")
        let data = try Data(contentsOf: URL(fileURLWithPath: export))
        try data.prefix(data.count * 2 / 3).write(to: URL(fileURLWithPath: export))

        try await expect(65, mentioning: ["Byte", "--strict"], ["import", export, "--strict"])
        try await expectNothingStored()
        let kept = try await TrendyProcess.run("import", export, "--profile", profile)
        #expect(kept.code == 0)
        #expect(kept.output.contains("Warning"))
    }

    @Test("A zip bomb is refused")
    func bomb() async throws {
        let xml = try scratch.write(
            "<HealthData>" + String(repeating: " ", count: 60 << 20),
            to: "e.xml"
        )
        let zip = Process()
        zip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        zip.arguments = ["python3", "-m", "zipfile", "-c", scratch.path + "/bomb.zip", xml]
        try zip.run()
        zip.waitUntilExit()
        guard zip.terminationStatus == 0 else { return }  // no Python: the reader's tests cover it

        try await expect(
            65,
            mentioning: ["unpacks to more than"],
            ["import", scratch.path + "/bomb.zip"]
        )
        try await expectNothingStored()
    }

    @Test("A second program on the same profile gets EX_TEMPFAIL")
    func inUse() async throws {
        try await TrendyProcess.run("log", "Coffee", "--profile", profile)
        let store = try DeviceStore(
            path: profile + "/local.sqlite",
            dependencies: .live()
        )

        try await expect(75, mentioning: ["Another program"], ["log", "Tea"])
        try await store.close()
        #expect(try await TrendyProcess.run("log", "Tea", "--profile", profile).code == 0)
    }

    @Test(
        "Invalid times and zones, a sync without a sign-in and a file as profile are refused"
    )
    func wrongUse() async throws {
        try await expect(
            64,
            mentioning: ["not a time", "yesterday 18:00"],
            ["log", "Coffee", "--at", "yesterday"]
        )
        let template = ["--map-tiles", "http://tiles.example/{z}/{x}/{y}.png"]
        try await expect(64, mentioning: ["--map-attribution"], ["web"] + template)
        try await expect(
            64,
            mentioning: ["begins with https://"],
            ["web"] + template + ["--map-attribution", "©"]
        )
        try await expect(64, mentioning: ["time zone"], ["events", "--time-zone", "Mars/Olympus"])
        try await expect(77, mentioning: ["trendy login"], ["sync"])
        let file = try scratch.write("x", to: "file")
        let result = try await TrendyProcess.run("status", "--profile", file)
        #expect(result.code == 73)
    }

    @Test("With the server down, the error says that everything is saved on the device")
    func serverDown() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        try await TrendyProcess.run(
            "signup",
            "--profile",
            profile,
            "--server",
            server.url,
            "--email",
            "a@example.org"
        )
        await server.kill()
        try await TrendyProcess.run("log", "Coffee", "--profile", profile)

        try await expect(69, mentioning: ["cannot be reached", "saved on this device"], ["sync"])
        let status = try await TrendyProcess.run("status", "--profile", profile)
        #expect(status.output.contains("Offline. 2 changes waiting. Everything is saved"))
        #expect(status.output.contains("cannot be reached"))
    }

    @Test("Wrong and short passwords and unusable addresses are refused")
    func accounts() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let sign = ["--server", server.url, "--email", "a@example.org"]
        #expect(try await TrendyProcess(["signup", "--profile", profile] + sign).wait().code == 0)

        try await expect(
            77,
            mentioning: ["no account with this address and password"],
            ["login"] + sign,
            environment: ["TRENDY_PASSWORD": "something else"]
        )
        try await expect(
            65,
            mentioning: ["has another password", "Sign in"],
            ["signup"] + sign,
            environment: ["TRENDY_PASSWORD": "something else"]
        )
        try await expect(
            65,
            mentioning: ["8"],
            ["signup", "--server", server.url, "--email", "b@example.org"],
            environment: ["TRENDY_PASSWORD": "short"]
        )
        try await expect(
            64,
            mentioning: ["not a server address"],
            ["login", "--server", "example", "--email", "a@example.org"]
        )
    }

    @Test("A token of another server asks for a new sign-in and keeps the pending changes")
    func foreignToken() async throws {
        let first = try await ServerProcess(database: scratch.path + "/one.sqlite")
        try await TrendyProcess.run(
            "signup",
            "--profile",
            profile,
            "--server",
            first.url,
            "--email",
            "a@example.org"
        )
        try await TrendyProcess.run("log", "Coffee", "--profile", profile)
        await first.stop()
        let second = try await ServerProcess(
            database: scratch.path + "/two.sqlite",
            port: first.port
        )
        #expect(second.url == first.url)

        try await expect(77, mentioning: ["Sign in again"], ["sync"])
        let status = try await TrendyProcess.run("status", "--profile", profile, "--json")
        #expect(status.output.contains("\"pending\" : 2"))
    }

    @Test("A sync with the cursor of another server is refused before it changes anything")
    func foreignCursor() async throws {
        let other = scratch.path + "/b"
        let first = try await ServerProcess(database: scratch.path + "/one.sqlite")
        let second = try await ServerProcess(database: scratch.path + "/two.sqlite")
        for (profile, url) in [(profile, first.url), (other, second.url)] {
            try await TrendyProcess.run(
                "signup",
                "--profile",
                profile,
                "--server",
                url,
                "--email",
                "a@example.org"
            )
            try await TrendyProcess.run("log", "Coffee", "--profile", profile)
            try await TrendyProcess.run("sync", "--profile", profile)
        }
        // The database of the second server replaces that of the first, with its cursor.
        let mine = try database(in: profile)
        try FileManager.default.removeItem(atPath: mine)
        try FileManager.default.copyItem(atPath: database(in: other), toPath: mine)
        let before = try await TrendyProcess.run("status", "--profile", profile, "--json").output

        try await expect(65, mentioning: ["another server", "another profile"], ["sync"])

        let after = try await TrendyProcess.run("status", "--profile", profile, "--json").output
        #expect(after.contains("\"pending\" : 0") && before.contains("\"pending\" : 0"))
        let check = try await TrendyProcess.run("sync", "--profile", other, "--verify")
        #expect(check.code == 0, "\(check.error)")
        await first.stop()
        await second.stop()
    }

    /// The database file of a profile's account.
    private func database(in profile: String) throws -> String {
        let files = FileManager.default.enumerator(atPath: profile)?.compactMap { $0 as? String }
        let name = try #require(files?.first { $0.hasSuffix(".sqlite") })
        return profile + "/" + name
    }

    @Test("A server refuses a port in use and an unusable database")
    func badServers() async throws {
        let running = try await ServerProcess(database: scratch.path + "/one.sqlite")
        let taken = try await TrendyProcess.run(
            "serve",
            "--database",
            scratch.path + "/two.sqlite",
            "--port",
            String(running.port)
        )
        #expect(taken.code == 75)
        #expect(taken.error.contains("choose another port"))
        let shared = try await TrendyProcess.run(
            "serve",
            "--database",
            scratch.path + "/one.sqlite",
            "--port",
            "0"
        )
        #expect(shared.code == 75)
        let missing = try await TrendyProcess.run(
            "serve",
            "--database",
            scratch.path + "/none/db.sqlite",
            "--port",
            "0"
        )
        #expect(missing.code == 73)
        let file = try scratch.write(String(repeating: "not a database ", count: 100), to: "f")
        let damaged = try await TrendyProcess.run("serve", "--database", file, "--port", "0")
        #expect(damaged.code == 65)
    }

    @Test("An import on a full disk fails with a remedy and keeps the existing data")
    func fullDisk() async throws {
        let disk = scratch.path + "/disk"
        try FileManager.default.createDirectory(
            atPath: disk,
            withIntermediateDirectories: true
        )
        guard mount(disk) else { return }  // only root may make a small disk
        defer { unmount(disk) }
        let export = scratch.path + "/export.zip"
        try await TrendyProcess.run("fixture", export, "--days", "60", "--seed", "5")
        let small = disk + "/device"
        #expect(try await TrendyProcess.run("log", "Coffee", "--profile", small).code == 0)

        let result = try await TrendyProcess.run("import", export, "--profile", small)

        #expect(result.code == 74, "\(result.error)")
        #expect(result.error.contains("Free some space"))
        unmountable(disk)
        let events = try await TrendyProcess.run("types", "--profile", small)
        #expect(events.output.contains("Coffee"))
    }

    private func mount(_ path: String) -> Bool {
        shell("mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", path)
    }

    private func unmountable(_ path: String) {
        _ = shell("mount", "-o", "remount,size=8m", path)
    }

    private func unmount(_ path: String) {
        _ = shell("umount", path)
    }

    private func shell(_ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return false
        }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
