package import TrendyServer

extension PostgresStore: SharedAttempts {
    package func attempts(of keys: [[UInt8]]) async throws -> [SharedAttempt] {
        let parameters = PostgresParameters {
            $0.appendArray(of: .bytea, keys) { $0.append(bytea: $1) }
        }
        return try await read(PostgresAttemptQuery.find, parameters) { rows in
            try rows.map { row in
                SharedAttempt(
                    key: try row.bytes(0),
                    count: Int(try row.int(1)),
                    age: .milliseconds(try row.int(2))
                )
            }
        }
    }

    package func countAttempts(of keys: [[UInt8]], expiry: Duration) async throws {
        // In one order, so that two transactions do not wait for each other.
        let keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
        try await transaction { transaction in
            var batch = PostgresBatch(PostgresAttemptQuery.deleteExpired)
            batch.add(PostgresAttemptQuery.count) {
                $0.appendArray(of: .bytea, keys) { $0.append(bytea: $1) }
                $0.append(int8: Int64(expiry / .milliseconds(1)))
            }
            try transaction.commit(batch)
        }
    }

    package func remember(_ key: [UInt8], for time: Duration) async throws {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAttemptQuery.remember) {
                $0.append(bytea: key)
                $0.append(int8: Int64(time / .milliseconds(1)))
            }
            try transaction.commit(batch)
        }
    }

    package func forgetAttempts(of key: [UInt8]) async throws {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAttemptQuery.forget) { $0.append(bytea: key) }
            try transaction.commit(batch)
        }
    }
}
