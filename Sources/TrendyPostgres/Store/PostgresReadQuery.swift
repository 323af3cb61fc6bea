import TrendyServer

/// SQL statements of reads; a test checks their query plans.
///
/// A page is read in one snapshot with the account's version (``beginSnapshot``), so that both are
/// of one moment. It has the content of small entities; that of large ones is read afterwards
/// (``contents``), as far as the page may have so many bytes.
enum PostgresReadQuery {
    /// Begins a transaction whose statements all read one moment.
    static let beginSnapshot = PostgresStatement(
        "begin_snapshot",
        [],
        "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    )
    /// Ends it; there is nothing to commit.
    static let endSnapshot = PostgresStatement("end_snapshot", [], "ROLLBACK")

    static let counters = PostgresStatement(
        "account_counters",
        [.uuid],
        """
        SELECT \(AccountCounters.postgresColumns) FROM account
        WHERE account = $1 AND NOT in_deletion
        """
    )

    static let entity = PostgresStatement(
        "entity",
        [.uuid, .uuid],
        "SELECT \(PostgresEntityRow.columns) FROM entity WHERE account = $1 AND id = $2"
    )

    /// Newest first; a cursor of an epoch that is not in the result counts as unknown.
    static let snapshotStart = PostgresStatement(
        "snapshot_start",
        [.uuid],
        """
        SELECT \(AccountCounters.postgresColumns), previous.epoch, previous.version
        FROM account LEFT JOIN LATERAL (
            SELECT number, epoch, version FROM previous_epoch WHERE account = $1
            ORDER BY number DESC LIMIT 100) AS previous ON true
        WHERE account.account = $1 AND NOT account.in_deletion ORDER BY previous.number DESC
        """
    )

    static let changes = page(
        "changes",
        [.int8],
        where: "version > $4",
        order: ["version"]
    )

    static let snapshotEntities = page(
        "snapshot_entities",
        [.int4, .uuid],
        where: "kind < 4 AND (kind, id) > ($4, $5) AND deleted_at IS NULL",
        order: ["kind", "id"]
    )

    static let range = page(
        "range",
        [.uuid, .uuid, .uuid],
        where: "id BETWEEN $4 AND $5 AND id > $6",
        order: ["id"]
    )

    static let entitiesOfKind = page(
        "entities_of_kind",
        [.int4, .uuid],
        where: "kind < 4 AND kind = $4 AND id > $5 AND deleted_at IS NULL",
        order: ["id"]
    )

    static let entitiesOfType = page(
        "entities_of_type",
        [.int4, .uuid, .uuid],
        where: "event_type_id = $6 AND occurred_at IS NULL AND kind = $4 AND id > $5",
        // All times are NULL; with them the order is that of entity_type.
        order: ["occurred_at NULLS FIRST", "id"]
    )

    /// Events by time: the bound after which the page begins, the bound at which it ends, and the
    /// filters.
    static func events(isOldestFirst: Bool, hasType: Bool, hasSource: Bool) -> PostgresStatement {
        events[(isOldestFirst ? 4 : 0) + (hasType ? 2 : 0) + (hasSource ? 1 : 0)]
    }

    private static let events = (0..<8).map { number in
        let isOldestFirst = number & 4 != 0
        let hasType = number & 2 != 0
        let hasSource = number & 1 != 0
        let bounds =
            isOldestFirst
            ? "(occurred_at, id) > ($4, $5) AND occurred_at < $6"
            : "(occurred_at, id) < ($4, $5) AND occurred_at >= $6"
        let type = hasType ? " AND event_type_id = $7" : ""
        let source = hasSource ? " AND source_type = $\(hasType ? 8 : 7)" : ""
        return page(
            "events_\(number)",
            [.int8, .uuid, .int8] + (hasType ? [.uuid] : []) + (hasSource ? [.bytea] : []),
            where: "occurred_at IS NOT NULL AND \(bounds)\(type)\(source)",
            // The order of entity_type, which has its own place for missing times.
            order: isOldestFirst
                ? ["occurred_at\(hasType ? " NULLS FIRST" : "")", "id"]
                : ["occurred_at DESC\(hasType ? " NULLS LAST" : "")", "id DESC"]
        )
    }

    /// The content of entities by id and version.
    static let contents = PostgresStatement(
        "contents",
        [.uuid, .uuidArray, .int8Array],
        """
        SELECT found.id, found.content FROM unnest($2, $3) AS wanted (id, version)
        CROSS JOIN LATERAL (
            SELECT id, content FROM entity
            WHERE account = $1 AND id = wanted.id AND version = wanted.version LIMIT 1) AS found
        """
    )

    /// A page of the live entities of an id range for a digest.
    static let digest = PostgresStatement(
        "digest",
        [.uuid, .uuid, .uuid, .int8],
        """
        SELECT account.epoch, account.sequence, page.id, page.version, page.kind, page.is_live
        FROM account LEFT JOIN LATERAL (
            SELECT id, version, kind, deleted_at IS NULL AS is_live FROM entity
            WHERE account = $1 AND id BETWEEN $2 AND $3 ORDER BY id LIMIT $4) AS page ON true
        WHERE account.account = $1 AND NOT account.in_deletion ORDER BY page.id
        """
    )

    static let all =
        [
            counters, entity, snapshotStart, changes, snapshotEntities, range, entitiesOfKind,
            entitiesOfType, contents, digest,
        ] + events

    /// A page of entities.
    ///
    /// Its first parameters are the account, the maximum number of rows, and the maximum size of a
    /// content that it has. The last column is the size of the content.
    private static func page(
        _ name: String,
        _ types: [PostgresType],
        where condition: String,
        order: [String]
    ) -> PostgresStatement {
        PostgresStatement(
            name,
            [.uuid, .int8, .int8] + types,
            """
            SELECT kind, id, version, created_at, updated_at, deleted_at,
                CASE WHEN octet_length(content) <= $3 THEN content END, octet_length(content)
            FROM entity WHERE account = $1 AND \(condition)
            ORDER BY \(order.joined(separator: ", ")) LIMIT $2
            """
        )
    }
}
