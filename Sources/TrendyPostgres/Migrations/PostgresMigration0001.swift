/// Migration 0001: the first schema.
///
/// Never edited once released.
///
/// Every key starts with the account, so that an engine can distribute the tables by account; the
/// exceptions are small tables that belong to no account. Strings of people and programs are
/// `bytea`, because `text` cannot contain U+0000. Times are milliseconds since 1970.
enum PostgresMigration0001 {
    static let number: Int32 = 1

    static let statements = common + accounts + sessions + entities

    /// The tables that belong to no account.
    private static let common = [
        "CREATE TABLE meta (key text PRIMARY KEY, value bytea NOT NULL)",
        """
        CREATE TABLE lease (
            name text PRIMARY KEY,
            holder bytea NOT NULL,
            expires_at int8 NOT NULL
        )
        """,
        """
        CREATE TABLE invite (
            code_hash bytea PRIMARY KEY,
            created_at int8 NOT NULL,
            expires_at int8 NOT NULL,
            uses_left int8 NOT NULL
        )
        """,
        // The directory of addresses, which finds the account of a sign-in.
        "CREATE TABLE account_address (address bytea PRIMARY KEY, account uuid NOT NULL)",
    ]

    private static let accounts = [
        """
        CREATE TABLE account (
            account uuid PRIMARY KEY,
            email bytea NOT NULL,
            password_hash bytea NOT NULL,
            created_at int8 NOT NULL,
            epoch bytea NOT NULL,
            disabled_at int8,
            is_administrator bool NOT NULL DEFAULT false,
            in_deletion bool NOT NULL DEFAULT false,
            sequence int8 NOT NULL DEFAULT 0,
            tombstones_collected_to int8 NOT NULL DEFAULT 0,
            event_types int8 NOT NULL DEFAULT 0,
            property_definitions int8 NOT NULL DEFAULT 0,
            geofences int8 NOT NULL DEFAULT 0,
            events int8 NOT NULL DEFAULT 0,
            content_bytes int8 NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE previous_epoch (
            account uuid NOT NULL,
            number int8 NOT NULL,
            epoch bytea NOT NULL,
            version int8 NOT NULL,
            PRIMARY KEY (account, number)
        )
        """,
        "CREATE TABLE onboarding (account uuid PRIMARY KEY, content bytea NOT NULL)",
        """
        CREATE TABLE device (
            account uuid NOT NULL,
            id uuid NOT NULL,
            reported_at int8 NOT NULL,
            name bytea NOT NULL,
            pending int8 NOT NULL,
            failed int8 NOT NULL,
            oldest_pending_seconds int8,
            app_version bytea NOT NULL,
            schema_version int8 NOT NULL,
            details bytea,
            PRIMARY KEY (account, id)
        )
        """,
    ]

    private static let sessions = [
        """
        CREATE TABLE session (
            account uuid NOT NULL,
            id uuid NOT NULL,
            created_at int8 NOT NULL,
            client bytea NOT NULL,
            PRIMARY KEY (account, id)
        )
        """,
        """
        CREATE TABLE refresh_token (
            account uuid NOT NULL,
            hash bytea NOT NULL,
            session uuid NOT NULL,
            created_at int8 NOT NULL,
            used_at int8,
            PRIMARY KEY (account, hash)
        )
        """,
        "CREATE INDEX refresh_token_session ON refresh_token (account, session)",
    ]

    // A tombstone has no timestamp, type or name, so no index for lists contains it. The order of
    // entity_type has the definitions of a type, which have no timestamp, after its events.
    private static let entities = [
        """
        CREATE TABLE entity (
            account uuid NOT NULL,
            id uuid NOT NULL,
            kind int4 NOT NULL,
            version int8 NOT NULL,
            created_at int8 NOT NULL,
            updated_at int8 NOT NULL,
            deleted_at int8,
            event_type_id uuid,
            occurred_at int8,
            unique_name bytea,
            source_type bytea,
            content bytea NOT NULL,
            PRIMARY KEY (account, id)
        )
        """,
        "CREATE UNIQUE INDEX entity_version ON entity (account, version)",
        """
        CREATE UNIQUE INDEX entity_name ON entity (account, kind, unique_name)
            WHERE unique_name IS NOT NULL
        """,
        "CREATE INDEX entity_kind ON entity (account, kind, id) WHERE kind < 4",
        """
        CREATE INDEX entity_time ON entity (account, occurred_at, id) WHERE occurred_at IS NOT NULL
        """,
        """
        CREATE INDEX entity_type ON entity
            (account, event_type_id, occurred_at DESC NULLS LAST, id DESC)
            WHERE event_type_id IS NOT NULL
        """,
        """
        CREATE INDEX entity_tombstone ON entity (account, deleted_at) WHERE deleted_at IS NOT NULL
        """,
        """
        CREATE TABLE idempotency_record (
            account uuid NOT NULL,
            id uuid NOT NULL,
            version int8,
            request_hash bytea NOT NULL,
            created_at int8 NOT NULL,
            PRIMARY KEY (account, id)
        )
        """,
    ]
}
