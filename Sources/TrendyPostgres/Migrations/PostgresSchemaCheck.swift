import TrendyServer

/// Checks whether a database is one of Trendy that this program and its role can use.
package enum PostgresSchemaCheck {
    /// The tables of the schema; a database that lacks one is not Trendy's or was damaged.
    static let tables = [
        "account", "account_address", "device", "entity", "idempotency_record", "invite", "lease",
        "meta", "onboarding", "previous_epoch", "refresh_token", "session",
        "sign_in_attempt",
    ]

    /// Throws ``ServerError`` of the code `foreignDatabase` for a database with tables of another
    /// program; an empty database and one of Trendy pass.
    package static func refuseForeign(_ connection: PostgresConnection) throws {
        let row = try connection.roundTrip(PostgresBatch(foreign))[0][0]
        let found = try (hasMigrations: row.bool(0), isOurs: row.bool(1), others: row.int(2))
        if found.isOurs || (!found.hasMigrations && found.others == 0) { return }
        throw ServerError(
            code: .foreignDatabase,
            message: """
                The database has tables of another program. Create a database for Trendy alone \
                (createdb --owner USER NAME), and give its URL.
                """
        )
    }

    /// Checks the schema for a server that is about to use it.
    ///
    /// - Throws: ``ServerError`` of the code `foreignDatabase`, `missingDatabase` without all
    ///   migrations, `newerDatabase`, `damagedDatabase` for missing tables, or `cannotOpenDatabase`
    ///   for missing rights; ``PostgresError``.
    static func run(_ connection: PostgresConnection) throws {
        try refuseForeign(connection)
        let current: Int32
        do {
            current = try PostgresMigrations.current(connection)
        } catch let error as PostgresError where error.sqlState == "42501" {
            throw missingRights(of: "schema_migration")
        }
        guard current >= PostgresMigrations.newest else {
            throw ServerError(
                code: .missingDatabase,
                message: "The database lacks migrations. Run 'trendy server migrate' first."
            )
        }
        var batch = PostgresBatch()
        batch.add(unusable) {
            $0.appendArray(of: .text, tables) { $0.append(text: $1) }
        }
        let rows = try connection.roundTrip(batch)[0]
        if let row = rows.first {
            let name = try row.string(0)
            if try row.bool(1) { throw missingRights(of: name) }
            throw ServerError(
                code: .damagedDatabase,
                message:
                    "The database is incomplete: it lacks the table '\(name)'. Restore a backup."
            )
        }
        let isKnown = current == PostgresMigrations.newest
        guard try isKnown || PostgresMigrations.isCompatible(connection) else {
            throw ServerError(
                code: .newerDatabase,
                message: "A newer version of Trendy has migrated the database. Update this server."
            )
        }
    }

    private static func missingRights(of table: String) -> ServerError {
        ServerError(
            code: .cannotOpenDatabase,
            message: """
                The role of the URL may not read and write the table '\(table)'. As its owner, run \
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO the role.
                """
        )
    }

    /// Whether there is a table of migrations, whether it is Trendy's, and the number of tables and
    /// views that do not belong to extensions.
    private static let foreign = PostgresStatement(
        "schema_foreign",
        [],
        """
        SELECT to_regclass('schema_migration') IS NOT NULL,
            to_regclass('schema_migration') IS NOT NULL AND EXISTS (
                SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('schema_migration')
                AND attname = 'number' AND atttypid = 'int4'::regtype),
            (SELECT count(*) FROM pg_class AS class
                WHERE class.relnamespace = current_schema()::regnamespace
                    AND class.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (
                        SELECT 1 FROM pg_depend AS owner WHERE owner.objid = class.oid
                        AND owner.classid = 'pg_class'::regclass AND owner.deptype = 'e'))
        """
    )
    /// The first table that is missing or lacks a right, and whether it exists.
    private static let unusable = PostgresStatement(
        "schema_unusable",
        [.textArray],
        """
        SELECT name, to_regclass(name) IS NOT NULL FROM unnest($1) AS wanted (name)
        WHERE NOT coalesce(has_table_privilege(to_regclass(name), 'SELECT')
            AND has_table_privilege(to_regclass(name), 'INSERT')
            AND has_table_privilege(to_regclass(name), 'UPDATE')
            AND has_table_privilege(to_regclass(name), 'DELETE'), false)
        ORDER BY name LIMIT 1
        """
    )
}
