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
            var tombstones = PostgresBatch()
            tombstones.add(PostgresSessionQuery.lockAccount) { $0.append(uuid: account) }
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

    // The servers' clocks differ by less than a lease is long: a server whose clock is off is not
    // ready.
    package func take(_ lease: Lease, now: Instant) async throws -> Bool {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresMetaQuery.takeLease) {
                $0.append(text: lease.name)
                $0.append(byteaOf: lease.holder)
                $0.append(int8: (now + lease.duration).milliseconds)
                $0.append(int8: now.milliseconds)
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

    package func checkReadiness() async throws {
        let isStandby = try await read(PostgresMetaQuery.isStandby) { try $0.first?.bool(0) }
        if isStandby != false { throw StoreUnavailable(.readOnly, detail: nil) }
    }
}
