import Foundation
import GRDB
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Backup files")
struct BackupFileTests {
    private let scratch: String

    init() throws {
        scratch = FileManager.default.temporaryDirectory.path + "/backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: true
        )
    }

    private var profile: String { scratch + "/a" }
    private var file: String { scratch + "/device.backup" }

    private func record(_ count: Int) async throws {
        let path = try Profile(directory: profile).databasePath
        let store = try DeviceStore(path: path, dependencies: .live())
        for number in 0..<count { try await store.log("Coffee", notes: "note \(number)") }
        try await store.close()
    }

    @discardableResult
    private func backUp(replacing: Bool = false) throws -> DeviceBackup {
        try BackUpDevice(directory: profile, dependencies: .live())(to: file, replacing: replacing)
    }

    private func restore(_ source: String? = nil, replacing: Bool = false) throws -> DeviceRestore {
        try RestoreDevice(directory: scratch + "/b", dependencies: .live())(
            from: source ?? file,
            replacing: replacing
        )
    }

    private func check(_ path: String) throws -> DeviceCheck {
        try CheckDevice(dependencies: .live())(path)
    }

    private func code(_ body: () throws -> Void) -> BackupError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? BackupError)?.code
        }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch).sorted()
    }

    private func remove() {
        try? FileManager.default.removeItem(atPath: scratch)  // it is temporary
    }

    @Test("A backup is private, and neither its writing nor its check leaves other files")
    func tidy() async throws {
        defer { remove() }
        try await record(3)

        let report = try backUp()
        let check = try check(file)

        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(report.entities == 4 && report.unsent == 4)
        #expect(try names() == ["a", "device.backup"])
        #expect(check.kind == .backup && check.createdAt != nil)
        #expect(check.findings.isEmpty, "\(check.findings)")
        #expect(check.files.first?.entities == ["event": 3, "event_type": 1])
    }

    @Test("A backup is written while the device is in use, and is of one moment")
    func inUse() async throws {
        defer { remove() }
        try await record(1)
        let path = try Profile(directory: profile).databasePath
        let store = try DeviceStore(path: path, dependencies: .live())
        async let recording: Void = {
            for _ in 0..<200 { try await store.log("Coffee") }
        }()

        var unsent: [Int] = []
        for _ in 0..<5 { unsent.append(try backUp(replacing: !unsent.isEmpty).unsent) }
        try await recording
        let inUse = try check(profile)
        try await store.close()

        #expect(unsent == unsent.sorted())
        #expect(inUse.findings.isEmpty, "\(inUse.findings)")
        #expect(try restore().unsent == unsent.last)
    }

    @Test("Existing files, links and directories are not replaced")
    func targets() async throws {
        defer { remove() }
        try await record(1)
        let manager = FileManager.default
        try "precious".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(code { _ = try backUp() } == .exists)
        #expect(code { _ = try backUp(replacing: true) } == .exists)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")

        try manager.removeItem(atPath: file)
        try manager.createSymbolicLink(atPath: file, withDestinationPath: scratch + "/other")
        #expect(code { _ = try backUp(replacing: true) } == .unsuitablePath)
        try manager.removeItem(atPath: file)
        try manager.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(code { _ = try backUp(replacing: true) } == .unsuitablePath)
        try manager.removeItem(atPath: file)

        let database = profile + "/local.sqlite"
        let write = BackUpDevice(directory: profile, dependencies: .live())
        #expect(code { _ = try write(to: database, replacing: true) } == .exists)
        #expect(code { _ = try write(to: scratch + "/no/x.backup") } == .unusable)
        #expect(code { _ = try write(to: "/dev/full", replacing: true) } == .unsuitablePath)
        #expect(try names() == ["a"])
    }

    @Test("A damaged, foreign or newer file is refused and changes nothing")
    func refused() async throws {
        defer { remove() }
        try await record(200)
        try backUp()
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        let bad = scratch + "/bad"
        let url = URL(fileURLWithPath: bad)
        for size in [0, 50, 5_000, whole.count / 2, whole.count - 1] {
            try whole.prefix(size).write(to: url)
            let code = code { _ = try restore(bad) }
            #expect(code == .damaged || (size == 0 && code == .foreign), "\(size): \(code as Any)")
            #expect(try !check(bad).findings.isEmpty || size == 0)
        }
        var flipped = whole
        flipped[whole.count / 2] ^= 0x40
        try flipped.write(to: url)
        #expect(code { _ = try restore(bad) } == .damaged)
        #expect(try check(bad).findings.map(\.code) == ["permissions", "damaged"])

        try whole.write(to: url)
        try await edit(bad, "UPDATE backup SET format = 2")
        #expect(code { _ = try restore(bad) } == .newer)
        try FileManager.default.removeItem(atPath: bad)
        try await edit(bad, "CREATE TABLE recipe (name TEXT)")
        #expect(code { _ = try restore(bad) } == .foreign)
        #expect(code { _ = try restore(profile + "/local.sqlite") } == .foreign)
        #expect(code { _ = try restore(scratch + "/missing") } == .missing)
        #expect(try names() == ["a", "bad", "device.backup"])
    }

    @Test("Names in a backup cannot leave the directory")
    func names() async throws {
        defer { remove() }
        try await record(1)
        try backUp()
        for name in ["../evil.sqlite", "/tmp/evil.sqlite", ".sqlite", "a/b", "", "x.sqlite-wal"] {
            try await edit(file, "UPDATE backup_file SET name = '\(name)' WHERE id = 1")
            #expect(code { _ = try restore() } == .damaged, "\(name)")
        }
        #expect(try names() == ["a", "device.backup"])
    }

    @Test("A database of a newer version in a backup is refused")
    func newerDatabase() async throws {
        defer { remove() }
        try await record(1)
        try await edit(
            profile + "/local.sqlite",
            "INSERT INTO grdb_migrations (identifier) VALUES ('9999')"
        )

        #expect(code { _ = try backUp() } == .newer)
        #expect(try check(profile).findings.map(\.code) == ["not_checked"])
        #expect(try names() == ["a"])
    }

    @Test("A directory with data is kept under another name, and only with permission")
    func replaced() async throws {
        defer { remove() }
        try await record(2)
        try backUp()
        _ = try restore()

        #expect(code { _ = try restore() } == .exists)
        let store = try DeviceStore(path: scratch + "/b/local.sqlite", dependencies: .live())
        #expect(code { _ = try restore(replacing: true) } == .inUse)
        try await store.log("Tea")
        try await store.close()
        let report = try restore(replacing: true)

        let kept = try #require(report.replaced)
        #expect(kept.hasPrefix(scratch + "/b.before-restore-"))
        #expect(try check(kept).files.first?.unsent == 5)
        #expect(try check(scratch + "/b").files.first?.unsent == 3)
        #expect(try names().count == 4)
        let link = scratch + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: profile)
        let linked = RestoreDevice(directory: link + "/", dependencies: .live())
        #expect(code { _ = try linked(from: file, replacing: true) } == .unsuitablePath)
    }

    @Test("A check finds damage, unreadable rows, quarantined changes and permissions")
    func findings() async throws {
        defer { remove() }
        try await record(300)
        let database = profile + "/local.sqlite"
        #expect(try check(profile).findings.isEmpty)
        try await edit(
            database,
            """
            UPDATE entity SET content = '{"notes":' WHERE rowid = 2;
            UPDATE mutation SET kind = 99 WHERE seq = 1;
            INSERT INTO quarantine (kind, reason, json, noticed_at) VALUES ('mood', '', '{}', 0)
            """
        )
        #expect(chmod(database, 0o644) == 0)

        let found = try check(profile)

        #expect(
            Set(found.findings.map(\.code)) == ["unreadable_rows", "quarantined", "permissions"]
        )
        #expect(found.findings.count == 4)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
        for offset in stride(from: 8192, to: bytes.count - 200, by: 4096) {
            bytes.replaceSubrange(offset..<offset + 100, with: Data(repeating: 0xFF, count: 100))
        }
        try bytes.write(to: URL(fileURLWithPath: database))
        #expect(try check(database).findings.contains { $0.code == "damaged" })
        #expect(code { _ = try backUp() } == .damaged)
        #expect(try names() == ["a"])
    }

    @Test("Other databases of the directory are in the backup")
    func others() async throws {
        defer { remove() }
        try await record(1)
        for name in ["samples", "not of Trendy"] {
            try await edit("\(profile)/\(name).sqlite", "CREATE TABLE s AS SELECT 1.5 AS value")
        }

        let report = try backUp()
        _ = try restore()

        #expect(report.files.map(\.name) == ["local.sqlite", "samples.sqlite"])
        let queue = try DatabaseQueue(path: scratch + "/b/samples.sqlite")
        #expect(try await queue.read { try Double.fetchOne($0, sql: "SELECT value FROM s") } == 1.5)
    }

    private func edit(_ path: String, _ sql: String) async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
