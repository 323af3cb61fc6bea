package import TrendyModel
package import TrendyServer

extension PostgresStore {
    package func createSession(_ session: NewSession) async throws {
        let account = session.account
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresSessionQuery.touchAccount) { $0.append(uuid: account) }
            let insert = batch.add(PostgresSessionQuery.insert) {
                $0.append(uuid: account)
                $0.append(uuid: session.id)
                $0.append(int8: session.now.milliseconds)
                $0.append(byteaOf: session.client)
            }
            Self.addToken(&batch, account, session.id, session.tokenHash, session.now)
            for statement in [
                PostgresSessionQuery.deleteSurplusTokens, PostgresSessionQuery.deleteSurplus,
            ] {
                batch.add(statement) {
                    $0.append(uuid: account)
                    $0.append(int8: Int64(AccountQuota.sessions))
                }
            }
            let results = try transaction.roundTrip(batch)
            guard results[insert].affectedRows == 1 else { throw ServerError.unknownAccount }
        }
    }

    private static func addToken(
        _ batch: inout PostgresBatch,
        _ account: EntityID,
        _ session: EntityID,
        _ hash: [UInt8],
        _ now: Instant
    ) {
        batch.add(PostgresSessionQuery.addToken) {
            $0.append(uuid: account)
            $0.append(bytea: hash)
            $0.append(uuid: session)
            $0.append(int8: now.milliseconds)
        }
    }

    package func isLive(session: EntityID, account: EntityID) async throws -> Bool {
        let parameters = PostgresParameters {
            $0.append(uuid: account)
            $0.append(uuid: session)
        }
        return try await read(PostgresSessionQuery.isLive, parameters) { !$0.isEmpty }
    }

    package func session(
        account: EntityID,
        tokenHash: [UInt8],
        now: Instant
    ) async throws -> TokenSession? {
        let parameters = PostgresParameters {
            $0.append(uuid: account)
            $0.append(bytea: tokenHash)
            $0.append(int8: (now - SessionLifetime.unused).milliseconds)
        }
        let found = try await read(PostgresSessionQuery.ofToken, parameters) { rows in
            try rows.first.map { row in
                (
                    usedAt: Instant(milliseconds: try row.int(1)),
                    session: TokenSession(
                        account: account,
                        id: try row.id(0),
                        email: try row.string(2),
                        isAdministrator: try row.bool(3)
                    )
                )
            }
        }
        guard let found else { return nil }
        if now - found.usedAt >= SessionLifetime.useInterval {
            try await transaction { transaction in
                var batch = PostgresBatch()
                batch.add(PostgresSessionQuery.renewToken) {
                    $0.append(uuid: account)
                    $0.append(bytea: tokenHash)
                    $0.append(int8: now.milliseconds)
                }
                try transaction.commit(batch)
            }
        }
        return found.session
    }

    package func sessions(account: EntityID) async throws -> [AccountSession] {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresSessionQuery.list, parameters) { rows in
            try rows.map { row in
                let createdAt = try row.int(1)
                return AccountSession(
                    id: try row.id(0),
                    createdAt: Instant(milliseconds: createdAt),
                    refreshedAt: Instant(milliseconds: try row.optionalInt(3) ?? createdAt),
                    client: try row.string(2)
                )
            }
        }
    }

    package func rotate(_ rotation: TokenRotation) async throws -> TokenRotation.Outcome {
        let outcome = try await transaction { try Self.rotate(rotation, $0) }
        // Notifies the streams of the ended session.
        if outcome == .reused { changeBus.changed(rotation.account) }
        return outcome
    }

    private static func rotate(
        _ rotation: TokenRotation,
        _ transaction: PostgresTransaction
    ) throws -> TokenRotation.Outcome {
        let account = rotation.account
        var select = PostgresBatch()
        // Another rotation of this token is committed when the token is read.
        select.add(PostgresSessionQuery.lockAccount) { $0.append(uuid: account) }
        let token = select.add(PostgresSessionQuery.token) {
            $0.append(uuid: account)
            $0.append(bytea: rotation.shown)
        }
        let found = try transaction.roundTrip(select)
        // Without the account's row, the account is in another cluster.
        guard !found[0].isEmpty, let shown = found[token].first else { return .unknown }
        let session = try shown.id(0)
        if let usedAt = try shown.optionalInt(1) {
            let age = rotation.now - Instant(milliseconds: usedAt)
            if age <= rotation.grace { return .rotated(session: session) }
            try transaction.commit(endBatch(account, session))
            return .reused
        }
        var batch = PostgresBatch()
        batch.add(PostgresSessionQuery.useToken) {
            $0.append(uuid: account)
            $0.append(bytea: rotation.shown)
            $0.append(int8: rotation.now.milliseconds)
        }
        addToken(&batch, account, session, rotation.successor, rotation.now)
        try transaction.commit(batch)
        return .rotated(session: session)
    }

    private static func endBatch(_ account: EntityID, _ session: EntityID) -> PostgresBatch {
        var batch = PostgresBatch()
        for statement in [PostgresSessionQuery.endTokens, PostgresSessionQuery.end] {
            batch.add(statement) {
                $0.append(uuid: account)
                $0.append(uuid: session)
            }
        }
        return batch
    }

    @discardableResult
    package func endSession(account: EntityID, id: EntityID) async throws -> Bool {
        let isEnded = try await transaction { transaction in
            // A session that is being copied to another cluster does not end here.
            guard try Self.locks(account, transaction) else { return false }
            return try transaction.commit(Self.endBatch(account, id))[1].affectedRows > 0
        }
        changeBus.changed(account)
        return isEnded
    }

    package func endSessions(account: EntityID, keeping session: EntityID?) async throws {
        _ = try await endSessions(of: account, keeping: session)
    }

    /// Ends the sessions of an account; returns `false` when the database does not have it.
    func endSessions(of account: EntityID, keeping session: EntityID?) async throws -> Bool {
        let isFound = try await transaction { transaction in
            guard try Self.locks(account, transaction) else { return false }
            var batch = PostgresBatch()
            PostgresSessionQuery.endSessions(&batch, account, keeping: session)
            try transaction.commit(batch)
            return true
        }
        changeBus.changed(account)
        return isFound
    }

    /// Locks an account; returns `false` when the database does not have it.
    static func locks(
        _ account: EntityID,
        _ transaction: PostgresTransaction
    ) throws -> Bool {
        var batch = PostgresBatch()
        batch.add(PostgresSessionQuery.lockAccount) { $0.append(uuid: account) }
        return try !transaction.roundTrip(batch)[0].isEmpty
    }
}
