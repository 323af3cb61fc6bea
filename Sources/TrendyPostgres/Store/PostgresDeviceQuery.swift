import TrendyServer

/// SQL statements about devices and onboarding; a test checks their query plans.
enum PostgresDeviceQuery {
    static let save = PostgresStatement(
        "device_save",
        [.uuid, .uuid, .int8, .bytea, .int8, .int8, .int8, .bytea, .int8, .bytea],
        """
        INSERT INTO device (account, id, reported_at, name, pending, failed,
            oldest_pending_seconds, app_version, schema_version, details)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (account, id) DO UPDATE SET
            reported_at = excluded.reported_at, name = excluded.name,
            pending = excluded.pending, failed = excluded.failed,
            oldest_pending_seconds = excluded.oldest_pending_seconds,
            app_version = excluded.app_version, schema_version = excluded.schema_version,
            details = excluded.details
        """
    )
    static let deleteSurplus = PostgresStatement(
        "device_delete_surplus",
        [.uuid, .int8],
        """
        DELETE FROM device WHERE account = $1 AND id = ANY (ARRAY(
            SELECT id FROM device WHERE account = $1 ORDER BY reported_at DESC, id OFFSET $2))
        """
    )
    /// The devices with the account's counters, or one row without a device.
    static let state = PostgresStatement(
        "account_state",
        [.uuid],
        """
        SELECT \(AccountCounters.postgresColumns), device.id, device.reported_at, device.name,
            device.pending, device.failed, device.oldest_pending_seconds, device.app_version,
            device.schema_version, device.details
        FROM account LEFT JOIN device ON device.account = $1
        WHERE account.account = $1 AND NOT account.in_deletion ORDER BY device.id
        """
    )
    static let onboarding = PostgresStatement(
        "onboarding",
        [.uuid],
        """
        SELECT account.created_at, onboarding.content
        FROM account LEFT JOIN onboarding ON onboarding.account = $1
        WHERE account.account = $1
        """
    )
    static let setOnboarding = PostgresStatement(
        "onboarding_set",
        [.uuid, .bytea],
        """
        INSERT INTO onboarding (account, content) VALUES ($1, $2)
        ON CONFLICT (account) DO UPDATE SET content = excluded.content
        """
    )

    /// All statements; tests check their plans and words.
    static let all = [
        save, deleteSurplus, state, onboarding,
        setOnboarding,
    ]
}
