import TrendyKit
import TrendySync

/// Checks the progress of sync runs that people see.
enum ProgressCheck {
    static func check(_ progress: SyncProgress, on process: SimulatedDevice.Process) {
        switch progress {
        case .bootstrapping(let received, let total):
            process.snapshotProgress = (received, total)
        case .pushing(let done, let total):
            if done > total || done < 0 {
                process.device.world.violate(
                    "progress",
                    "\(process.device.name) has sent \(done) of \(total) mutations"
                )
            }
        case .pulling: break
        }
    }

    /// Checks a run that has read a snapshot of a number of entities to its end.
    ///
    /// An interrupted attempt may have received some entities twice.
    static func check(bootstrapped count: Int, on process: SimulatedDevice.Process) {
        guard let (received, total) = process.snapshotProgress else { return }
        process.snapshotProgress = nil
        if received < max(total, count) {
            process.device.world.violate(
                "progress",
                "\(process.device.name) has read \(received) of \(total) entities of a snapshot of "
                    + "\(count)"
            )
        }
    }
}
