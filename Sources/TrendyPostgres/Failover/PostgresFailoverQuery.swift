/// SQL statements that recognize failovers and restores; they belong to no account.
enum PostgresFailoverQuery {
    /// Whether the server is a standby, its system identifier, timeline and end of the log.
    ///
    /// The last two are NULL on a standby. Each role may call these functions.
    static let state = PostgresStatement(
        "failover_state",
        [],
        """
        SELECT pg_is_in_recovery(), (SELECT system_identifier FROM pg_control_system()),
            CASE WHEN NOT pg_is_in_recovery() THEN
                ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int4 END,
            CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_insert_lsn() END
        """
    )
    /// The position before the commit record, and the transaction's id; NULL when it wrote nothing.
    static let commit = PostgresStatement(
        "failover_commit",
        [],
        "SELECT pg_current_wal_insert_lsn(), pg_current_xact_id_if_assigned()"
    )
    /// Which of the functions that read a history file exist and may be called.
    static let historyFunctions = PostgresStatement(
        "failover_history_functions",
        [],
        """
        SELECT coalesce(has_function_privilege(
                to_regprocedure('trendy_timeline_history(int4)'), 'EXECUTE'), false),
            has_function_privilege('pg_read_file(text)', 'EXECUTE')
        """
    )
    static let history = PostgresStatement(
        "failover_history",
        [.int4],
        "SELECT trendy_timeline_history($1)"
    )
    static let historyFile = PostgresStatement(
        "failover_history_file",
        [.int4],
        "SELECT pg_read_file('pg_wal/' || lpad(upper(to_hex($1)), 8, '0') || '.history')"
    )
    /// The number of given transactions that are not committed; a later id than all that began was
    /// never used.
    static let uncommitted = PostgresStatement(
        "failover_uncommitted",
        [.int8Array],
        """
        SELECT count(*) FROM unnest($1) AS wanted (id)
        WHERE CASE WHEN id::text::xid8 < pg_snapshot_xmax(pg_current_snapshot())
            THEN pg_xact_status(id::text::xid8) IS DISTINCT FROM 'committed' ELSE true END
        """
    )

    // The record of the judged timeline

    /// Locks the record, so that servers judge one after the other.
    static let lockRecord = PostgresStatement(
        "failover_lock",
        [],
        "SELECT value FROM meta WHERE key = 'timeline' FOR UPDATE"
    )
    static let setRecord = PostgresStatement(
        "failover_set",
        [.bytea],
        """
        INSERT INTO meta (key, value) VALUES ('timeline', $1)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """
    )

    static let deleteRecord = PostgresStatement(
        "failover_delete",
        [],
        "DELETE FROM meta WHERE key = 'timeline'"
    )

    // The renewal of the epochs of all accounts

    /// In the order of the keys, as no other transaction locks more than one.
    static let lockAccounts = PostgresStatement(
        "failover_lock_accounts",
        [],
        "SELECT count(*) FROM (SELECT 1 FROM account ORDER BY account FOR NO KEY UPDATE) AS locked"
    )
    static let recordEpochs = PostgresStatement(
        "failover_record_epochs",
        [],
        """
        INSERT INTO previous_epoch (account, number, epoch, version)
        SELECT account, (SELECT coalesce(max(number), 0) + 1 FROM previous_epoch AS previous
                WHERE previous.account = account.account), epoch, sequence
        FROM account
        """
    )
    static let setEpochs = PostgresStatement(
        "failover_set_epochs",
        [.bytea],
        "UPDATE account SET epoch = $1"
    )
    // Accounts that are being moved have their row as text.

    static let lockFrozen = PostgresStatement(
        "failover_lock_frozen",
        [],
        """
        SELECT count(*) FROM (
            SELECT 1 FROM frozen_account ORDER BY account FOR NO KEY UPDATE) AS locked
        """
    )
    static let recordFrozenEpochs = PostgresStatement(
        "failover_record_frozen_epochs",
        [],
        """
        INSERT INTO previous_epoch (account, number, epoch, version)
        SELECT account, (SELECT coalesce(max(number), 0) + 1 FROM previous_epoch AS previous
                WHERE previous.account = frozen.account),
            (content::account).epoch, (content::account).sequence
        FROM frozen_account AS frozen WHERE content <> ''
        """
    )
    static let setFrozenEpochs = PostgresStatement(
        "failover_set_frozen_epochs",
        [.bytea],
        """
        UPDATE frozen_account SET content = jsonb_populate_record(
            content::account, jsonb_build_object('epoch', convert_from($1, 'UTF8')))::text
        WHERE content <> ''
        """
    )
    /// The first epoch of accounts that are created later.
    static let setFirstEpoch = PostgresStatement(
        "failover_set_first_epoch",
        [.bytea],
        "UPDATE meta SET value = $1 WHERE key = 'epoch'"
    )

    /// All statements; tests check their words.
    static let all = [
        state, commit, historyFunctions, history, historyFile, uncommitted, lockRecord, setRecord,
        deleteRecord, lockAccounts, recordEpochs, setEpochs, lockFrozen, recordFrozenEpochs,
        setFrozenEpochs, setFirstEpoch,
    ]
}
