import Foundation
package import TrendyModel
package import TrendyServer

extension PostgresStore {
    private static let previousKey = "previous_signing_key"
    private static let previousKeyUntil = "previous_signing_key_until"

    /// The keys of the sessions, as the database has them now.
    package func secrets() async throws -> ServerSecrets {
        try await run { connection in
            try Self.secrets(connection.roundTrip(Self.selectKeys()))
        }
    }

    /// Replaces the signing key, while servers run.
    ///
    /// The sessions stay: tokens that the old key has signed are accepted until they expire. Each
    /// server learns of the new key from a token that another one signed with it, and at the latest
    /// after ``KeyReloader/interval``; until then it signs with the old key.
    ///
    /// With `endsSessions`, both keys are replaced first and the sessions of each account are ended
    /// then; a call that was interrupted is repeated.
    ///
    /// - Parameters:
    ///   - endsSessions: whether the old keys are not kept, and all people have to sign in again.
    ///   - random: must be unpredictable.
    ///   - now: the time of the rotation.
    /// - Returns: the number of ended sessions and the validity of the old key.
    /// - Throws: ``StoreUnavailable``.
    package func rotateKeys(
        endsSessions: Bool,
        random: any RandomSource,
        now: Instant
    ) async throws -> KeyRotationReport {
        let until = try await transaction { transaction in
            var select = PostgresBatch(PostgresMetaQuery.lockKeys)
            select.append(Self.selectKeys())
            let old = try Self.secrets(Array(transaction.roundTrip(select).dropFirst()))
            let new =
                try endsSessions
                ? ServerSecrets(random: random)
                : old.rotated(random: random, now: now, delay: KeyReloader.interval)
            try transaction.commit(Self.replaceKeys(with: new))
            return new.previousKey?.validUntil
        }
        var ended = 0
        if endsSessions {
            var account: EntityID?
            while let next = try await self.account(after: account) {
                account = next
                ended += try await sessions(account: next).count
                try await endSessions(account: next, keeping: nil)
            }
        }
        return KeyRotationReport(sessions: ended, previousKeyValidUntil: until?.rfc3339)
    }

    private static func selectKeys() -> PostgresBatch {
        var batch = PostgresBatch()
        for key in ["signing_key", "token_key", previousKey, previousKeyUntil] {
            batch.add(PostgresMetaQuery.value) { $0.append(text: key) }
        }
        return batch
    }

    private static func secrets(_ results: [PostgresResult]) throws -> ServerSecrets {
        let values = try results.map { try $0.first?.bytes(0) }
        guard values.count == 4, let signing = values[0], let token = values[1] else {
            throw ServerError(
                code: .damagedDatabase,
                message: "The database lacks the keys of the sessions. Restore a backup."
            )
        }
        var previous: ServerSecrets.PreviousKey?
        if let key = values[2], let until = values[3],
            let milliseconds = Int64(String(decoding: until, as: UTF8.self))
        {
            previous = ServerSecrets.PreviousKey(
                publicKey: Data(key),
                validUntil: Instant(milliseconds: milliseconds)
            )
        }
        return ServerSecrets(
            signingKey: Data(signing),
            previousKey: previous,
            tokenKey: Data(token)
        )
    }

    private static func replaceKeys(with secrets: ServerSecrets) -> PostgresBatch {
        var values = [("signing_key", secrets.signingKey), ("token_key", secrets.tokenKey)]
        var batch = PostgresBatch()
        if let previous = secrets.previousKey {
            let until = Data("\(previous.validUntil.milliseconds)".utf8)
            values += [(previousKey, previous.publicKey), (previousKeyUntil, until)]
        } else {
            for key in [previousKey, previousKeyUntil] {
                batch.add(PostgresMetaQuery.delete) { $0.append(text: key) }
            }
        }
        for (key, value) in values {
            batch.add(PostgresMetaQuery.replace) {
                $0.append(text: key)
                $0.append(bytea: Array(value))
            }
        }
        return batch
    }
}
