package import TrendyModel
package import TrendyServer

/// Sessions, and what belongs to no account.
extension ShardedStore {
    package func createSession(_ session: NewSession) async throws {
        try await on(session.account) { try await $0.createSession(session) }
    }

    package func isLive(session: EntityID, account: EntityID) async throws -> Bool {
        try await on(account, isMissing: { !$0 }) {
            try await $0.isLive(session: session, account: account)
        }
    }

    package func session(
        account: EntityID,
        tokenHash: [UInt8],
        now: Instant
    ) async throws -> TokenSession? {
        try await on(account, isMissing: { $0 == nil }) {
            try await $0.session(account: account, tokenHash: tokenHash, now: now)
        }
    }

    package func sessions(account: EntityID) async throws -> [AccountSession] {
        try await on(account, isMissing: \.isEmpty) { try await $0.sessions(account: account) }
    }

    package func rotate(_ rotation: TokenRotation) async throws -> TokenRotation.Outcome {
        try await on(rotation.account, isMissing: { $0 == .unknown }) {
            try await $0.rotate(rotation)
        }
    }

    @discardableResult
    package func endSession(account: EntityID, id: EntityID) async throws -> Bool {
        try await on(account, isMissing: { !$0 }) {
            try await $0.endSession(account: account, id: id)
        }
    }

    package func endSessions(account: EntityID, keeping session: EntityID?) async throws {
        _ = try await on(account, isMissing: { !$0 }) {
            try await $0.endSessions(of: account, keeping: session)
        }
    }

    package func checkReadiness() async throws {
        try await main.checkReadiness()
    }

    package func account(after id: EntityID?) async throws -> EntityID? {
        try await onEach { _, store in try await store.account(after: id) }
            .compactMap(\.self).min()
    }

    package func collectGarbage(
        of account: EntityID,
        tombstonesBefore: Instant,
        tokensBefore: Instant
    ) async throws -> Bool {
        let place = try await directory.place(of: account)
        return try await store(of: place.shard).collectGarbage(
            of: account,
            tombstonesBefore: tombstonesBefore,
            tokensBefore: tokensBefore
        )
    }

    package func take(_ lease: Lease, now: Instant) async throws -> Bool {
        try await main.take(lease, now: now)
    }

    package func release(_ lease: Lease) async throws {
        try await main.release(lease)
    }
}
