import GRDB
import Logging
import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// Locks the file against other processes.
    ///
    /// It does not wait: a second process fails at once.
    ///
    /// - Throws: ``StoreError`` with the code `inUse` while another process holds the lock.
    static func lock(
        _ path: String,
        _ files: any DatabaseFiles
    ) throws(StoreError) -> any DatabaseLock {
        let lock: (any DatabaseLock)?
        do {
            lock = try files.lock(path)
        } catch {
            throw StoreError(error)
        }
        guard let lock else { throw StoreError(.inUse, .databaseInUse(path: path)) }
        return lock
    }

    /// Releases the file's lock: another process may write it until ``reacquireLock()``.
    func releaseLock() {
        // When the version cannot be read, the file counts as changed.
        versionAtRelease = try? database.reading { try Self.dataVersion($0) }
        lock = nil
        logger.debug("the file's lock is released")
    }

    /// Acquires the file's lock again after a release.
    ///
    /// When another process has written the file, the cached state is read again and all entities
    /// are reported as changed.
    func reacquireLock() throws {
        guard lock == nil, !isClosed else { return }
        lock = try Self.lock(path, files)
        do {
            let version = try database.reading { try Self.dataVersion($0) }
            guard version != versionAtRelease else { return }
            let old = cached
            cached = try database.reading { try CachedState($0) }
            cached.clock.observe(old.clock.latest)
            changeTracker.recordEverything()
            logger.info("another process has written the database")
        } catch {
            lock = nil
            throw error
        }
    }

    /// A number that changes when another connection commits; see `PRAGMA data_version`.
    private static func dataVersion(_ db: Database) throws -> Int64? {
        try PreparedStatement(db, "PRAGMA data_version").firstRow { $0.int(0) }
    }

    /// Whether the store holds the file's lock.
    package var holdsFile: Bool { lock != nil }
}
