import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyWire

@testable import TrendyServer

@Suite("Backup and restore")
struct BackupTests {
    private let fixture: AdministrationFixture

    init() throws {
        fixture = try AdministrationFixture()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A backup is one complete, private file, and the report describes its contents")
    func backup() async throws {
        try await fixture.fill(accounts: 2, events: 10)
        let file = fixture.beside("backup.sqlite")
        var progress: [CopyProgress] = []

        let report = try fixture.administration.backup(to: file) { progress.append($0) }

        #expect(report.accounts == 2)
        #expect(report.entities == 22)
        #expect(report.bytes == (try Data(contentsOf: URL(fileURLWithPath: file)).count))
        #expect(progress.last?.pages == progress.last?.total)
        #expect(try mode(file) == 0o600)
        #expect(try fixture.listing == ["backup.sqlite", "server.sqlite"])
        let copy = ServerAdministration(path: file, dependencies: fixture.world.dependencies)
        #expect(try copy.check() == fixture.administration.check())
    }

    @Test("An existing file is replaced only on request")
    func existing() async throws {
        try await fixture.fill()
        let file = fixture.beside("backup.sqlite")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file))

        let refused = fixture.errorCode { _ = try fixture.administration.backup(to: file) }
        #expect(refused == .fileExists)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("precious".utf8))
        _ = try fixture.administration.backup(to: file, replacing: true)

        #expect(try mode(file) == 0o600)
        #expect(try fixture.listing == ["backup.sqlite", "server.sqlite"])
    }

    @Test("A missing database or directory is reported, and not created")
    func missing() async throws {
        let administration = fixture.administration
        for body in [
            { _ = try administration.backup(to: fixture.beside("b")) },
            { _ = try administration.check() }, { _ = try administration.statistics() },
            { _ = try administration.vacuum() },
            { _ = try administration.rotateKeys(endsSessions: true) },
            { _ = try administration.openStore() },
        ] {
            #expect(fixture.errorCode(body) == .missingDatabase)
        }
        #expect(try fixture.listing.isEmpty)
        // The missing database is the first obstacle, also when there is a backup already.
        let file = fixture.beside("b")
        try Data("b".utf8).write(to: URL(fileURLWithPath: file))
        #expect(fixture.errorCode { _ = try administration.backup(to: file) } == .missingDatabase)

        try await fixture.fill()
        let nowhere = fixture.errorCode {
            _ = try administration.backup(to: fixture.beside("none/b"))
        }
        #expect(nowhere == .cannotOpenDatabase)
    }

    @Test("A full disk leaves no partial backup")
    func diskFull() async throws {
        guard let mount = try TestMount(megabytes: 1) else { return }  // for the superuser only
        try await fixture.fill(events: 400)
        let store = try fixture.open()
        let account = try #require(try await store.account(email: "a0@example.com")).id
        for _ in 0..<8 { try await fixture.push(to: store, account, events: 400) }
        try await store.close()

        let file = mount.directory + "/backup.sqlite"
        let error = #expect(throws: ServerError.self) {
            try fixture.administration.backup(to: file)
        }

        #expect(error?.code == .unsuitableDisk)
        #expect(error?.message.hasPrefix("The backup at \(file).partial-") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount.directory).isEmpty)
    }

    @Test("A backup and a restore keep the owner of the file that they replace")
    func owner() async throws {
        guard geteuid() == 0 else { return }  // only the superuser may change an owner
        func owners(_ path: String) -> [UInt32] {
            var status = stat()
            return stat(path, &status) == 0 ? [status.st_uid, status.st_gid] : []
        }
        try await fixture.fill(events: 1)
        let file = fixture.beside("backup.sqlite")
        try Data().write(to: URL(fileURLWithPath: file))
        try #require(chown(file, 4001, 4002) == 0 && chown(fixture.path, 5001, 5002) == 0)

        _ = try fixture.administration.backup(to: file, replacing: true)
        _ = try fixture.administration.restore(from: file)

        #expect(owners(file) == [4001, 4002])
        #expect(owners(fixture.path) == [5001, 5002])
    }

    @Test(
        "A full, faulty or read-only disk is distinguished from other reasons",
        arguments: [
            (ENOSPC, .unsuitableDisk), (EIO, .unsuitableDisk), (EROFS, .unsuitableDisk),
            (EACCES, .cannotOpenDatabase), (ENOENT, .cannotOpenDatabase),
        ] as [(Int32, ServerError.Code)]
    )
    func reasons(_ number: Int32, _ code: ServerError.Code) {
        errno = number
        let error = PartialFile.error("The file cannot be written")

        #expect(error.code == code)
        #expect(error.message.hasPrefix("The file cannot be written: "))
        let isDisk = code == .unsuitableDisk
        #expect(error.message.contains(isDisk ? "Free some space" : "Check that the directory"))
    }

    #if os(Linux)
    @Test("A file that the system cannot sync to the disk is an error")
    func unsyncable() {
        let error = #expect(throws: ServerError.self) { try PartialFile.sync("/dev/null") }

        #expect(error?.code == .cannotOpenDatabase)
        #expect(error?.message.hasPrefix("/dev/null cannot be synced to the disk: ") == true)
    }
    #endif

    @Test("A backup during pushes is a consistent snapshot, and its restore starts a new epoch")
    func whilePushing() async throws {
        let account = try await fixture.fill()[0]
        let store = try fixture.open()
        let file = fixture.beside("backup.sqlite")
        let epoch = store.newAccountEpoch
        let (pushed, signal) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let pushing = Task { [fixture] in
            defer { signal.finish() }
            var pushes = 0
            while !Task.isCancelled {
                do {
                    try await fixture.push(to: store, account, events: 50)
                } catch is CancellationError {
                    // It still waited for its turn.
                    break
                }
                pushes += 1
                signal.yield()
            }
            return pushes
        }

        var reports: [BackupReport] = []
        var pushes = pushed.makeAsyncIterator()
        for _ in 0..<5 {
            _ = await pushes.next()
            reports.append(try fixture.administration.backup(to: file, replacing: true))
        }
        pushing.cancel()
        let count = try await pushing.value
        let after = try await store.latestVersion(account: account)
        try await store.close()
        let report = try fixture.administration.restore(from: file)
        let restored = try fixture.open()

        #expect(count >= 5)
        // Each push has 51 entities: no backup contains a part of a push.
        for report in reports { #expect((report.entities - 11) % 51 == 0) }
        #expect(Set(reports.map(\.entities)).count > 1)
        #expect(report.entities == reports.last?.entities)
        #expect(restored.newAccountEpoch != epoch)
        let start = try await restored.snapshotStart(account: account)
        #expect(start.version <= after)
        #expect(start.previousEpochs == [TrendyWire.Cursor(epoch: epoch, version: start.version)])
        let replaced = try #require(report.replaced)
        #expect(try mode(replaced) == 0o600)
        try await restored.close()
        let old = ServerAdministration(path: replaced, dependencies: fixture.world.dependencies)
        #expect(try old.check().accounts.first?.sequence == after)
        #expect(try old.check().findings.isEmpty)
    }

    @Test("A restore is refused while a server runs and for invalid backups, without a change")
    func refusedRestores() async throws {
        try await fixture.fill()
        let backup = fixture.beside("backup.sqlite")
        _ = try fixture.administration.backup(to: backup)
        let text = fixture.beside("text")
        try Data(String(repeating: "no database ", count: 100).utf8).write(
            to: URL(fileURLWithPath: text)
        )
        let foreign = fixture.beside("foreign")
        try ForeignFileTests.Foreign.tables.make(at: foreign)
        let damaged = fixture.beside("damaged")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: backup))
        bytes.replaceSubrange(40_960..<49_152, with: Data(repeating: 0x5A, count: 8192))
        try bytes.write(to: URL(fileURLWithPath: damaged))
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
        func code(_ file: String) -> ServerError.Code? {
            fixture.errorCode { _ = try fixture.administration.restore(from: file) }
        }

        do {
            let lock = try #require(try LocalFiles().lock(fixture.path))
            #expect(code(backup) == .databaseInUse)
            withExtendedLifetime(lock) {}
        }
        #expect(code(fixture.beside("none")) == .missingDatabase)
        #expect(code(text) == .damagedDatabase)
        #expect(code(foreign) == .foreignDatabase)
        #expect(code(damaged) == .damagedDatabase)

        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
        #expect(
            try fixture.listing == [
                "backup.sqlite", "damaged", "foreign", "server.sqlite", "server.sqlite.lock",
                "text",
            ]
        )
    }

    @Test("A restore replaces a damaged database, and keeps it with its log")
    func damagedReplaced() async throws {
        try await fixture.fill()
        let backup = fixture.beside("backup.sqlite")
        _ = try fixture.administration.backup(to: backup)
        let garbage = Data(repeating: 0x5A, count: 8192)
        try garbage.write(to: URL(fileURLWithPath: fixture.path))
        try garbage.write(to: URL(fileURLWithPath: fixture.path + "-wal"))

        let report = try fixture.administration.restore(from: backup)

        let replaced = try #require(report.replaced)
        #expect(try Data(contentsOf: URL(fileURLWithPath: replaced)) == garbage)
        #expect(try Data(contentsOf: URL(fileURLWithPath: replaced + "-wal")) == garbage)
        #expect(try fixture.administration.check().findings.isEmpty)
        #expect(try fixture.administration.statistics().entities["event"] == 10)
    }

    @Test("A restore without an existing database includes the backup's log")
    func newPlace() async throws {
        try await fixture.fill()
        let store = try fixture.open()
        let account = try #require(try await store.account(email: "a0@example.com")).id
        try await fixture.push(to: store, account, events: 5)
        // A plain copy of the files of a running server, like a file system snapshot.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.path + suffix,
                toPath: fixture.beside("copy.sqlite" + suffix)
            )
        }
        try await store.close()
        let place = fixture.beside("new.sqlite")
        let administration = ServerAdministration(
            path: place,
            dependencies: fixture.world.dependencies
        )

        let report = try administration.restore(from: fixture.beside("copy.sqlite"))

        #expect(report.replaced == nil)
        #expect(report.entities == 17)
        #expect(report.bytes == (try Data(contentsOf: URL(fileURLWithPath: place)).count))
        #expect(try mode(place) == 0o600)
        #expect(try administration.check().findings.isEmpty)
    }
}
