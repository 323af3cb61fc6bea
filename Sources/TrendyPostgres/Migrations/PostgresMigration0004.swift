/// Migration 0004: adds the map from accounts to clusters, and accounts that are being moved.
///
/// Never edited once released.
enum PostgresMigration0004 {
    static let number: Int32 = 4

    static let statements = [
        // The clusters; the first one is the database with this table.
        """
        CREATE TABLE shard (
            name text PRIMARY KEY,
            url bytea NOT NULL,
            accepts_accounts bool NOT NULL
        )
        """,
        "INSERT INTO shard (name, url, accepts_accounts) VALUES ('main', '', true)",
        // Accounts without a row are in the first cluster.
        """
        CREATE TABLE account_shard (
            account uuid PRIMARY KEY,
            shard text NOT NULL,
            other text,
            phase int4 NOT NULL DEFAULT 0,
            version int8 NOT NULL DEFAULT 1
        )
        """,
        // An account that no server may use in this cluster now, with its row as text.
        "CREATE TABLE frozen_account (account uuid PRIMARY KEY, content text NOT NULL)",
    ]
}
