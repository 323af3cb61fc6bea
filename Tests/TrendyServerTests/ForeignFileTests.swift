import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyWire

@Suite("Database files of other programs")
struct ForeignFileTests {
    /// Files of other programs and of other kinds.
    enum Foreign: String, CaseIterable {
        case tables, writeAheadLog, applicationID, otherMigrations, device, markedDevice

        func make(at path: String) throws {
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                switch self {
                case .tables:
                    try db.execute(sql: "CREATE TABLE note (text); INSERT INTO note VALUES ('a')")
                case .writeAheadLog:
                    try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE note (text)")
                case .applicationID:
                    try db.execute(sql: "PRAGMA application_id = 7; VACUUM")
                case .otherMigrations:
                    try db.execute(
                        sql: """
                            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                            INSERT INTO grdb_migrations VALUES ('0001');
                            CREATE TABLE account (id);
                            """
                    )
                case .device, .markedDevice:
                    try db.execute(
                        sql: """
                            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                            INSERT INTO grdb_migrations VALUES ('0001');
                            CREATE TABLE mutation (id); CREATE TABLE meta (key);
                            """
                    )
                    if self == .markedDevice {
                        let id = DatabaseKind.device.rawValue
                        try db.execute(sql: "PRAGMA application_id = \(id)")
                    }
                }
            }
            try queue.close()
        }
    }

    private func listing(_ path: String) throws -> [String] {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    @Test(
        "A file of another program is refused and stays byte-identical",
        arguments: Foreign.allCases
    )
    func refused(_ foreign: Foreign) async throws {
        let path = try temporaryFile()
        try foreign.make(at: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))

        let error = await #expect(throws: ServerError.self) {
            _ = try await TrendyServerApplication(
                configuration: ServerConfiguration(databasePath: path, port: 0),
                dependencies: TestWorld().dependencies,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        }
        let administration = ServerAdministration(
            path: path,
            dependencies: TestWorld().dependencies
        )
        #expect(throws: ServerError.self) { try administration.check() }
        #expect(throws: ServerError.self) { try administration.vacuum() }
        #expect(throws: ServerError.self) { try administration.rotateKeys(endsSessions: true) }

        #expect(error?.code == .foreignDatabase)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains("Nothing was changed") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try listing(path) == ["server.sqlite"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o644)
    }

    @Test("A server database of an older version is identified by its tables, and marked")
    func marked() async throws {
        let path = try temporaryFile()
        try await SQLiteStore(path: path, random: TestRandom(seed: 1)).close()
        let queue = try DatabaseQueue(path: path)
        func id() throws -> Int32? {
            try queue.unsafeRead { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
        }
        #expect(try id() == DatabaseKind.server.rawValue)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = 0")
        }

        try await SQLiteStore(path: path, random: TestRandom(seed: 1)).close()

        #expect(try id() == DatabaseKind.server.rawValue)
        try queue.close()
    }

    @Test("A file that is complete only with its log, as after a full disk, opens")
    func tornFile() async throws {
        let path = try temporaryFile()
        let fixture = try await ServerFixture(factory: .sqlite, database: path)
        try await fixture.test { client in
            let client = try await client.signedUp()
            for index in 0..<50 {
                let fields = typeFields("T\(index)" + String(repeating: "x", count: 90))
                let type = client.mutation(.create, .eventType, client.world.id(), fields)
                #expect(try await client.push([type]).status == .ok)
            }
        }
        let copy = try temporaryFile()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        // The size in the header that a checkpoint wrote before it could grow the file.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
        try file.seek(toOffset: 28)
        try file.write(contentsOf: Data([0, 0xFF, 0xFF, 0xFF]))
        try file.close()
        #expect(
            try !SQLiteFile.verifyKind(.server, path: copy, files: LocalFiles(), label: "The file")
        )

        let store = try SQLiteStore(path: copy, random: TestRandom(seed: 1))

        let account = try #require(try await store.account(email: "ada@example.com"))
        #expect(try await store.latestVersion(account: account.id) == 50)
        try await store.close()
        try await fixture.store.close()
    }

    @Test("An empty file becomes a server database")
    func empty() async throws {
        let path = try temporaryFile()
        try Data().write(to: URL(fileURLWithPath: path))

        try await SQLiteStore(path: path, random: TestRandom(seed: 1)).close()
    }
}
