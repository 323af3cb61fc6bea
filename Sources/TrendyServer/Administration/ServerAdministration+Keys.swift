import Crypto
import Foundation
import GRDB
import TrendyModel
import TrendySQLite

/// The result of a key rotation.
package struct KeyRotationReport: Codable, Sendable, Equatable {
    /// The number of sessions that the rotation ended.
    package var sessions: Int
    /// Until when the previous signing key verifies tokens, RFC 3339; `nil` when it is deleted.
    package var previousKeyValidUntil: String?

    /// Creates a report.
    package init(sessions: Int, previousKeyValidUntil: String? = nil) {
        self.sessions = sessions
        self.previousKeyValidUntil = previousKeyValidUntil
    }
}

extension ServerAdministration {
    /// Replaces the signing key, while no server runs.
    ///
    /// The sessions stay: tokens that the old key has signed are accepted until they expire. Only
    /// its public half is kept for that, and one old key at most.
    ///
    /// - Parameter endsSessions: whether the old keys are invalid at once, also the key of refresh
    ///   tokens, so that all people have to sign in again.
    /// - Returns: the number of ended sessions and the validity of the old key.
    /// - Throws: ``ServerError``: `databaseInUse` while a server runs.
    package func rotateKeys(endsSessions: Bool) throws -> KeyRotationReport {
        try requireDatabase()
        return try withLock("It holds the old keys in memory.") {
            try withConnection { queue in
                try queue.writing { db in
                    try endsSessions ? replaceAllKeys(db) : replaceSigningKey(db)
                }
            }
        }
    }

    private func replaceSigningKey(_ db: Database) throws -> KeyRotationReport {
        let old = try Data.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'signing_key'")
        let now = dependencies.wallClock.now()
        let until = now + .seconds(SessionLifetime.accessTokenSeconds)
        if let old {
            let key = try P256.Signing.PrivateKey(rawRepresentation: old).publicKey
            try set("previous_signing_key", key.rawRepresentation, db)
            try set("previous_signing_key_until", until.milliseconds, db)
        }
        try set("signing_key", ServerSecrets.newSigningKey(dependencies.random), db)
        return KeyRotationReport(sessions: 0, previousKeyValidUntil: old.map { _ in until.rfc3339 })
    }

    private func replaceAllKeys(_ db: Database) throws -> KeyRotationReport {
        let sessions = try Int.fetchOne(db, sql: "SELECT count(*) FROM session") ?? 0
        try db.execute(
            sql: """
                DELETE FROM refresh_token;
                DELETE FROM session;
                DELETE FROM meta
                WHERE key IN ('previous_signing_key', 'previous_signing_key_until')
                """
        )
        try set("signing_key", ServerSecrets.newSigningKey(dependencies.random), db)
        try set("token_key", randomBytes(32, dependencies.random), db)
        return KeyRotationReport(sessions: sessions)
    }

    private func set(_ key: String, _ value: some DatabaseValueConvertible, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
            arguments: [key, value]
        )
    }
}
