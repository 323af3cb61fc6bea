extension DeviceStore {
    /// Lets go of the file, so that the process can be suspended at any moment: no transaction is
    /// open when this returns, and none begins until the system wakes the process
    /// (``ActivityTracker/begin(isWake:)``), or ``ActivityTracker/open()``.
    ///
    /// - `isForced`: whether even while something is under way; its writes throw ``StoreError`` of
    ///   the code `suspended` then.
    /// - Returns: whether it was done.
    @discardableResult
    public func suspend(isForced: Bool = false) -> Bool {
        guard work.suspendAccess(isForced: isForced) else { return false }
        releaseLock()
        return true
    }
}
