import TrendyServer

/// SQL statements of a push; a test checks their query plans.
///
/// Look-ups by id join the ids in a lateral query of one row, so that the plan is a search by key
/// whatever the statistics of the table are: on an empty table the planner would read the whole
/// account, and the session would keep that plan. For the same reason a deletion of some rows
/// compares their ids with a bound: the ids of an array would be compared with each row of the
/// account where accounts are small on average.
enum PostgresPushQuery {
    /// Locks the account against other writes of it, but not against foreign reads.
    static let lock = PostgresStatement(
        "push_lock",
        [.uuid],
        """
        SELECT \(AccountCounters.postgresColumns) FROM account
        WHERE account = $1 AND NOT in_deletion FOR NO KEY UPDATE
        """
    )

    /// Limited, because a whole month of records can expire at once.
    static let deleteExpiredRecords = PostgresStatement(
        "push_delete_records",
        [.uuid, .uuid, .int8, .int8],
        """
        DELETE FROM idempotency_record
        WHERE account = $1 AND created_at < $3 AND id < coalesce(
            (SELECT id FROM idempotency_record WHERE account = $1 AND id < $2
            ORDER BY id OFFSET $4 LIMIT 1), $2)
        """
    )

    /// Mutations usually are newer than all others of the account, which one search finds out.
    static let records = PostgresStatement(
        "push_records",
        [.uuid, .uuidArray, .uuid, .uuid],
        """
        SELECT record.id, record.version, record.request_hash
        FROM unnest($2) AS wanted (id) CROSS JOIN LATERAL (
            SELECT id, version, request_hash FROM idempotency_record
            WHERE account = $1 AND id = wanted.id LIMIT 1) AS record
        WHERE EXISTS (
            SELECT 1 FROM idempotency_record WHERE account = $1 AND id BETWEEN $3 AND $4)
        """
    )

    static let wantedEntities = PostgresStatement(
        "push_entities",
        [.uuid, .uuidArray, .int8],
        """
        SELECT found.kind, found.id, found.version, found.created_at, found.updated_at,
            found.deleted_at,
            CASE WHEN octet_length(found.content) <= $3 THEN found.content END,
            octet_length(found.content)
        FROM unnest($2) AS wanted (id) CROSS JOIN LATERAL (
            SELECT \(PostgresEntityRow.columns) FROM entity
            WHERE account = $1 AND id = wanted.id LIMIT 1) AS found
        """
    )

    static let nameOwner = PostgresStatement(
        "push_name_owner",
        [.uuid, .int4, .bytea],
        """
        SELECT \(PostgresEntityRow.columns) FROM entity
        WHERE account = $1 AND kind = $2 AND unique_name = $3
        """
    )

    /// The events of a type, then its definitions, which have no timestamp.
    static let children = PostgresStatement(
        "push_children",
        [.uuid, .uuid, .int8],
        """
        SELECT kind, id, version, created_at, updated_at, deleted_at, NULL::bytea,
            octet_length(content)
        FROM entity WHERE account = $1 AND event_type_id = $2
        ORDER BY occurred_at DESC NULLS LAST, id DESC LIMIT $3
        """
    )

    static let eventCount = PostgresStatement(
        "push_event_count",
        [.uuid, .uuid, .int8],
        """
        SELECT count(*) FROM (
            SELECT 1 FROM entity
            WHERE account = $1 AND event_type_id = $2 AND occurred_at IS NOT NULL LIMIT $3) AS found
        """
    )

    /// Frees the names of the entities that the next statement writes, because it checks each row
    /// at once: one entity can take a name that a later row gives up.
    ///
    /// No event has a name.
    static let clearNames = PostgresStatement(
        "push_clear_names",
        [.uuid, .uuidArray],
        """
        UPDATE entity SET unique_name = NULL
        WHERE account = $1 AND id = ANY ($2) AND kind < 4 AND unique_name IS NOT NULL
        """
    )

    /// All columns of an entity.
    static let columns = [
        "account", "id", "kind", "version", "created_at", "updated_at", "deleted_at",
        "event_type_id", "occurred_at", "unique_name", "source_type", "content",
    ]

    static let upsert = PostgresStatement(
        "push_upsert",
        [
            .uuid, .uuidArray, .int4Array, .int8Array, .int8Array, .int8Array, .int8Array,
            .uuidArray, .int8Array, .byteaArray, .byteaArray, .byteaArray,
        ],
        """
        INSERT INTO entity (\(columns.joined(separator: ", ")))
        SELECT $1, * FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        ON CONFLICT (account, id) DO UPDATE SET
            kind = excluded.kind, version = excluded.version, created_at = excluded.created_at,
            updated_at = excluded.updated_at, deleted_at = excluded.deleted_at,
            event_type_id = excluded.event_type_id, occurred_at = excluded.occurred_at,
            unique_name = excluded.unique_name, source_type = excluded.source_type,
            content = excluded.content
        """
    )

    static let insertRecords = PostgresStatement(
        "push_insert_records",
        [.uuid, .int8, .uuidArray, .int8Array, .byteaArray],
        """
        INSERT INTO idempotency_record (account, id, version, request_hash, created_at)
        SELECT $1, id, version, request_hash, $2
        FROM unnest($3, $4, $5) AS record (id, version, request_hash)
        """
    )

    static let updateCounters = PostgresStatement(
        "push_counters",
        [.uuid, .int8, .int8, .int8, .int8, .int8, .int8],
        """
        UPDATE account SET sequence = $2, event_types = $3, property_definitions = $4,
            geofences = $5, events = $6, content_bytes = $7
        WHERE account = $1
        """
    )

    static let all = [
        lock, deleteExpiredRecords, records, wantedEntities, nameOwner, children, eventCount,
        clearNames, upsert, insertRecords, updateCounters,
    ]
}
