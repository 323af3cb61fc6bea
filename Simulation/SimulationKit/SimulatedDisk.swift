import CSimulation
package import TrendySQLite

/// A simulated disk that SQLite uses through a VFS.
///
/// It keeps synced content apart from written content, so that a power loss discards unsynced
/// writes as a real disk does.
package final class SimulatedDisk: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// A failure of a write, by its SQLite result code.
    package enum WriteFault: Int32, Sendable, CaseIterable {
        /// `SQLITE_IOERR_WRITE`.
        case ioError = 778
        /// `SQLITE_FULL`.
        case full = 13
    }

    /// The disk's name: the first path component of its files.
    package let name: String
    private let handle: OpaquePointer
    private var lockedPaths: Set<String> = []
    private var generation = 0
    private var pause: (() -> Void)?

    /// An empty disk.
    ///
    /// - `random`: selects the sectors that a power loss discards.
    package init(name: String, random: SplitMix64) {
        var random = random
        self.name = name
        let registered = simulated_disk_register()
        precondition(registered == 0, "SQLite refused the simulated VFS: \(registered)")
        handle = simulated_disk_create(name, random.next())
    }

    deinit { simulated_disk_destroy(handle) }

    /// The path of a file on the disk.
    package func path(_ file: String) -> String { "/\(name)/\(file)" }

    /// Opens database files on the disk.
    package var files: any DatabaseFiles { Files(disk: self) }

    // MARK: the process

    /// Whether the process that uses the disk has died.
    package var isDead: Bool { simulated_disk_is_dead(handle) }

    /// Whether the process of any disk that was created on this thread has died.
    package static var isAnyDead: Bool { simulated_disk_is_any_dead() }

    /// Whether a process holds a file lock on the disk.
    package var isHeld: Bool { !lockedPaths.isEmpty }

    /// Kills the process.
    ///
    /// Its writes so far are kept; later writes are lost.
    package func kill() { simulated_disk_kill(handle) }

    /// Kills the process at a later write.
    package func kill(afterWrites writes: Int) { simulated_disk_kill_after(handle, Int64(writes)) }

    /// Suspends the process at a later write.
    ///
    /// - `pause`: runs while the process is suspended; it must not access the disk.
    package func pause(afterWrites writes: Int, _ pause: @escaping () -> Void) {
        self.pause = pause
        simulated_disk_pause_after(
            handle,
            Int64(writes),
            { context in
                guard let context else { return }
                Unmanaged<SimulatedDisk>.fromOpaque(context).takeUnretainedValue().pause?()
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Cuts the power: kills the process and discards a random part of the unsynced sectors.
    package func losePower() { simulated_disk_lose_power(handle) }

    /// Allows the next process to start.
    package func revive() {
        lockedPaths = []
        generation += 1
        simulated_disk_revive(handle)
    }

    // MARK: faults

    /// Makes a later write fail.
    package func failWrite(after writes: Int, _ fault: WriteFault) {
        simulated_disk_fail_write(handle, Int64(writes), fault.rawValue)
    }

    /// Makes a later sync fail.
    package func failSync(after syncs: Int) { simulated_disk_fail_sync(handle, Int64(syncs)) }

    /// Makes a later read fail.
    package func failRead(after reads: Int) { simulated_disk_fail_read(handle, Int64(reads)) }

    /// Sets whether files can grow.
    package func setFull(_ isFull: Bool) { simulated_disk_set_full(handle, isFull) }

    /// Cancels all scheduled faults.
    package func clearFaults() {
        simulated_disk_clear_faults(handle)
        pause = nil
    }

    /// Replaces the content with copies of another disk's files.
    package func restore(from other: SimulatedDisk) { simulated_disk_copy(other.handle, handle) }

    /// Counters: writes, syncs, lost sectors and failed operations.
    package var counts: (writes: Int, syncs: Int, lostSectors: Int, failures: Int) {
        let counts = simulated_disk_count(handle)
        return (
            Int(counts.writes), Int(counts.syncs), Int(counts.lost_sectors),
            Int(counts.failed_operations)
        )
    }

    private func lock(_ path: String) -> (any DatabaseLock)? {
        guard !isDead, lockedPaths.insert(path).inserted else { return nil }
        return Lock(disk: self, path: path, generation: generation)
    }

    private struct Files: DatabaseFiles {
        let disk: SimulatedDisk

        func location(of path: String) -> String { "file:\(path)?vfs=trendy-simulated" }

        func exists(_ path: String) -> Bool { simulated_disk_has(disk.handle, path) }

        func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)? {
            disk.lock(path)
        }

        func move(_ path: String, to newPath: String) throws(SQLiteFileError) {
            guard simulated_disk_rename(disk.handle, path, newPath) else {
                throw SQLiteFileError(
                    code: .cannotOpen,
                    path: path,
                    message: "\(path) could not be moved."
                )
            }
        }

        func remove(_ path: String) throws(SQLiteFileError) {
            guard simulated_disk_remove(disk.handle, path) else {
                throw SQLiteFileError(
                    code: .cannotOpen,
                    path: path,
                    message: "\(path) cannot be deleted."
                )
            }
        }
    }

    private final class Lock: DatabaseLock, @unchecked Sendable {
        // Unchecked: like the disk.
        private let disk: SimulatedDisk
        private let path: String
        private let generation: Int

        init(disk: SimulatedDisk, path: String, generation: Int) {
            self.disk = disk
            self.path = path
            self.generation = generation
        }

        deinit {
            // The lock of a dead process ended with the process.
            if generation == disk.generation { disk.lockedPaths.remove(path) }
        }
    }
}
