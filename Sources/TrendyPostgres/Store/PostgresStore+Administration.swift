package import TrendyModel
package import TrendyServer

extension PostgresStore {
    package func accounts() async throws -> [AccountSummary] {
        try await read(PostgresAccountQuery.summaries) { rows in
            try rows.map { row in
                AccountSummary(
                    account: try Self.account(row),
                    usage: AccountUsage(entities: try row.int(6), bytes: try row.int(7)),
                    sessions: Int(try row.int(8)),
                    devices: Int(try row.int(9)),
                    lastReportAt: try row.optionalInt(10).map { Instant(milliseconds: $0) }
                )
            }
        }
    }

    package func setDisabled(account: EntityID, at instant: Instant?) async throws {
        try await changeAccount(account) { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAccountQuery.setDisabled) {
                $0.append(uuid: account)
                $0.append(int8: instant?.milliseconds)
            }
            if instant != nil { PostgresSessionQuery.endSessions(&batch, account, keeping: nil) }
            return try transaction.roundTrip(batch)[0].affectedRows == 1
        }
    }

    package func setAdministrator(account: EntityID, _ isAdministrator: Bool) async throws {
        try await changeAccount(account) { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAccountQuery.setAdministrator) {
                $0.append(uuid: account)
                $0.append(bool: isAdministrator)
            }
            return try transaction.roundTrip(batch)[0].affectedRows == 1
        }
    }

    package func addInvite(
        hash: [UInt8],
        uses: Int,
        now: Instant,
        expiresAt: Instant
    ) async throws {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAccountQuery.deleteInvites) { $0.append(int8: now.milliseconds) }
            batch.add(PostgresAccountQuery.addInvite) {
                $0.append(bytea: hash)
                $0.append(int8: now.milliseconds)
                $0.append(int8: expiresAt.milliseconds)
                $0.append(int8: Int64(uses))
            }
            try transaction.commit(batch)
        }
    }
}
