import Synchronization
import TrendyModel
import TrendyWire

/// The accounts of a profile that is opened when it can be: not before a device was unlocked for
/// the first time.
final class AppAccounts: Accounts, SessionCache {
    private typealias Opened = (profile: Profile, accounts: ProfileAccounts)

    private let platform: AppPlatform
    private let host: any AccountHost
    private let opened = Mutex<Opened?>(nil)

    init(_ platform: AppPlatform, host: any AccountHost) {
        self.platform = platform
        self.host = host
    }

    /// The profile.
    ///
    /// - Throws: ``ProfileError`` while it cannot be read; it is opened by another call then.
    func open() throws -> Profile {
        try enter().profile
    }

    private func enter() throws -> Opened {
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
        try await changing { try await $0.signUp(credentials, server: server) }
    }

    func signIn(_ credentials: Credentials, server: String) async throws {
        try await changing { try await $0.signIn(credentials, server: server) }
    }

    func unsentCount() async throws -> Int {
        try await enter().accounts.unsentCount()
    }

    func signOut() async throws {
        try await changing { try await $0.signOut() }
    }

    /// Changes the account in use under time of its own: nothing else runs meanwhile that would
    /// keep the system from suspending the app while databases are open.
    ///
    /// When that time is over as well, the change is cut off between two steps, and what was in use
    /// goes on.
    private func changing(
        _ change: @escaping @Sendable (ProfileAccounts) async throws -> Void
    ) async throws {
        let accounts = try enter().accounts
        // Owned here: it is awaited below.
        let work = Task(name: "Change the account") { try await change(accounts) }
        let token = await platform.system.beginBackgroundTime("Trendy account") { work.cancel() }
        let result = await work.result
        if let token { await platform.system.endBackgroundTime(token) }
        try result.get()
    }
}
