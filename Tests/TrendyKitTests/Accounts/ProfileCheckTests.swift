import Foundation
import GRDB
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Files in a profile's directory that belong to no session")
struct ProfileCheckTests {
    /// A device of Ada's account with unsent changes.
    private func fixture(changes: Int) async throws -> OnboardingFixture {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let path = try fixture.profile().databasePath
        let store = try DeviceStore(path: path, dependencies: fixture.dependencies)
        for number in 0..<changes {
            _ = try await store.write { try $0.entities.create(EventType(name: "T\(number)")) }
        }
        try await store.close()
        return fixture
    }

    private func damageProfile(_ fixture: OnboardingFixture) throws {
        let bytes = Data(repeating: UInt8(ascii: "["), count: 513)
        try bytes.write(to: URL(fileURLWithPath: fixture.directory + "/profile.json"))
    }

    @Test(
        "A damaged profile.json and its unsent changes are reported until the next sign-in"
    )
    func damagedProfile() async throws {
        let fixture = try await fixture(changes: 10)
        #expect(try fixture.profile().check() == ProfileCheck())
        try damageProfile(fixture)

        #expect(try fixture.profile().wasDamaged)
        // Also at the next opening, which finds no damaged file.
        let check = try fixture.profile().check()

        #expect(check.damagedFile == "profile.json.damaged-1")
        #expect(check.databases.map(\.unsent) == [10])
        #expect(check.databases.map(\.account) == [OnboardingFixture.ada.description])
        #expect(check.findings.map(\.code) == ["profile_damaged", "unsent_elsewhere"])
        let words = check.findings.map(\.finding).joined()
        #expect(words.contains("profile.json.damaged-1"))
        #expect(words.contains("10 changes"))
        #expect(check.findings.allSatisfy { $0.remedy.contains("trendy login") })
        try await fixture.signIn()
        #expect(try fixture.profile().check() == ProfileCheck())
    }

    @Test("The diagnosis lists the current database first, then the findings of the directory")
    func diagnosis() async throws {
        let fixture = try await fixture(changes: 3)
        try damageProfile(fixture)
        let profile = try fixture.profile()
        let path = profile.databasePath
        let store = try DeviceStore(path: path, dependencies: fixture.dependencies)

        let diagnosis = try await Diagnose(
            store: store,
            transport: nil,
            wallClock: fixture.wall,
            profile: profile.check()
        )()

        #expect(diagnosis.findings.map(\.code) == ["profile_damaged", "unsent_elsewhere"])
        #expect(diagnosis.profile == profile.check())
        try await store.close()
    }

    @Test("Data recorded before the first sign-in is reported beside an account's database")
    func local() async throws {
        let fixture = try await fixture(changes: 0)
        let path = fixture.directory + "/local.sqlite"
        let store = try DeviceStore(path: path, dependencies: fixture.dependencies)
        _ = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }

        // The store is open in this process: counting must not take a lock that it holds.
        let check = try fixture.profile().check()

        #expect(check.damagedFile == nil)
        #expect(check.databases.map(\.file) == ["local.sqlite"])
        #expect(check.databases.map(\.account) == [nil])
        #expect(check.databases.map(\.unsent) == [1])
        _ = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await store.close()
    }

    @Test("A database without unsent changes is listed without a finding")
    func allSent() async throws {
        let fixture = try await fixture(changes: 0)
        try await fixture.signIn(OnboardingFixture.bob)
        let path = try fixture.profile().databasePath
        try await DeviceStore(path: path, dependencies: fixture.dependencies).close()

        let check = try fixture.profile().check()

        #expect(check.databases.map(\.unsent) == [0])
        #expect(check.findings.isEmpty)
    }

    @Test(
        "A damaged database is reported and left unchanged",
        arguments: ["", "no database", String(repeating: "x", count: 10_000)]
    )
    func damagedDatabase(text: String) async throws {
        let fixture = try await fixture(changes: 0)
        let path = "\(fixture.directory)/\(OnboardingFixture.bob).sqlite"
        try text.write(toFile: path, atomically: true, encoding: .utf8)

        let check = try fixture.profile().check()

        #expect(check.databases.map(\.state) == [.damaged])
        #expect(check.databases.map(\.unsent) == [nil])
        #expect(check.findings.map(\.code) == ["other_damaged"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("A database that another process writes or locks is reported as in use")
    func inUse() async throws {
        let fixture = try await fixture(changes: 2)
        try damageProfile(fixture)
        let path = "\(fixture.directory)/\(OnboardingFixture.ada).sqlite"
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
        }
        #expect(try fixture.profile().check().databases.map(\.unsent) == [2])
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "ROLLBACK")
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            try db.execute(sql: "CREATE TABLE extra (x)")
            try db.execute(sql: "DROP TABLE extra")
        }

        let check = try fixture.profile().check()

        #expect(check.databases.map(\.state) == [.inUse])
        #expect(check.findings.map(\.code).last == "other_unreadable")
        try other.close()
    }

    @Test("A database with another schema is counted and not migrated")
    func otherSchema() async throws {
        let fixture = try await fixture(changes: 4)
        let path = "\(fixture.directory)/\(OnboardingFixture.ada).sqlite"
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '%15%'")
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')")
        }
        try queue.close()
        try damageProfile(fixture)

        #expect(try fixture.profile().check().databases.map(\.unsent) == [4])

        let after = try DatabaseQueue(path: path)
        let names = try await after.read { db in
            try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        }
        #expect(names.contains("9999"))
        #expect(!names.contains { $0.contains("15") })
        try after.close()
    }
}
