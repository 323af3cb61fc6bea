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
            let profile = try Profile(directory: platform.directory)
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
        try await enter().accounts.signUp(credentials, server: server)
    }

    func signIn(_ credentials: Credentials, server: String) async throws {
        try await enter().accounts.signIn(credentials, server: server)
    }

    func unsentCount() async throws -> Int {
        try await enter().accounts.unsentCount()
    }

    func signOut() async throws {
        try await enter().accounts.signOut()
    }
}
