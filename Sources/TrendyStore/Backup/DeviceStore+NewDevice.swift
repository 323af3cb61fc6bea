import GRDB
package import TrendyModel
package import TrendySQLite

extension DeviceStore {
    /// The pending and failed mutations of a restored database.
    package struct RestoredQueue: Sendable, Equatable {
        /// The number of all mutations.
        package var mutations: Int
        /// The number of mutations that got a new id.
        package var renewed: Int

        /// Creates counts.
        package init(mutations: Int = 0, renewed: Int = 0) {
            self.mutations = mutations
            self.renewed = renewed
        }
    }

    /// Turns a restored copy of a database into the database of another device, because the device
    /// that was copied may still be in use.
    ///
    /// The copy gets a device id of its own. A mutation that may have been sent keeps its id: both
    /// devices send the same content, and the server answers the second one as a duplicate. The
    /// other device may still change the content of an unsent mutation, and the server refuses a
    /// known id with other content. An unsent mutation therefore gets a new id; the server merges
    /// what the other device has sent before.
    ///
    /// The schema is migrated first. Nothing else may use the file.
    ///
    /// - Throws: ``StoreError`` when the file is not a device's database, is damaged, or was
    ///   written by a newer version.
    package static func makeNewDevice(
        path: String,
        dependencies: Dependencies,
        files: any DatabaseFiles = LocalFiles()
    ) throws -> RestoredQueue {
        do {
            let queue = try openFile(path, files)
            let restored = try queue.writing { db in
                try Meta.set(db, .deviceID, dependencies.ids.next())
                // The waits that the server demanded concern the other device.
                for key in [Meta.Key.serverWaitUntil, .pausedUntil] {
                    try Meta.set(db, key, bytes: nil)
                }
                return try renewUnsentMutations(db, ids: dependencies.ids)
            }
            try SQLiteFile.checkpointAndClose(queue, path: path)
            return restored
        } catch let error as SQLiteFileError {
            throw StoreError(error)
        } catch let error as DatabaseError {
            throw StoreError(SQLiteFileError(cause: error, path: path, label: "The database"))
        }
    }

    private static func renewUnsentMutations(
        _ db: Database,
        ids: any EntityIDSource
    ) throws -> RestoredQueue {
        let sent = try SentWatermark(db)
        let mutations = try PreparedStatement(
            db,
            "SELECT \(MutationRow.columns) FROM mutation ORDER BY seq"
        )
        var restored = RestoredQueue()
        var unsent: [Int64] = []
        var entities: Set<EntityID> = []
        try mutations.forEachRow { row in
            let mutation = try StoredMutation(row: row)
            restored.mutations += 1
            // Later mutations of an entity get another base version when the first is accepted.
            let isFirst = entities.insert(mutation.entityID).inserted
            let isUnchangeable = isFirst && !mutation.isFailed && sent.covers(mutation)
            if !isUnchangeable, !sent.inFlight.contains(mutation.sequence) {
                unsent.append(mutation.sequence)
            }
        }
        let update = try PreparedStatement(db, "UPDATE mutation SET id = ? WHERE seq = ?")
        for sequence in unsent {
            update.bind(1, ids.next())
            update.bind(2, sequence)
            try update.run()
        }
        restored.renewed = unsent.count
        return restored
    }
}
