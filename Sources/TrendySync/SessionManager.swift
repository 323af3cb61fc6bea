import TrendyLocalization
public import TrendyModel
public import TrendyWire

/// Where a session outlives the process.
public protocol SessionStorage: Sendable {
    /// Keeps a session, durably, in the place of the one that it was made of; nothing where that
    /// one is not kept any more, since the person has signed out or in meanwhile.
    func replace(_ old: Session, with new: Session) async throws

    /// The session that is kept now, whoever has put it there; `nil` when nobody is signed in.
    func kept() async throws -> Session?
}

/// Knows of a session: a part of what a transport can do.
public protocol SessionProviding: Sendable {
    /// Whether there is a session that is good as far as anybody knows.
    var hasSession: Bool { get async }
}

/// Refreshes sessions: a part of what a transport can do.
public protocol SessionRefresher: Sendable {
    /// Trades a refresh token for a new session.
    func refresh(_ refreshToken: String) async throws -> Session

    /// How far the server's clock was ahead at the last answer; `nil` before the first.
    var serverOffset: Duration? { get async }
}

/// Holds the session of an account and refreshes it once for all who need it.
public actor SessionManager {
    private var session: Session?
    private let storage: any SessionStorage
    private let refresher: any SessionRefresher
    private let wallClock: any WallClock
    private var refreshing: Task<(session: Session, isStored: Bool), any Error>?
    /// The session that has ended, until its account has another one.
    private var ended: Session?
    /// The session that is in the storage; the one that is used is there too, unless that failed.
    private var stored: Session?

    /// A keeper of a session that was stored before.
    public init(
        session: Session?,
        storage: any SessionStorage,
        refresher: any SessionRefresher,
        wallClock: any WallClock
    ) {
        self.session = session
        stored = session
        self.storage = storage
        self.refresher = refresher
        self.wallClock = wallClock
    }

    /// The token for the next request, refreshed when it ends within the minute.
    ///
    /// - Throws: ``SyncFailure`` of the code `needsSignIn` when there is no session.
    public func accessToken() async throws -> String {
        guard let session = await current() else { throw Self.needsSignIn }
        if let stored, stored != session,
            await Self.store(session, inPlaceOf: stored, in: storage)
        {
            self.stored = session
        }
        // The server's time counts, not what a wrong clock makes of it.
        let now = wallClock.now() + (await refresher.serverOffset ?? .zero)
        guard session.expiresAt <= now.seconds + 60 else { return session.accessToken }
        return try await refresh(session)
    }

    /// The token, as far as it is good for a while without asking the server.
    func cachedToken() async -> String? {
        let now = wallClock.now() + (await refresher.serverOffset ?? .zero)
        guard let session, session.expiresAt > now.seconds + 60 else { return nil }
        return session.accessToken
    }

    /// A token that is not the one that the server has just refused.
    public func accessToken(refused token: String) async throws -> String {
        guard let session = await current() else { throw Self.needsSignIn }
        guard session.accessToken == token else { return session.accessToken }
        return try await refresh(session)
    }

    /// Whether there is a session, of this process or of another one's sign-in.
    var hasSession: Bool { get async { await current() != nil } }

    /// The session that is used; where it has ended, what its account has in the storage since.
    private func current() async -> Session? {
        if let session { return session }
        // A storage that cannot be read now is asked the next time.
        guard let ended, let kept = try? await storage.kept() else { return nil }
        // Whatever came first meanwhile.
        if let session { return session }
        guard kept.user.id == ended.user.id, kept.refreshToken != ended.refreshToken else {
            return nil
        }
        (session, stored, self.ended) = (kept, kept, nil)
        return kept
    }

    private func refresh(_ old: Session) async throws -> String {
        if let refreshing { return try await refreshing.value.session.accessToken }
        // Owned here: it is awaited below, and nobody's cancellation may end it for the others.
        let task = Task { [refresher, storage, stored] in
            let fresh = try await refresher.refresh(old.refreshToken)
            // The old token is spent: the new one is used, whether it could be stored or not.
            let isStored = await Self.store(fresh, inPlaceOf: stored ?? old, in: storage)
            return (session: fresh, isStored: isStored)
        }
        refreshing = task
        defer { refreshing = nil }
        do {
            let fresh = try await task.value
            session = fresh.session
            if fresh.isStored { stored = fresh.session }
            return fresh.session.accessToken
        } catch let failure as SyncFailure where Self.endsSession(failure) {
            // Nobody needs to ask the server again, unless another process has done so.
            if session?.refreshToken == old.refreshToken { (session, ended) = (nil, old) }
            guard let other = await current() else { throw Self.needsSignIn }
            return other.accessToken
        }
    }

    /// Whether a failure says that the refresh token is not good any more; trouble of the server
    /// says nothing about it.
    private static func endsSession(_ failure: SyncFailure) -> Bool {
        failure.code == .needsSignIn
            || failure.code == .refused && [400, 403].contains(failure.problem?.status)
    }

    private static func store(
        _ session: Session,
        inPlaceOf old: Session,
        in storage: any SessionStorage
    ) async -> Bool {
        do {
            try await storage.replace(old, with: session)
            return true
        } catch {
            // It is tried again with the next request.
            return false
        }
    }

    private static let needsSignIn = SyncFailure(
        code: .needsSignIn,
        message: Strings.Server.sessionEnded()
    )
}
