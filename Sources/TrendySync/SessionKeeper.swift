public import TrendyModel
public import TrendyWire

/// Where a session outlives the process.
public protocol SessionStorage: Sendable {
    /// Keeps the session, durably; `nil` when it has ended.
    func save(_ session: Session?) async throws
}

/// Refreshes sessions: a part of what a transport can do.
public protocol SessionRefresher: Sendable {
    /// Trades a refresh token for a new session.
    func refresh(_ refreshToken: String) async throws -> Session

    /// How far the server's clock was ahead at the last answer; `nil` before the first.
    var serverOffset: Duration? { get async }
}

/// Holds the session of an account and refreshes it once for all who need it.
public actor SessionKeeper {
    private var session: Session?
    private let storage: any SessionStorage
    private let refresher: any SessionRefresher
    private let wallClock: any WallClock
    private var refreshing: Task<Session, any Error>?

    /// A keeper of a session that was stored before.
    public init(
        session: Session?,
        storage: any SessionStorage,
        refresher: any SessionRefresher,
        wallClock: any WallClock
    ) {
        self.session = session
        self.storage = storage
        self.refresher = refresher
        self.wallClock = wallClock
    }

    /// The token for the next request, refreshed when it ends within the minute.
    ///
    /// - Throws: ``SyncFailure`` of the code `needsSignIn` when there is no session.
    public func accessToken() async throws -> String {
        guard let session else { throw Self.needsSignIn }
        // The server's time counts, not what a wrong clock makes of it.
        let now = wallClock.now() + (await refresher.serverOffset ?? .zero)
        guard session.expiresAt <= now.seconds + 60 else { return session.accessToken }
        return try await refresh(session)
    }

    /// A token that is not the one that the server has just refused.
    public func accessToken(refused token: String) async throws -> String {
        guard let session else { throw Self.needsSignIn }
        guard session.accessToken == token else { return session.accessToken }
        return try await refresh(session)
    }

    private func refresh(_ old: Session) async throws -> String {
        if let refreshing { return try await refreshing.value.accessToken }
        // Owned here: it is awaited below, and nobody's cancellation may end it for the others.
        let task = Task { [refresher, storage] in
            let fresh = try await refresher.refresh(old.refreshToken)
            try await storage.save(fresh)
            return fresh
        }
        refreshing = task
        defer { refreshing = nil }
        do {
            let fresh = try await task.value
            session = fresh
            return fresh.accessToken
        } catch let failure as SyncFailure
            where failure.code == .needsSignIn || failure.code == .refused
        {
            throw Self.needsSignIn
        }
    }

    private static let needsSignIn = SyncFailure(
        code: .needsSignIn,
        message: "The session has ended. Sign in again; nothing recorded is lost."
    )
}
