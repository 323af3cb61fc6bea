import SimulationKit

/// A one-time failure of a disk after a number of operations.
enum DiskFailure: Sendable, CaseIterable {
    case write, full, sync, read

    func happen(on disk: SimulatedDisk, after count: Int) {
        switch self {
        case .write: disk.failWrite(after: count, .ioError)
        case .full: disk.failWrite(after: count, .full)
        case .sync: disk.failSync(after: count)
        case .read: disk.failRead(after: count)
        }
    }
}
