import GRDB
package import TrendyModel
package import TrendySQLite

extension SQLiteStore {
    /// Starts a new epoch of every account after a restore: clients read everything again and upload
    /// what the backup lacks.
    ///
    /// The last versions of the previous epochs are recorded, because all clients have the same data
    /// up to these versions.
    ///
    /// Throws `SQLiteFileError` when the file cannot be opened.
    package static func renewEpochs(
        path: String,
        random: any RandomSource,
        files: any DatabaseFiles = LocalFiles()
    ) throws {
        let queue = try open(path, files)
        let epoch = randomHex(random)
        try queue.writing { db in
            try db.execute(
                sql: """
                    INSERT INTO previous_epoch (account, epoch, version)
                    SELECT id, epoch, sequence FROM account
                    """
            )
            try db.execute(sql: "UPDATE account SET epoch = ?", arguments: [epoch])
            try db.execute(
                sql: "INSERT OR REPLACE INTO meta (key, value) VALUES ('epoch', ?)",
                arguments: [epoch]
            )
        }
        try queue.close()
    }

    package func renewEpoch(account: EntityID, to epoch: String) throws {
        try queue.writing { db in
            try db.cachedStatement(sql: AccountQuery.recordEpoch).execute(
                arguments: [account.data]
            )
            guard db.changesCount == 1 else { throw ServerError.unknownAccount }
            try db.cachedStatement(sql: AccountQuery.setEpoch).execute(
                arguments: [epoch, account.data]
            )
        }
        changeBus.changed(account)
    }
}
