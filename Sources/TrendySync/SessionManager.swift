package import TrendyModel
package import TrendyWire

/// Persistent storage for a session.
package protocol SessionStorage: Sendable {
    /// Replaces a session durably. Does nothing when `old` is no longer stored, because the person
    /// signed out or in meanwhile.
    func replace(_ old: Session, with new: Session) async throws

    /// The stored session, also from another process; `nil` when signed out.
    func storedSession() async throws -> Session?
}

/// Reports whether there is a session; implemented by transports.
package protocol SessionProviding: Sendable {
    /// Whether there is a session that is not known to have ended.
    var hasSession: Bool { get async }
}

/// Refreshes sessions; implemented by transports.
package protocol SessionRefresher: Sendable {
    /// Exchanges a refresh token for a new session.
    func refresh(_ refreshToken: String) async throws -> Session

    /// The offset of the server's clock at the last response; `nil` before the first.
    var serverOffset: Duration? { get async }
}

/// Owns the session of an account and coalesces refreshes.
package actor SessionManager {
    private var session: Session?
    private let storage: any SessionStorage
    private let refresher: any SessionRefresher
    private let wallClock: any WallClock
    private var refreshing: Task<(session: Session, isStored: Bool), any Error>?
    /// The ended session, until the account has a new one.
    private var ended: Session?
    /// The session in the storage; it is older than the current one when storing failed.
    private var stored: Session?

    /// Creates a manager for a stored session.
    package init(
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

    /// The token for the next request, refreshed when it expires within a minute.
    ///
    /// - Throws: ``SyncFailure`` with code `needsSignIn` when there is no session.
    package func accessToken() async throws -> String {
        guard let session = await current() else { throw Self.needsSignIn }
        if let stored, stored != session,
            await Self.store(session, inPlaceOf: stored, in: storage)
        {
            self.stored = session
        }
        // Use the server's time, because the device's clock may be wrong.
        let now = wallClock.now() + (await refresher.serverOffset ?? .zero)
        guard session.expiresAt <= now.seconds + 60 else { return session.accessToken }
        return try await refresh(session)
    }

    /// The token if it is valid for a while, without a request.
    func cachedToken() async -> String? {
        let now = wallClock.now() + (await refresher.serverOffset ?? .zero)
        guard let session, session.expiresAt > now.seconds + 60 else { return nil }
        return session.accessToken
    }

    /// A token other than the one that the server just refused.
    package func accessToken(refused token: String) async throws -> String {
        guard let session = await current() else { throw Self.needsSignIn }
        guard session.accessToken == token else { return session.accessToken }
        return try await refresh(session)
    }

    /// Whether there is a session, of this process or from a sign-in in another one.
    var hasSession: Bool { get async { await current() != nil } }

    /// The current session; after it ended, a newer one from the storage.
    private func current() async -> Session? {
        if let session { return session }
        // A storage that is unreadable now is read again next time.
        guard let ended, let loaded = try? await storage.storedSession() else { return nil }
        // Another caller may have loaded a session during the wait.
        if let session { return session }
        guard loaded.user.id == ended.user.id, loaded.refreshToken != ended.refreshToken else {
            return nil
        }
        (session, stored, self.ended) = (loaded, loaded, nil)
        return loaded
    }

    private func refresh(_ old: Session) async throws -> String {
        if let refreshing { return try await refreshing.value.session.accessToken }
        // This actor owns the task and awaits it below; the cancellation of one caller must not end
        // it for the others.
        let task = Task { [refresher, storage, stored] in
            let fresh = try await refresher.refresh(old.refreshToken)
            // The old token is used up: use the new one even when storing it failed.
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
            // The session has ended, unless another process replaced it.
            if session?.refreshToken == old.refreshToken { (session, ended) = (nil, old) }
            guard let other = await current() else { throw Self.needsSignIn }
            return other.accessToken
        }
    }

    /// Whether a failure means that the refresh token is invalid; server failures do not.
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
            // Storing is tried again with the next request.
            return false
        }
    }

    private static let needsSignIn = SyncFailure(code: .needsSignIn, reason: .sessionEnded)
}
