package import TrendyModel
package import TrendyServer

extension PostgresStore {
    package func account(after id: EntityID?) async throws -> EntityID? {
        let parameters = PostgresParameters {
            $0.append(uuid: id ?? EntityID(high: 0, low: 0))
        }
        return try await read(PostgresAccountQuery.next, parameters) { try $0.first?.id(0) }
    }

    package func collectGarbage(
        of account: EntityID,
        tombstonesBefore: Instant,
        tokensBefore: Instant
    ) async throws -> Bool {
        let rows = limits.garbageRows
        let hasMore = try await write(for: account) { transaction in
            // Without the account's row, the account is in another cluster.
            guard try Self.locks(account, transaction) else { return false }
            var tombstones = PostgresBatch()
            let deleted = tombstones.add(PostgresSessionQuery.deleteTombstones) {
                $0.append(uuid: account)
                $0.append(int8: tombstonesBefore.milliseconds)
                $0.append(int8: Int64(rows))
            }
            let versions = try transaction.roundTrip(tombstones)[deleted].map { try $0.int(0) }
            var batch = PostgresBatch()
            if let newest = versions.max() {
                batch.add(PostgresSessionQuery.raiseCollectedTo) {
                    $0.append(uuid: account)
                    $0.append(int8: newest)
                }
            }
            if versions.count == rows {
                try transaction.commit(batch)
                return true
            }
            let used = batch.add(PostgresSessionQuery.deleteUsedTokens) {
                $0.append(uuid: account)
                $0.append(int8: tokensBefore.milliseconds)
                $0.append(int8: Int64(rows))
            }
            if try transaction.roundTrip(batch)[used].affectedRows == rows { return true }
            try transaction.commit(Self.unusedSessions(account, tokensBefore))
            return false
        }
        if hasMore { try await finishedStep(of: account) }
        return hasMore
    }

    private static func unusedSessions(_ account: EntityID, _ before: Instant) -> PostgresBatch {
        var batch = PostgresBatch()
        for statement in [
            PostgresSessionQuery.deleteUnusedTokens, PostgresSessionQuery.deleteUnused,
        ] {
            batch.add(statement) {
                $0.append(uuid: account)
                $0.append(int8: before.milliseconds)
            }
        }
        return batch
    }

    // The database's clock counts, because those of the servers can differ.
    package func take(_ lease: Lease, now: Instant) async throws -> Bool {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresMetaQuery.takeLease) {
                $0.append(text: lease.name)
                $0.append(byteaOf: lease.holder)
                $0.append(int8: Int64(lease.duration / .milliseconds(1)))
            }
            return try transaction.commit(batch)[0].affectedRows == 1
        }
    }

    package func release(_ lease: Lease) async throws {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresMetaQuery.releaseLease) {
                $0.append(text: lease.name)
                $0.append(byteaOf: lease.holder)
            }
            try transaction.commit(batch)
        }
    }

    /// The time of the check with the wait for a connection, which is less than a client waits for
    /// the answer: it then has the reason.
    private static let readinessTime = Duration.milliseconds(1500)
    /// The maximum difference between the clocks of a ready server and of the database.
    package static let maximumClockSkew = Duration.seconds(2)

    package func checkReadiness() async throws {
        let clock = wallClock
        let (isStandby, difference) = try await run(within: Self.readinessTime) { connection in
            let start = clock?.now()
            let row = try connection.retrying {
                let results = try connection.roundTrip(PostgresBatch(PostgresMetaQuery.readiness))
                guard let row = results.first?.first else { throw PostgresConnection.lost }
                return row
            }
            let database = Instant(milliseconds: try row.int(1))
            guard let clock, let start else { return (try row.bool(0), Duration.zero) }
            return (try row.bool(0), Self.difference(database, from: start, to: clock.now()))
        }
        if isStandby { throw StoreUnavailable(.readOnly, detail: nil) }
        let isOff = difference > Self.maximumClockSkew
        faults.clockDiffers(isOff, by: difference)
        if isOff { throw StoreUnavailable(.clockSkew, detail: nil) }
    }

    /// The least difference between a time that the database read and the server's clock, which read
    /// `start` before and `end` after it.
    static func difference(
        _ database: Instant,
        from start: Instant,
        to end: Instant
    ) -> Duration {
        let middle = start + (end - start) / 2
        let distance = database > middle ? database - middle : middle - database
        return max(.zero, distance - max(.zero, end - start) / 2)
    }
}
