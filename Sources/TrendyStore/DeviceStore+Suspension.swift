extension DeviceStore {
    /// Releases the file's lock, so that iOS can suspend the process at any moment.
    ///
    /// No transaction is open when this returns. Writes throw ``StoreError`` with code `suspended`
    /// until the system wakes the process (``ActivityTracker/begin(isWake:)``), or until
    /// ``ActivityTracker/open()``.
    ///
    /// - `isForced`: whether to suspend even while activities are in progress.
    /// - Returns: whether the store is suspended.
    @discardableResult
    package func suspend(isForced: Bool = false) -> Bool {
        guard work.suspendAccess(isForced: isForced) else { return false }
        releaseLock()
        return true
    }
}
