package import TrendyModel
package import TrendyWire

/// Where the server keeps everything it knows.
///
/// Each call is one transaction, unless it says otherwise; what it answers is committed. All of it is keyed by account first,
/// so that no call can reach into another account. The conformance suite says what an
/// implementation must keep to.
package protocol ServerStore: Sendable {
    /// What tells this life of the data from another; cursors carry it.
    var epoch: String { get }

    /// Wakes those who wait for changes; told of each that is committed, whoever made it.
    var notices: Broadcaster<EntityID> { get }

    /// Fails unless the store can read and write now.
    func checkReadiness() async throws

    // Accounts

    /// Creates an account unless its address is taken; with an invite, uses that up either way.
    ///
    /// It commits a write in each case, so that how long it takes does not tell them apart.
    ///
    /// - `invite`: the hash of the invite's code; `nil` where none is needed.
    func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        now: Instant
    ) async throws -> AccountCreation
    /// Whether an invite can be used now.
    func isValid(invite: [UInt8], now: Instant) async throws -> Bool
    /// The account of a normalised address.
    func account(email: String) async throws -> Account?
    /// An account.
    func account(id: EntityID) async throws -> Account?
    /// Replaces an account's password hash, if it still is the one given.
    func replacePasswordHash(account: EntityID, _ old: String, with new: String) async throws
    /// Sets an account's password hash and ends its sessions, all but one where one is kept.
    func setPassword(account: EntityID, hash: String, keeping session: EntityID?) async throws
    /// Starts the deletion of an account: it has no address and no session from then on.
    func beginDeletion(account: EntityID) async throws
    /// Deletes some rows of an account whose deletion has begun, in one short transaction; `false`
    /// when there was nothing left of it.
    func deleteSome(account: EntityID) async throws -> Bool
    /// The accounts whose deletion has begun.
    func accountsInDeletion() async throws -> [EntityID]

    // Sessions

    /// Starts a family of refresh tokens with the hash of its first; the oldest sessions beyond
    /// ``AccountQuota/sessions`` end.
    func createSession(_ session: NewSession) async throws
    /// Whether a session goes on: neither ended nor its account disabled or deleted.
    func isLive(session: EntityID, account: EntityID) async throws -> Bool
    /// An account's sessions, newest first.
    func sessions(account: EntityID) async throws -> [AccountSession]
    /// Exchanges a refresh token for its successor; both by their hashes.
    func rotate(_ rotation: TokenRotation) async throws -> TokenRotation.Outcome
    /// Ends a family of refresh tokens; `false` when there was none.
    @discardableResult
    func endSession(account: EntityID, id: EntityID) async throws -> Bool
    /// Ends an account's sessions, all but one where one is kept.
    func endSessions(account: EntityID, keeping session: EntityID?) async throws

    // Writing

    /// Applies commands in their order, in one transaction, each on its own.
    ///
    /// It ends before a command once the results take ``WireLimit/pushAnswerBytes`` or the
    /// transaction has become long. A type with many events is deleted in several transactions:
    /// its events first, so that the same command again finishes after a crash.
    func push(
        account: EntityID,
        commands: [PushCommand],
        now: Instant
    ) async throws -> PushOutcome

    // Reading

    /// The number of the account's last change.
    func latestVersion(account: EntityID) async throws -> Int64
    /// A page of what changed after a version.
    func changes(account: EntityID, after: Int64, limit: Int) async throws -> ChangeSlice
    /// Where a snapshot starts: the last change's number and the counts.
    func snapshotStart(account: EntityID) async throws -> SnapshotStart
    /// A page of the snapshot after a place.
    func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage
    /// The buckets of live entities by the next digit of their ids after `prefix`.
    func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> (version: Int64, buckets: [(prefix: String, bucket: DigestBucket)])
    /// A page of all entities of a range of ids, deleted ones too, by id.
    func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage
    /// An entity, a deleted one too.
    func entity(account: EntityID, id: EntityID) async throws -> Entity?
    /// A page of live events, newest first.
    func events(account: EntityID, query: EventQuery) async throws -> EntityPage
    /// A page of live entities of a kind that is not the event, by id.
    func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage

    // Onboarding

    /// How far the account's onboarding has come; it writes nothing.
    func onboarding(account: EntityID) async throws -> OnboardingStatus
    /// Edits how far it has come, and hands out the result.
    func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus

    // Devices and upkeep

    /// Keeps a device's last report.
    func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws
    /// The state of an account's sync.
    func accountState(account: EntityID) async throws -> AccountState
    /// Forgets tombstones and spent tokens older than the instants given, in transactions of a
    /// bounded number of rows.
    func collectGarbage(tombstonesBefore: Instant, tokensBefore: Instant) async throws
    /// Writes everything down and lets go of the data.
    func close() async throws
}
