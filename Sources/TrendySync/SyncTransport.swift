package import TrendyModel
package import TrendyWire

/// Requests to the sync server.
///
/// A response without success throws ``SyncFailure``.
package protocol SyncTransport: Sendable {
    /// The offset of the server's clock at the last response; `nil` before the first.
    var serverOffset: Duration? { get async }

    /// Sends mutations.
    func push(_ request: PushRequest) async throws -> PushAnswer

    /// Fetches a page of changes.
    func changes(since cursor: String?, limit: Int) async throws -> ChangePage

    /// Streams the account's snapshot to `receive`, some lines at a time, and returns after the
    /// last byte. Further lines are read when `receive` has returned.
    ///
    /// - `token`: the last resume token of an earlier attempt, after which to continue.
    func snapshot(
        after token: String?,
        receive: @Sendable ([SnapshotLine]) async throws -> Void
    ) async throws

    /// Fetches the digests of a range of ids.
    func digest(prefix: String) async throws -> DigestAnswer

    /// Fetches a page of all entities of an id range, including deleted ones, sorted by id; its
    /// cursor is that of the account.
    ///
    /// - `id`: the last id of the previous page.
    func range(prefix: String, after id: EntityID?) async throws -> ChangePage

    /// Sends the device's report to the server.
    func report(_ report: DeviceReport, deviceID: EntityID) async throws
}
