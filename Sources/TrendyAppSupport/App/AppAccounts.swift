import Synchronization
import TrendyKit
import TrendyModel
import TrendyWire

/// Accounts over a profile that is opened on first use, because a device that was not unlocked
/// since its restart cannot read it.
final class AppAccounts: Accounts, SessionCache {
    private typealias Opened = (profile: Profile, accounts: ProfileAccounts)

    private let platform: AppPlatform
    private let host: any AccountHost
    private let opened = Mutex<Opened?>(nil)

    init(_ platform: AppPlatform, host: any AccountHost) {
        self.platform = platform
        self.host = host
    }

    /// Opens the profile, or returns the open one.
    ///
    /// - Throws: ``ProfileError`` while it cannot be read; a later call retries.
    func open() throws -> Profile {
        try openAccounts().profile
    }

    private func openAccounts() throws -> Opened {
        try opened.withLock { opened in
            if let opened { return opened }
            let profile = try Profile(directory: platform.directory, files: platform.files)
            let accounts = ProfileAccounts(
                profile: profile,
                host: host,
                dependencies: platform.dependencies,
                exchange: platform.makeExchange
            )
            opened = (profile, accounts)
            return (profile, accounts)
        }
    }

    private var file: ProfileFile? { opened.withLock { $0?.profile.file } }

    // MARK: SessionCache

    var session: Session? { file?.session }
    var account: Session.User? { file?.account }

    // MARK: Accounts

    var server: String? { file?.server ?? platform.server }

    func signUp(_ credentials: Credentials, server: String) async throws {
        try await withBackgroundTime { try await $0.signUp(credentials, server: server) }
    }

    func signIn(_ credentials: Credentials, server: String) async throws {
        try await withBackgroundTime { try await $0.signIn(credentials, server: server) }
    }

    func unsentCount() async throws -> Int {
        try await openAccounts().accounts.unsentCount()
    }

    func signOut() async throws {
        try await withBackgroundTime { try await $0.signOut() }
    }

    func eraseData() async throws {
        try await withBackgroundTime { try await $0.eraseData() }
    }

    /// Changes the account under a background time assertion of its own, because nothing else keeps
    /// the system from suspending the app while databases are open.
    ///
    /// When that time expires, the change is cancelled between two steps and the previous account
    /// stays in use.
    private func withBackgroundTime(
        _ change: @escaping @Sendable (ProfileAccounts) async throws -> Void
    ) async throws {
        let accounts = try openAccounts().accounts
        // Owned here: it is awaited below.
        let work = Task(name: "Change the account") { try await change(accounts) }
        let token = await platform.system.beginBackgroundTime("Trendy account") { work.cancel() }
        let result = await work.result
        if let token { await platform.system.endBackgroundTime(token) }
        try result.get()
    }
}
