import Foundation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("Sessions in a vault", .timeLimit(.minutes(20)))
struct SessionVaultTests {
    /// A vault in memory with the failures of a keychain.
    private final class MemoryVault: SessionVault {
        struct Locked: Error {}

        let items = Mutex<[String: [UInt8]]>([:])
        let isLocked = Mutex(false)

        func read(account: String) throws -> [UInt8]? {
            try check()
            return items.withLock { $0[account] }
        }

        func write(_ bytes: [UInt8], account: String) throws {
            try check()
            items.withLock { $0[account] = bytes }
        }

        func removeAll(except account: String?) throws {
            try check()
            items.withLock { items in items = items.filter { $0.key == account } }
        }

        private func check() throws {
            if isLocked.withLock({ $0 }) { throw Locked() }
        }
    }

    private let vault = MemoryVault()

    private func profile(_ fixture: OnboardingFixture) throws -> Profile {
        try Profile(
            directory: fixture.directory,
            files: VaultedProfileFiles(LocalProfileFiles(), vault: vault)
        )
    }

    private func fileText(_ fixture: OnboardingFixture) throws -> String {
        try String(contentsOfFile: fixture.directory + "/profile.json", encoding: .utf8)
    }

    private func signIn(_ profile: Profile, _ fixture: OnboardingFixture) async throws -> Session {
        let session = OnboardingFixture.session(OnboardingFixture.ada)
        try await profile.signIn(
            session,
            server: "http://trendy.example",
            dependencies: fixture.dependencies
        )
        return session
    }

    @Test("A session is in the vault only, survives a restart, and is gone after signing out")
    func lifecycle() async throws {
        let fixture = try OnboardingFixture()
        let first = try profile(fixture)
        let session = try await signIn(first, fixture)

        #expect(first.session == session)
        #expect(try !fileText(fixture).contains(session.refreshToken))
        let next = try profile(fixture)
        #expect(next.session == session && next.account?.id == session.user.id)

        try await next.signOut()
        #expect(vault.items.withLock { $0.isEmpty })
        let last = try profile(fixture)
        #expect(last.session == nil && last.account?.id == session.user.id)
    }

    @Test("A session that an earlier version left in the file moves to the vault")
    func migration() async throws {
        let fixture = try OnboardingFixture()
        let session = try await signIn(try fixture.profile(), fixture)
        #expect(try fileText(fixture).contains(session.refreshToken))

        #expect(try profile(fixture).session == session)

        #expect(try !fileText(fixture).contains(session.refreshToken))
        #expect(try profile(fixture).session == session)
    }

    @Test("A refreshed session replaces the one in the vault")
    func refresh() async throws {
        let fixture = try OnboardingFixture()
        let profile = try profile(fixture)
        let old = try await signIn(profile, fixture)
        var new = old
        new.refreshToken = "fresh"

        try await profile.replace(old, with: new)

        #expect(try self.profile(fixture).session?.refreshToken == "fresh")
    }

    @Test("While the vault is locked the profile cannot be read, and nothing is lost")
    func locked() async throws {
        let fixture = try OnboardingFixture()
        let session = try await signIn(try profile(fixture), fixture)

        vault.isLocked.withLock { $0 = true }
        #expect(throws: ProfileError.self) { try profile(fixture) }
        vault.isLocked.withLock { $0 = false }

        #expect(try profile(fixture).session == session)
    }

    @Test("A device that was restored from a backup has the account without its session")
    func restored() async throws {
        let fixture = try OnboardingFixture()
        let session = try await signIn(try profile(fixture), fixture)

        vault.items.withLock { $0 = [:] }

        let profile = try profile(fixture)
        #expect(profile.session == nil && profile.account?.id == session.user.id)
    }

    @Test("A damaged profile is still moved aside")
    func damaged() throws {
        let fixture = try OnboardingFixture()
        try "{".write(
            toFile: fixture.directory + "/profile.json",
            atomically: true,
            encoding: .utf8
        )

        #expect(try profile(fixture).wasDamaged)
    }
}
