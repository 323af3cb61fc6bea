/// SQL statements about accounts, their addresses and invites; a test checks their query plans.
enum PostgresAccountQuery {
    /// The columns of an account, in the order of ``PostgresStore/account(_:)``.
    private static let columns = """
        account.account, account.email, account.password_hash, account.created_at,
        account.disabled_at, account.is_administrator
        """

    /// The account of an address; the directory belongs to no account.
    static let address = PostgresStatement(
        "address",
        [.bytea],
        "SELECT account FROM account_address WHERE address = $1"
    )
    static let byID = PostgresStatement(
        "account",
        [.uuid],
        "SELECT \(columns) FROM account WHERE account = $1 AND NOT in_deletion"
    )
    /// A taken address is written as well, so that both cases take the same time.
    static let takeAddress = PostgresStatement(
        "account_take_address",
        [.bytea, .uuid],
        """
        INSERT INTO account_address (address, account) VALUES ($1, $2)
        ON CONFLICT (address) DO UPDATE SET address = excluded.address
        RETURNING account
        """
    )
    static let freeAddress = PostgresStatement(
        "account_free_address",
        [.bytea, .uuid],
        "DELETE FROM account_address WHERE address = $1 AND account = $2"
    )
    static let insert = PostgresStatement(
        "account_insert",
        [.uuid, .bytea, .bytea, .int8],
        """
        INSERT INTO account (account, email, password_hash, created_at, epoch)
        SELECT $1, $2, $3, $4, value FROM meta WHERE key = 'epoch'
        """
    )
    static let replacePasswordHash = PostgresStatement(
        "account_replace_hash",
        [.uuid, .bytea, .bytea],
        "UPDATE account SET password_hash = $3 WHERE account = $1 AND password_hash = $2"
    )
    static let setPassword = PostgresStatement(
        "account_set_password",
        [.uuid, .bytea],
        "UPDATE account SET password_hash = $2 WHERE account = $1 AND NOT in_deletion"
    )
    static let setDisabled = PostgresStatement(
        "account_set_disabled",
        [.uuid, .int8],
        "UPDATE account SET disabled_at = $2 WHERE account = $1 AND NOT in_deletion"
    )
    static let setAdministrator = PostgresStatement(
        "account_set_administrator",
        [.uuid, .bool],
        "UPDATE account SET is_administrator = $2 WHERE account = $1 AND NOT in_deletion"
    )
    static let recordEpoch = PostgresStatement(
        "account_record_epoch",
        [.uuid],
        """
        INSERT INTO previous_epoch (account, number, epoch, version)
        SELECT $1, (SELECT coalesce(max(number), 0) + 1 FROM previous_epoch WHERE account = $1),
            epoch, sequence
        FROM account WHERE account = $1
        """
    )
    static let setEpoch = PostgresStatement(
        "account_set_epoch",
        [.uuid, .bytea],
        "UPDATE account SET epoch = $2 WHERE account = $1"
    )

    // Deletion

    static let emailForDeletion = PostgresStatement(
        "account_deletion_email",
        [.uuid],
        "SELECT email FROM account WHERE account = $1 FOR UPDATE"
    )
    static let beginDeletion = PostgresStatement(
        "account_begin_deletion",
        [.uuid],
        """
        UPDATE account SET in_deletion = true, password_hash = '', email = ''
        WHERE account = $1
        """
    )
    /// Delete some rows of the large tables: the account, the number of rows.
    static let deleteChunks = ["entity", "idempotency_record"].map { table in
        PostgresStatement(
            "account_delete_\(table)",
            [.uuid, .int8],
            """
            DELETE FROM \(table) WHERE account = $1 AND id <= coalesce(
                (SELECT id FROM \(table) WHERE account = $1 ORDER BY id OFFSET $2 - 1 LIMIT 1),
                'ffffffff-ffff-ffff-ffff-ffffffffffff')
            """
        )
    }
    /// Delete the rows of the small tables, last that of the account itself.
    static let deleteRest = [
        "refresh_token", "session", "device", "onboarding", "previous_epoch", "linked_identity",
        "account",
    ].map { table in
        PostgresStatement(
            "account_delete_\(table)",
            [.uuid],
            "DELETE FROM \(table) WHERE account = $1"
        )
    }

    // Invites, which belong to no account

    static let useInvite = PostgresStatement(
        "invite_use",
        [.bytea, .int8],
        """
        UPDATE invite SET uses_left = uses_left - 1
        WHERE code_hash = $1 AND expires_at > $2 AND uses_left > 0
        """
    )
    static let inviteIsValid = PostgresStatement(
        "invite_is_valid",
        [.bytea, .int8],
        "SELECT 1 FROM invite WHERE code_hash = $1 AND expires_at > $2 AND uses_left > 0"
    )
    static let deleteInvites = PostgresStatement(
        "invite_delete_expired",
        [.int8],
        "DELETE FROM invite WHERE expires_at <= $1 OR uses_left <= 0"
    )
    static let addInvite = PostgresStatement(
        "invite_add",
        [.bytea, .int8, .int8, .int8],
        """
        INSERT INTO invite (code_hash, created_at, expires_at, uses_left) VALUES ($1, $2, $3, $4)
        """
    )

    // Over all accounts, for administration and maintenance

    static let summaries = PostgresStatement(
        "accounts",
        [],
        """
        SELECT \(columns),
            account.event_types + account.property_definitions + account.geofences
                + account.events, account.content_bytes,
            (SELECT count(*) FROM session WHERE session.account = account.account),
            (SELECT count(*) FROM device WHERE device.account = account.account),
            (SELECT max(reported_at) FROM device WHERE device.account = account.account)
        FROM account WHERE NOT account.in_deletion ORDER BY account.email
        """
    )
    static let inDeletion = PostgresStatement(
        "accounts_in_deletion",
        [],
        "SELECT account FROM account WHERE in_deletion ORDER BY account"
    )
    static let next = PostgresStatement(
        "account_next",
        [.uuid],
        "SELECT account FROM account WHERE account > $1 ORDER BY account LIMIT 1"
    )

    /// All statements; tests check their plans and words.
    static let all =
        [
            address, byID, takeAddress, freeAddress,
            insert, replacePasswordHash, setPassword, setDisabled,
            setAdministrator, recordEpoch, setEpoch, emailForDeletion,
            beginDeletion, useInvite, inviteIsValid, deleteInvites,
            addInvite, summaries, inDeletion, next,
        ] + deleteChunks + deleteRest
}
