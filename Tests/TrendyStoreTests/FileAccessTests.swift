import Foundation
import GRDB
import Testing
import TrendyModel
import TrendySQLite
import TrendyStore

@Suite("Database file permissions and validation")
struct FileAccessTests {
    private let fixture: StoreFixture

    init() throws {
        fixture = try StoreFixture()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Only the owner can read a new database and its log")
    func newFiles() async throws {
        let store = try fixture.open()

        for suffix in ["", "-wal", "-shm"] { #expect(try mode(fixture.path + suffix) == 0o600) }
        try await store.close()
    }

    @Test("Opening a database removes the permissions of other users")
    func tightened() async throws {
        try await fixture.open().close()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: fixture.path
        )

        let store = try fixture.open()

        for suffix in ["", "-wal", "-shm"] { #expect(try mode(fixture.path + suffix) == 0o600) }
        try await store.close()
    }

    @Test(
        "A database of a server or another application is refused and left unchanged",
        arguments: [
            "account (id); CREATE TABLE receipt (id); CREATE TABLE meta (id)", "note (text)",
        ]
    )
    func foreign(tables: String) throws {
        let queue = try DatabaseQueue(path: fixture.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "CREATE TABLE grdb_migrations (identifier TEXT); CREATE TABLE \(tables)"
            )
        }
        try queue.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))

        let error = #expect(throws: StoreError.self) { try fixture.open() }

        #expect(error?.code == .cannotOpen)
        guard
            case .databaseNotOpened(.foreign, path: let path, details: let details)? = error?.reason,
            path == fixture.path
        else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(details?.hasPrefix("the ") == true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == bytes)
        #expect(!FileManager.default.fileExists(atPath: fixture.path + "-wal"))
    }
}
