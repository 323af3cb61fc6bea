package import TrendyModel
import TrendyServer

extension PostgresStore {
    /// The maximum number of rows that one transaction deletes from a table.
    private static let deletionRows: Int64 = 500

    package func beginDeletion(account: EntityID) async throws {
        try await transaction { transaction in
            var select = PostgresBatch()
            select.add(PostgresAccountQuery.emailForDeletion) { $0.append(uuid: account) }
            select.add(PostgresIdentityQuery.list) { $0.append(uuid: account) }
            let results = try transaction.roundTrip(select)
            // Repeated for an account that is deleted already.
            guard let email = try results[0].first?.bytes(0) else { return }
            var batch = PostgresBatch()
            try Self.freeIdentities(&batch, account, results[1])
            // Frees the address at once.
            batch.add(PostgresAccountQuery.freeAddress) {
                $0.append(bytea: email)
                $0.append(uuid: account)
            }
            batch.add(PostgresAccountQuery.beginDeletion) { $0.append(uuid: account) }
            PostgresSessionQuery.endSessions(&batch, account, keeping: nil)
            try transaction.commit(batch)
        }
        changeBus.changed(account)
    }

    package func deleteSome(account: EntityID) async throws -> Bool {
        try await transaction { transaction in
            for statement in PostgresAccountQuery.deleteChunks {
                var batch = PostgresBatch()
                batch.add(statement) {
                    $0.append(uuid: account)
                    $0.append(int8: Self.deletionRows)
                }
                if try transaction.roundTrip(batch)[0].affectedRows > 0 { return true }
            }
            var batch = PostgresBatch()
            for statement in PostgresAccountQuery.deleteRest {
                batch.add(statement) { $0.append(uuid: account) }
            }
            try transaction.commit(batch)
            return false
        }
    }

    package func accountsInDeletion() async throws -> [EntityID] {
        try await read(PostgresAccountQuery.inDeletion) { try $0.map { try $0.id(0) } }
    }
}
