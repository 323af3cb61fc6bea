import CSimulation
public import TrendySQLite

/// The disk of one simulated computer, which SQLite reaches as it would a real one.
///
/// It keeps what has been synced apart from what has only been written, so that a loss of power
/// takes what it would take.
public final class SimulatedDisk: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// The SQLite codes of faults.
    public enum WriteFault: Int32, Sendable, CaseIterable {
        /// `SQLITE_IOERR_WRITE`.
        case ioError = 778
        /// `SQLITE_FULL`.
        case full = 13
    }

    /// Its name, the first component of the paths on it.
    public let name: String
    private let handle: OpaquePointer
    private var lockedPaths: Set<String> = []
    private var generation = 0
    private var pause: (() -> Void)?

    /// An empty disk.
    ///
    /// - `random`: decides which sectors a loss of power takes.
    public init(name: String, random: SplitMix64) {
        var random = random
        self.name = name
        let registered = simulated_disk_register()
        precondition(registered == 0, "SQLite refused the simulated VFS: \(registered)")
        handle = simulated_disk_create(name, random.next())
    }

    deinit { simulated_disk_destroy(handle) }

    /// A path on it.
    public func path(_ file: String) -> String { "/\(name)/\(file)" }

    /// The disk as stores open files on it.
    public var files: any DatabaseFiles { Files(disk: self) }

    // MARK: the process

    /// Whether the process that used it has died.
    public var isDead: Bool { simulated_disk_is_dead(handle) }

    /// Whether the process of any disk that was made on this thread has died.
    public static var isAnyDead: Bool { simulated_disk_is_any_dead() }

    /// Whether a process holds a file on it.
    public var isHeld: Bool { !lockedPaths.isEmpty }

    /// The process dies; what it has written stays, what it still does is lost.
    public func kill() { simulated_disk_kill(handle) }

    /// The process dies in the middle of what it writes, so many writes from now.
    public func kill(afterWrites writes: Int) { simulated_disk_kill_after(handle, Int64(writes)) }

    /// The process stands still in the middle of what it writes, so many writes from now.
    ///
    /// - `pause`: what happens meanwhile; it cannot touch the disk.
    public func pause(afterWrites writes: Int, _ pause: @escaping () -> Void) {
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

    /// The power goes: the process dies, and of what was not synced the seed takes a part.
    public func losePower() { simulated_disk_lose_power(handle) }

    /// Lets the next process start.
    public func revive() {
        lockedPaths = []
        generation += 1
        simulated_disk_revive(handle)
    }

    // MARK: faults

    /// A write, so many from now, fails.
    public func failWrite(after writes: Int, _ fault: WriteFault) {
        simulated_disk_fail_write(handle, Int64(writes), fault.rawValue)
    }

    /// A sync, so many from now, fails.
    public func failSync(after syncs: Int) { simulated_disk_fail_sync(handle, Int64(syncs)) }

    /// A read, so many from now, fails.
    public func failRead(after reads: Int) { simulated_disk_fail_read(handle, Int64(reads)) }

    /// Whether there is no room for files to grow.
    public func setFull(_ isFull: Bool) { simulated_disk_set_full(handle, isFull) }

    /// Takes back every fault that is still to come.
    public func clearFaults() {
        simulated_disk_clear_faults(handle)
        pause = nil
    }

    /// Takes over copies of all files of another disk, as they are now.
    public func restore(from other: SimulatedDisk) { simulated_disk_copy(other.handle, handle) }

    /// What it has seen: writes, syncs, sectors lost, operations that failed.
    public var counts: (writes: Int, syncs: Int, lostSectors: Int, failures: Int) {
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
                    message: "\(path) cannot be moved."
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
        // Unchecked: as the disk.
        private let disk: SimulatedDisk
        private let path: String
        private let generation: Int

        init(disk: SimulatedDisk, path: String, generation: Int) {
            self.disk = disk
            self.path = path
            self.generation = generation
        }

        deinit {
            // A dead process's lock ended with it.
            if generation == disk.generation { disk.lockedPaths.remove(path) }
        }
    }
}
