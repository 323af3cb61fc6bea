import Foundation
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore
import TrendyWire

@Suite("The signed-in account, without waiting")
struct ProfileTests {
    @Test("The content written last is available at once, in this profile and at the next launch")
    func synchronous() async throws {
        let fixture = try OnboardingFixture()
        let profile = try fixture.profile()
        #expect(profile.signedIn == nil)
        #expect(profile.account == nil)

        try await profile.signIn(
            OnboardingFixture.session(OnboardingFixture.ada),
            server: "http://trendy.example",
            dependencies: fixture.dependencies
        )
        #expect(profile.signedIn == OnboardingFixture.ada)
        // The session, the onboarding and the database share one id.
        #expect(profile.databasePath.hasSuffix("/\(OnboardingFixture.ada).sqlite"))
        #expect(try fixture.profile().file == profile.file)

        try await profile.signOut()
        #expect(profile.signedIn == nil)
        #expect(profile.account?.id == OnboardingFixture.ada.description)
        #expect(try fixture.profile().file == profile.file)
    }

    @Test("A refresh that completes after a sign-out, or another sign-in, is discarded")
    func lateRefresh() async throws {
        func session(_ account: EntityID, _ token: String) -> Session {
            var session = OnboardingFixture.session(account)
            session.refreshToken = token
            return session
        }
        let fixture = try OnboardingFixture()
        let profile = try fixture.profile()
        let (ada, bob) = (OnboardingFixture.ada, fixture.dependencies.ids.next())
        func signIn(_ session: Session) async throws {
            try await profile.signIn(
                session,
                server: "http://trendy.example",
                dependencies: fixture.dependencies
            )
        }

        try await signIn(session(ada, "1"))
        try await profile.replace(session(ada, "1"), with: session(ada, "2"))
        #expect(profile.session?.refreshToken == "2")

        try await signIn(session(bob, "3"))
        try await profile.replace(session(ada, "2"), with: session(ada, "4"))
        #expect(profile.session?.refreshToken == "3")
        #expect(profile.signedIn == bob)

        try await profile.signOut()
        try await profile.replace(session(bob, "3"), with: session(bob, "5"))
        #expect(profile.session == nil)
        #expect(try fixture.profile().file == profile.file)
    }

    @Test("A session that another process wrote is read; a refresh does not replace it")
    func otherProcess() async throws {
        func session(_ token: String) -> Session {
            var session = OnboardingFixture.session(OnboardingFixture.ada)
            session.refreshToken = token
            return session
        }
        let fixture = try OnboardingFixture()
        let (profile, other) = (try fixture.profile(), try fixture.profile())
        for (writer, token) in [(profile, "1"), (other, "2")] {
            try await writer.signIn(
                session(token),
                server: "http://trendy.example",
                dependencies: fixture.dependencies
            )
        }

        try await profile.replace(session("1"), with: session("3"))

        #expect(try await profile.storedSession()?.refreshToken == "2")
        #expect(profile.session?.refreshToken == "2")
        #expect(try fixture.profile().session?.refreshToken == "2")
        try await other.signOut()
        #expect(try await profile.storedSession() == nil)
    }

    /// Files of a process that ends at its second write of the small file.
    private final class CutOff: ProfileFiles {
        private let base = LocalProfileFiles()
        private let writes = Mutex(0)

        private struct Ended: Error {}

        var databases: any DatabaseFiles { base.databases }
        func prepare(_ directory: String) throws { try base.prepare(directory) }
        func read(_ path: String) throws -> [UInt8]? { try base.read(path) }
        func moveAside(_ path: String) throws { try base.moveAside(path) }
        func names(in directory: String) -> [String] { base.names(in: directory) }

        func replace(_ path: String, with bytes: [UInt8]) throws {
            let count = writes.withLock { writes in
                writes += 1
                return writes
            }
            guard count < 2 else { throw Ended() }
            try base.replace(path, with: bytes)
        }
    }

    @Test("Data from before an interrupted sign-in stays visible and becomes the account's later")
    func cutOff() async throws {
        let fixture = try OnboardingFixture()
        let first = try Profile(directory: fixture.directory, files: CutOff())
        let local = try DeviceStore(path: first.databasePath, dependencies: fixture.dependencies)
        let type = try await local.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await local.close()
        let session = OnboardingFixture.session(OnboardingFixture.ada)
        await #expect(throws: ProfileError.self) {
            try await first.signIn(
                session,
                server: "http://trendy.example",
                dependencies: fixture.dependencies
            )
        }

        let next = try fixture.profile()
        #expect(next.account == nil)
        let store = try DeviceStore(path: next.databasePath, dependencies: fixture.dependencies)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)
        let second = try await store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await store.close()

        try await next.signIn(
            session,
            server: "http://trendy.example",
            dependencies: fixture.dependencies
        )
        let adopted = try DeviceStore(path: next.databasePath, dependencies: fixture.dependencies)
        #expect(
            try await adopted.read { try $0.entities.fetchAll(kind: .eventType) }.map(\.id).count
                == 2
        )
        #expect(try await adopted.read { try $0.entities.fetch(id: second) } != nil)
        try await adopted.close()
    }

    @Test("Data from before an interrupted sign-in belongs to the account that signs in instead")
    func cutOffThenAnother() async throws {
        let fixture = try OnboardingFixture()
        let first = try Profile(directory: fixture.directory, files: CutOff())
        let local = try DeviceStore(path: first.databasePath, dependencies: fixture.dependencies)
        let type = try await local.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await local.close()
        let server = "http://trendy.example"
        let ada = OnboardingFixture.session(OnboardingFixture.ada)
        await #expect(throws: ProfileError.self) {
            try await first.signIn(ada, server: server, dependencies: fixture.dependencies)
        }

        let next = try fixture.profile()
        let grace = OnboardingFixture.session(
            EntityID(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8058)
        )
        try await next.signIn(grace, server: server, dependencies: fixture.dependencies)
        let store = try DeviceStore(path: next.databasePath, dependencies: fixture.dependencies)
        #expect(try await store.read { try $0.entities.fetch(id: type) } != nil)
        try await store.close()

        // Ada's account does not get it as well.
        try await next.signIn(ada, server: server, dependencies: fixture.dependencies)
        let other = try DeviceStore(path: next.databasePath, dependencies: fixture.dependencies)
        #expect(try await other.read { try $0.entities.fetch(id: type) } == nil)
        try await other.close()
    }

    /// Overwrites the directory's file.
    private func overwrite(_ fixture: OnboardingFixture, _ text: String) throws {
        try text.write(
            toFile: fixture.directory + "/profile.json",
            atomically: true,
            encoding: .utf8
        )
    }

    @Test(
        "A damaged file is moved aside and signs out; the database is found at the next sign-in",
        arguments: ["", "{\"account\":", "[1]", #"{"account":{"id":"../x","email":"a"}}"#]
    )
    func damaged(text: String) async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let before = try fixture.profile()
        let store = try DeviceStore(path: before.databasePath, dependencies: fixture.dependencies)
        let type = try await store.write { try $0.entities.create(EventType(name: "Coffee")) }
        try await store.close()
        try overwrite(fixture, text)

        let reopened = try fixture.profile()

        #expect(reopened.wasDamaged && reopened.account == nil && reopened.signedIn == nil)
        let aside = fixture.directory + "/profile.json.damaged-1"
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
        #expect(try !fixture.profile().wasDamaged)
        try overwrite(fixture, "again")
        _ = try fixture.profile()
        #expect(try String(contentsOfFile: aside, encoding: .utf8) == text)
        try await fixture.signIn()
        let path = try fixture.profile().databasePath
        let found = try DeviceStore(path: path, dependencies: fixture.dependencies)
        #expect(try await found.read { try $0.entities.fetch(id: type) } != nil)
        try await found.close()
    }

    @Test("A file of a newer version is left unchanged, and the error contains the remedy")
    func newer() throws {
        let fixture = try OnboardingFixture()
        let text = #"{"format":2,"account":7}"#
        try overwrite(fixture, text)

        #expect { try fixture.profile() } throws: { "\($0)".contains("Update Trendy") }

        let path = fixture.directory + "/profile.json"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("Content that could not be written is not published")
    func failing() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let profile = try fixture.profile()
        // A directory in place of the new file makes the write fail.
        try FileManager.default.createDirectory(
            atPath: fixture.directory + "/profile.json.new",
            withIntermediateDirectories: false
        )

        await #expect(throws: ProfileError.self) { try await profile.signOut() }

        #expect(profile.signedIn == OnboardingFixture.ada)
        #expect(try fixture.profile().signedIn == OnboardingFixture.ada)
    }
}
