public import TrendyModel
public import TrendyWire

/// How requests reach the server; an answer that is no success throws ``SyncFailure``.
public protocol SyncTransport: Sendable {
    /// How far the server's clock was ahead at the last answer; `nil` before the first.
    var serverOffset: Duration? { get async }

    /// Sends mutations.
    func push(_ request: PushRequest) async throws -> PushAnswer

    /// Fetches a page of changes.
    func changes(since cursor: String?, limit: Int) async throws -> ChangePage

    /// Streams the account's snapshot to `receive`, some lines at a time; it returns when the
    /// server has sent the last byte. The next lines are read when `receive` has returned.
    ///
    /// - `token`: the last mark of an earlier attempt, to go on behind it.
    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws

    /// Fetches the digests of a range of ids.
    func digest(prefix: String) async throws -> DigestAnswer

    /// Fetches a page of all entities of a range of ids, deleted ones too, by id; its cursor is that
    /// of the account.
    ///
    /// - `id`: the last id of the page before.
    func range(prefix: String, after id: EntityID?) async throws -> ChangePage

    /// Tells the server how the device is doing.
    func report(_ report: DeviceReport, deviceID: EntityID) async throws
}
