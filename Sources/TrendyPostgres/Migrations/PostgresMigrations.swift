/// The numbered migrations of the schema on PostgreSQL.
///
/// Each runs in one transaction of its own, under a lock, so that several servers can start at
/// once. A migration leaves a schema that the previous release can use, too: programs that know
/// fewer migrations go on with a newer schema, unless a migration says otherwise in ``oldest``.
package enum PostgresMigrations {
    private static let all: [(number: Int32, statements: [String])] = [
        (PostgresMigration0001.number, PostgresMigration0001.statements),
        (PostgresMigration0002.number, PostgresMigration0002.statements),
        (PostgresMigration0003.number, PostgresMigration0003.statements),
        (PostgresMigration0004.number, PostgresMigration0004.statements),
    ]

    /// The migration that a program must know to use the newest schema.
    ///
    /// It is recorded in the database, so that programs of earlier releases see it. Raise it with a
    /// migration that removes what they use.
    static let oldest: Int32 = 1

    /// The number of migrations.
    static var count: Int { all.count }

    /// The number of the newest migration.
    package static var newest: Int32 { all.last?.number ?? 0 }

    private static let createTable = PostgresStatement(
        "migration_table",
        [],
        "CREATE TABLE IF NOT EXISTS schema_migration (number int4 PRIMARY KEY)"
    )
    /// What the slower of two servers gets that create the table at once: `unique_violation`,
    /// `duplicate_object`, `duplicate_table`.
    private static let createdAtOnce: Set = ["23505", "42710", "42P07"]
    private static let tableExists = PostgresStatement(
        "migration_table_exists",
        [],
        "SELECT to_regclass('schema_migration') IS NOT NULL"
    )
    private static let lock = PostgresStatement(
        "migration_lock",
        [],
        "LOCK TABLE schema_migration IN EXCLUSIVE MODE"
    )
    private static let last = PostgresStatement(
        "migration_last",
        [],
        "SELECT coalesce(max(number), 0) FROM schema_migration"
    )
    private static let setOldest = PostgresStatement(
        "migration_oldest_set",
        [.bytea],
        """
        INSERT INTO meta (key, value) VALUES ('oldest_migration', $1)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """
    )
    private static let readOldest = PostgresStatement(
        "migration_oldest",
        [],
        "SELECT value FROM meta WHERE key = 'oldest_migration'"
    )
    private static let add = PostgresStatement(
        "migration_add",
        [.int4],
        "INSERT INTO schema_migration (number) VALUES ($1)"
    )

    /// The number of the last migration that a database has; 0 for an empty database.
    package static func current(_ connection: PostgresConnection) throws -> Int32 {
        let exists = try connection.roundTrip(PostgresBatch(tableExists))
        guard try exists.first?.first?.bool(0) == true else { return 0 }
        let number = try connection.roundTrip(PostgresBatch(last)).first?.first?.int(0)
        return Int32(clamping: number ?? 0)
    }

    /// Whether this program may use a database whose last migration it does not know.
    static func isCompatible(_ connection: PostgresConnection) throws -> Bool {
        let row = try connection.roundTrip(PostgresBatch(readOldest)).first?.first
        guard let row, let number = Int32(try row.string(0)) else { return true }
        return number <= newest
    }

    /// Runs the migrations that a database lacks; returns their numbers.
    @discardableResult
    package static func migrate(_ connection: PostgresConnection) throws -> [Int32] {
        do {
            _ = try connection.transaction { try $0.commit(PostgresBatch(createTable)) }
        } catch let error as PostgresError where createdAtOnce.contains(error.sqlState ?? "") {
            // It is there now.
        }
        var run: [Int32] = []
        for migration in all {
            let isNew = try connection.transaction { transaction in
                var first = PostgresBatch(lock)
                first.add(last)
                let results = try transaction.roundTrip(first)
                guard try results[1][0].int(0) < Int64(migration.number) else { return false }
                var batch = PostgresBatch()
                for (index, sql) in migration.statements.enumerated() {
                    batch.add(PostgresStatement("migration_\(migration.number)_\(index)", [], sql))
                }
                batch.add(add) { $0.append(int4: migration.number) }
                batch.add(setOldest) { $0.append(byteaOf: "\(oldest)") }
                try transaction.roundTrip(batch)
                return true
            }
            if isNew { run.append(migration.number) }
        }
        return run
    }
}
