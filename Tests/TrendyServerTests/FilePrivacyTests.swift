import Foundation
import Logging
import Testing
import TrendySQLite
import TrendyServer

@Suite("Permissions of the server's files", .serialized)
struct FilePrivacyTests {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func open(_ path: String, _ log: TestLog = TestLog()) throws -> SQLiteStore {
        try SQLiteStore(path: path, random: TestRandom(seed: 1), logger: log.logger)
    }

    @Test("A new database, its log and its index are readable by their owner only")
    func newFiles() async throws {
        let path = try temporaryFile()
        let log = TestLog()

        let store = try open(path, log)
        let lock = try LocalFiles().lock(path)

        for suffix in ["", "-wal", "-shm", ".lock"] { #expect(try mode(path + suffix) == 0o600) }
        #expect(log.entries.isEmpty)
        withExtendedLifetime(lock) {}
        try await store.close()
    }

    @Test("A database that others could read gets mode 0600, and the log names the remedy")
    func tightened() async throws {
        let path = try temporaryFile()
        try await open(path).close()
        try setMode(0o644, path)
        let log = TestLog()

        let store = try open(path, log)

        for suffix in ["", "-wal", "-shm"] { #expect(try mode(path + suffix) == 0o600) }
        let entry = try #require(log.entries.first)
        #expect(entry.level == .warning)
        for word in [path, "0644", "rotate-keys"] { #expect(entry.message.contains(word)) }
        try await store.close()
        let again = TestLog()
        try await open(path, again).close()
        #expect(again.entries.isEmpty)
    }

    @Test("A log that others can read becomes private together with its database")
    func companions() async throws {
        let path = try temporaryFile()
        let store = try open(path)
        try setMode(0o644, path + "-wal")

        _ = try LocalFiles().makePrivate(path)

        #expect(try mode(path + "-wal") == 0o600)
        try await store.close()
    }

    @Test("A world-writable directory is reported, unless it has the sticky bit")
    func directory() async throws {
        let path = try temporaryFile()
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try setMode(0o777, directory)
        let log = TestLog()

        try await open(path, log).close()
        try setMode(0o1777, directory)
        let sticky = TestLog()
        try await open(path, sticky).close()

        #expect(log.entries.first?.message.contains("chmod o-w") == true)
        #expect(sticky.entries.isEmpty)
    }
}
