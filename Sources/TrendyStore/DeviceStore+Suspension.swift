import GRDB
import TrendyLocalization
import TrendySQLite

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

    /// Writes as one transaction.
    func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try canWrite()
        return try database.writing(body)
    }

    /// Throws unless writes may be made; takes the file's lock again where it was let go.
    func canWrite() throws {
        guard !work.isSuspended else {
            throw StoreError(code: .suspended, message: Strings.Store.suspended())
        }
        try reacquireLock()
    }
}
