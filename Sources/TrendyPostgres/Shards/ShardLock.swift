import TrendyModel
import TrendyServer

/// The right to move accounts to one cluster: a lock of the directory, which ends with its
/// connection.
///
/// The map is changed over the same connection: a mover that lost the lock cannot change it.
final class ShardLock {
    private let connection: PostgresConnection
    private let notes: PostgresConnection

    private init(_ connection: PostgresConnection, notes: PostgresConnection) {
        self.connection = connection
        self.notes = notes
    }

    /// Takes the lock.
    ///
    /// - Throws: ``ServerError`` of the code `cannotMoveAccount` while another move runs.
    static func take(_ url: PostgresURL, shard: String) throws -> ShardLock {
        var settings = PostgresSessionSettings()
        // The lock is held for the whole move.
        settings.idleInTransaction = .zero
        let connection = try PostgresConnection.open(
            url,
            settings: settings,
            deadline: .after(.seconds(30))
        )
        let notes = try PostgresConnection.open(url, deadline: .after(.seconds(30)))
        // A large account takes long to copy.
        for connection in [connection, notes] { connection.deadline = .after(.seconds(86_400)) }
        let lock = ShardLock(connection, notes: notes)
        guard try lock.isTaken(shard) else {
            lock.close()
            throw AccountMove.refusal("Another account is being moved to '\(shard)'. Try later.")
        }
        return lock
    }

    /// Returns `false` while another connection has the lock.
    private func isTaken(_ shard: String) throws -> Bool {
        var batch = PostgresBatch(.begin)
        batch.add(ShardQuery.lock) { $0.append(text: shard) }
        do {
            try connection.roundTrip(batch)
            return true
        } catch {
            guard error.sqlState == "55P03" else { throw error }
            return false
        }
    }

    func close() {
        connection.close()
        notes.close()
    }

    /// Notes the start of a move; returns `false` when the account is elsewhere or moved elsewhere.
    func begin(_ account: EntityID, from source: String, to target: String) throws -> Bool {
        var batch = PostgresBatch()
        batch.add(ShardQuery.beginMove) {
            $0.append(uuid: account)
            $0.append(text: source)
            $0.append(text: target)
        }
        return try notes.transaction { try $0.commit(batch)[0].affectedRows == 1 }
    }

    /// Ends a move before anything was frozen.
    func cancel(_ account: EntityID) throws {
        var batch = PostgresBatch()
        batch.add(ShardQuery.cancelMove) { $0.append(uuid: account) }
        _ = try notes.transaction { try $0.commit(batch) }
    }

    /// Names the target as the account's cluster, and ends the lock.
    func flip(_ account: EntityID, to target: String) throws {
        var batch = PostgresBatch()
        batch.add(ShardQuery.flip) {
            $0.append(uuid: account)
            $0.append(text: target)
        }
        guard try connection.roundTrip(batch)[0].affectedRows == 1 else {
            throw AccountMove.refusal("The account was moved by another command. Try again.")
        }
        try connection.roundTrip(PostgresBatch(.commit))
    }
}
