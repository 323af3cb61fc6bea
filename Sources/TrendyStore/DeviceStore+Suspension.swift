import GRDB
import TrendyModel
import TrendySQLite
import TrendyWords

extension DeviceStore {
    /// Lets go of the file, so that the process can be suspended at any moment: no transaction is
    /// open when this returns, and none begins until ``ActiveWork/begin()`` or
    /// ``ActiveWork/open()``.
    ///
    /// - `isForced`: whether even while something is under way; its writes throw ``StoreError`` of
    ///   the code `suspended` then.
    /// - Returns: whether it was done.
    @discardableResult
    public func suspend(isForced: Bool = false) -> Bool {
        guard work.shut(isForced: isForced) else { return false }
        lock = nil
        return true
    }

    /// Writes as one transaction.
    func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try mayWrite()
        return try database.write(body)
    }

    /// Throws unless writes may be made; takes the file's lock again where it was let go.
    func mayWrite() throws {
        guard !work.isShut else {
            throw StoreError(code: .suspended, message: Words.Store.suspended())
        }
        if lock == nil, !isClosed { try relock() }
    }

    /// Takes the file's lock again.
    ///
    /// Another program may have had it meanwhile: what it has sent is not coalesced here, and what
    /// it has edited is older than what is edited from now on.
    private func relock() throws {
        let lock = try Self.lock(path, files)
        let marks = try database.reading { try Marks($0) }
        sent = marks.sent
        hybridClock.observe(marks.latest)
        serverOffset = marks.serverOffset
        self.lock = lock
    }
}

/// What the store keeps in memory of its database.
struct Marks {
    /// What may have been sent.
    let sent: SentMark
    /// The time of the latest edit that was made or seen.
    let latest: Instant
    /// How far the server's clock is ahead of the device's.
    let serverOffset: Duration

    init(_ db: Database) throws {
        sent = SentMark(
            present: try Meta.integer(db, .sentThrough) ?? 0,
            history: try Meta.integer(db, .sentHistoryThrough) ?? 0
        )
        let latestEdit = try Int64.fetchOne(db, sql: "SELECT max(edited_at) FROM mutation")
        let latest = max(latestEdit ?? 0, try Meta.integer(db, .hybridTime) ?? 0)
        self.latest = Instant(milliseconds: latest)
        serverOffset = .milliseconds(try Meta.integer(db, .serverOffset) ?? 0)
    }
}
