import Synchronization
import TrendyModel
import TrendyStore

/// Whether a write of the current account failed because the disk is full.
///
/// Kept in memory, because a full disk stores nothing.
final class StorageCondition: Sendable {
    private let isFullState = Mutex(false)

    /// Whether a write failed, and none has succeeded since.
    var isFull: Bool { isFullState.withLock { $0 } }

    /// Receives an error of background work.
    func received(_ error: any Error) {
        let isFull = (error as? StoreError)?.code == .diskFull || FailureReason(error) == .diskFull
        if isFull { isFullState.withLock { $0 = true } }
    }

    /// Writes a small value while the disk counts as full, to notice that there is space again.
    func check(_ store: DeviceStore) async {
        guard isFull else { return }
        do {
            try await store.write { try $0.sync.checkWritable() }
            isFullState.withLock { $0 = false }
        } catch {
            // Still full; the next check tries again.
        }
    }
}
