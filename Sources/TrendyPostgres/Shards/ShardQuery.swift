/// SQL statements about the map from accounts to clusters.
enum ShardQuery {
    static let place = PostgresStatement(
        "shard_place",
        [.uuid],
        "SELECT shard, other, phase, version FROM account_shard WHERE account = $1"
    )
    static let setPlace = PostgresStatement(
        "shard_set_place",
        [.uuid, .text],
        "INSERT INTO account_shard (account, shard) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    )
    static let removePlace = PostgresStatement(
        "shard_remove_place",
        [.uuid],
        "DELETE FROM account_shard WHERE account = $1"
    )
    /// Begins a move from the second to the third value, or finds it begun.
    static let beginMove = PostgresStatement(
        "shard_begin_move",
        [.uuid, .text, .text],
        """
        INSERT INTO account_shard (account, shard, other, phase) VALUES ($1, $2, $3, 1)
        ON CONFLICT (account) DO UPDATE
            SET other = excluded.other, phase = 1, version = account_shard.version + 1
        WHERE account_shard.shard = excluded.shard
            AND (account_shard.phase = 0
                OR account_shard.phase = 1 AND account_shard.other = excluded.other)
        """
    )
    static let cancelMove = PostgresStatement(
        "shard_cancel_move",
        [.uuid],
        """
        UPDATE account_shard SET other = NULL, phase = 0, version = version + 1
        WHERE account = $1 AND phase = 1
        """
    )
    static let flip = PostgresStatement(
        "shard_flip",
        [.uuid, .text],
        """
        UPDATE account_shard SET shard = other, other = shard, phase = 2, version = version + 1
        WHERE account = $1 AND phase = 1 AND other = $2
        """
    )
    static let finishMove = PostgresStatement(
        "shard_finish_move",
        [.uuid],
        """
        UPDATE account_shard SET other = NULL, phase = 0, version = version + 1
        WHERE account = $1 AND phase = 2
        """
    )
    /// Fails while another move to the cluster runs.
    static let lock = PostgresStatement(
        "shard_lock",
        [.text],
        "SELECT 1 FROM shard WHERE name = $1 FOR UPDATE NOWAIT"
    )
    static let shards = PostgresStatement(
        "shards",
        [],
        "SELECT name, url, accepts_accounts FROM shard ORDER BY name"
    )
    static let setShard = PostgresStatement(
        "shard_set",
        [.text, .bytea, .bool],
        """
        INSERT INTO shard (name, url, accepts_accounts) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE
            SET url = excluded.url, accepts_accounts = excluded.accepts_accounts
        """
    )
    static let places = PostgresStatement(
        "shard_places",
        [],
        "SELECT shard, other, phase, version, account FROM account_shard"
    )
    static let accountCount = PostgresStatement(
        "shard_account_count",
        [],
        "SELECT count(*) FROM account WHERE NOT in_deletion"
    )
    static let account = PostgresStatement(
        "shard_account",
        [.uuid],
        "SELECT 1 FROM account WHERE account = $1"
    )
    static let frozen = PostgresStatement(
        "frozen_account",
        [.uuid],
        "SELECT content FROM frozen_account WHERE account = $1"
    )
    /// Takes an account away from all servers of its cluster: it waits for the writes that hold the
    /// lock of the row, and later ones find no row.
    static let freeze = PostgresStatement(
        "account_freeze",
        [.uuid],
        """
        WITH taken AS (
            DELETE FROM account AS found WHERE found.account = $1 AND NOT found.in_deletion
            RETURNING found.account, found::text)
        INSERT INTO frozen_account (account, content) SELECT * FROM taken
        ON CONFLICT (account) DO UPDATE SET content = excluded.content
        """
    )
    static let setFrozen = PostgresStatement(
        "frozen_account_set",
        [.uuid, .text],
        """
        INSERT INTO frozen_account (account, content) VALUES ($1, $2)
        ON CONFLICT (account) DO UPDATE SET content = excluded.content
        """
    )
    static let lockFrozen = PostgresStatement(
        "frozen_account_lock",
        [.uuid],
        "SELECT 1 FROM frozen_account WHERE account = $1 FOR SHARE"
    )
    static let thaw = PostgresStatement(
        "account_thaw",
        [.uuid],
        """
        INSERT INTO account SELECT (taken.value).* FROM (
            SELECT content::account AS value FROM frozen_account
            WHERE account = $1 AND content <> '' OFFSET 0) AS taken
        ON CONFLICT (account) DO NOTHING
        """
    )
    static let deleteFrozen = PostgresStatement(
        "frozen_account_delete",
        [.uuid],
        "DELETE FROM frozen_account WHERE account = $1"
    )
    static let deleteAccount = PostgresStatement(
        "account_delete_moved",
        [.uuid],
        "DELETE FROM account WHERE account = $1"
    )
    static let deleteIdentities = PostgresStatement(
        "identities_delete_moved",
        [.uuid],
        "DELETE FROM linked_identity WHERE account = $1"
    )
    /// The tables whose rows belong to one account: their key begins with it.
    ///
    /// The account's own row and the map are moved apart.
    static let tables = PostgresStatement(
        "shard_tables",
        [],
        """
        SELECT class.relname::text FROM pg_index AS key
            JOIN pg_class AS class ON class.oid = key.indrelid
            JOIN pg_attribute AS attribute
                ON attribute.attrelid = class.oid AND attribute.attnum = key.indkey[0]
        WHERE key.indisprimary AND attribute.attname = 'account'
            AND class.relnamespace = current_schema()::regnamespace
            AND class.relname NOT IN ('account', 'account_shard', 'frozen_account')
        ORDER BY 1
        """
    )
}
