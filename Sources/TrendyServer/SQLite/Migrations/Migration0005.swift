import GRDB

/// Migration 0005: renames tables and synced event properties to the current terms.
///
/// The entities keep their versions: devices rename the same properties in their own migration.
///
/// Never edited once released.
enum Migration0005 {
    static let name = "0005"

    private static let renamedProperties = [
        ("entry_known_by", "entry_source"),
        ("exit_known_by", "exit_source"),
        ("in_doubt", "unconfirmed"),
        ("last_elsewhere", "last_outside_fix"),
    ]

    static func migrate(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE receipt RENAME TO idempotency_record;

                DROP INDEX past_life_account;
                ALTER TABLE past_life RENAME TO previous_epoch;
                CREATE INDEX previous_epoch_account ON previous_epoch (account);
                """
        )
        // In compact JSON a member name is always `"name":`; quotation marks in a text value are
        // escaped.
        for (old, new) in renamedProperties {
            try db.execute(
                sql: """
                    UPDATE entity SET content = replace(content, ?1, ?2)
                    WHERE instr(content, ?1) > 0
                    """,
                arguments: ["\"\(old)\":", "\"\(new)\":"]
            )
        }
        try db.execute(
            sql: """
                UPDATE account SET content_bytes = (
                    SELECT coalesce(sum(length(CAST(content AS BLOB))), 0) FROM entity
                    WHERE entity.account = account.id AND deleted_at IS NULL);
                """
        )
    }
}
