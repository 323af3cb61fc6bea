import GRDB
import TrendySQLite
import TrendyWords

extension DeviceStore {
    /// Lets go of the file, so that the process can be suspended at any moment: no transaction is
    /// open when this returns, and none begins until the system wakes the process
    /// (``ActiveWork/begin(isWake:)``), or ``ActiveWork/open()``.
    ///
    /// - `isForced`: whether even while something is under way; its writes throw ``StoreError`` of
    ///   the code `suspended` then.
    /// - Returns: whether it was done.
    @discardableResult
    public func suspend(isForced: Bool = false) -> Bool {
        guard work.shut(isForced: isForced) else { return false }
        leave()
        return true
    }

    /// Writes as one transaction.
    func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try mayWrite()
        return try database.writing(body)
    }

    /// Throws unless writes may be made; takes the file's lock again where it was let go.
    func mayWrite() throws {
        guard !work.isShut else {
            throw StoreError(code: .suspended, message: Words.Store.suspended())
        }
        try takeBack()
    }
}
