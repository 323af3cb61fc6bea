package import TrendyModel
package import TrendyWire

/// The storage of the server.
///
/// Each call is one transaction unless noted otherwise, and returns after the commit. Every key
/// starts with the account, so that no call reaches another account. The conformance suite
/// specifies the behaviour of implementations.
///
/// Several stores, also of several servers, can be open on one database. Every call reads what all
/// calls before it committed, on any of them.
///
/// Each account has an epoch, which its cursors contain. A version number is valid only within its
/// epoch: a restore starts a new one. Calls that return a version return the epoch with it, both
/// read at the same moment.
package protocol ServerStore: Sendable {
    /// Notifies of each committed change by account, also of ended sessions and of changes of the
    /// account itself.
    var changeBus: any ChangeBus { get }

    /// Throws unless the store can read and write now, as far as it knows.
    ///
    /// It reads; it writes only after a failed read or write, because a probe's writes would delay
    /// the writes of requests. The caller limits its time.
    ///
    /// - Throws: ``StoreUnavailable``.
    func checkReadiness() async throws

    // Accounts

    /// Creates an account unless its address is taken; uses up an invite in both cases.
    ///
    /// Of concurrent calls with one address exactly one creates the account, and an invite is used
    /// at most as often as it allows.
    ///
    /// Both cases commit a write, so that they take the same time.
    ///
    /// - `invite`: the hash of the invite code; `nil` without one.
    /// - `identity`: an identity that signs in to the account; `nil` without one. The account is
    ///   not created when the identity signs in to another one, as if its address were taken.
    func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        identity: LinkedIdentity?,
        now: Instant
    ) async throws -> AccountCreation
    /// Whether an invite is valid now.
    func isValid(invite: [UInt8], now: Instant) async throws -> Bool
    /// The account of a normalized address.
    func account(email: String) async throws -> Account?
    /// An account by id.
    func account(id: EntityID) async throws -> Account?
    /// Replaces the password hash of an account if it still equals `old`.
    func replacePasswordHash(account: EntityID, _ old: String, with new: String) async throws
    /// Sets the password hash of an account and ends its sessions, except `keeping`.
    func setPassword(account: EntityID, hash: String, keeping session: EntityID?) async throws
    /// Starts the deletion of an account: its address and its sessions end at once.
    func beginDeletion(account: EntityID) async throws
    /// Deletes some rows of an account in deletion, in one short transaction; returns `false` when
    /// no rows were left.
    func deleteSome(account: EntityID) async throws -> Bool
    /// The accounts in deletion.
    func accountsInDeletion() async throws -> [EntityID]
    /// Starts a new epoch of an account whose last changes were lost: clients read everything again
    /// and upload what is missing.
    ///
    /// The last version of the previous epoch is recorded, because all clients have the same data up
    /// to this version.
    ///
    /// - `epoch`: the new epoch; random, so that it was never used before.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount`.
    func renewEpoch(account: EntityID, to epoch: String) async throws

    // Identities of providers

    /// The account that an identity signs in to.
    func account(identity: ProviderIdentity) async throws -> Account?
    /// The identities of an account, oldest first.
    func identities(account: EntityID) async throws -> [LinkedIdentity]
    /// Lets an identity sign in to an account.
    ///
    /// Of concurrent calls with one identity and several accounts exactly one succeeds.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount`.
    func link(_ identity: LinkedIdentity, account: EntityID) async throws -> IdentityLinking
    /// Ends the sign-in of an identity to an account; returns `false` when it was not linked.
    func unlink(_ identity: ProviderIdentity, account: EntityID) async throws -> Bool

    // One-time codes, which belong to no account

    /// Stores a code, and deletes some expired ones; returns `false` when the hash is known.
    func addCode(_ code: OneTimeCode, now: Instant) async throws -> Bool
    /// Deletes a code and returns its content; `nil` for an unknown, used or expired code.
    ///
    /// Of concurrent calls with one code exactly one gets the content.
    func takeCode(hash: [UInt8], now: Instant) async throws -> [UInt8]?

    // Sessions

    /// Starts a session with the hash of its first refresh token; the oldest sessions beyond
    /// ``AccountQuota/sessions`` end, also when other calls start sessions at the same time.
    func createSession(_ session: NewSession) async throws
    /// Whether a session is live: it has not ended, and its account is neither disabled nor
    /// deleted.
    func isLive(session: EntityID, account: EntityID) async throws -> Bool
    /// The live session of a token that is not rotated, such as a browser's, and stores its use once
    /// a day; `nil` for an unknown or expired token, an ended session, and an account that is
    /// disabled or deleted.
    func session(
        account: EntityID,
        tokenHash: [UInt8],
        now: Instant
    ) async throws -> TokenSession?
    /// The sessions of an account, newest first.
    func sessions(account: EntityID) async throws -> [AccountSession]
    /// Rotates a refresh token to its successor, both given by their hashes.
    ///
    /// It reads the token and writes under one lock: of concurrent calls with one token, one inserts
    /// the successor, and the others see the token as used.
    func rotate(_ rotation: TokenRotation) async throws -> TokenRotation.Outcome
    /// Ends a session and its refresh tokens; returns `false` for an unknown session.
    @discardableResult
    func endSession(account: EntityID, id: EntityID) async throws -> Bool
    /// Ends the sessions of an account, except `keeping`.
    func endSessions(account: EntityID, keeping session: EntityID?) async throws

    // Writing

    /// Applies commands in order in one transaction, each independently.
    ///
    /// The push ends early once the results reach ``WireLimit/pushAnswerBytes`` or the transaction
    /// has become long. A type with many events is deleted in several transactions, events first,
    /// so that a repetition of the command completes the deletion after a crash.
    ///
    /// - `expectedEpoch`: the epoch of the version numbers in the commands; `nil` when they have
    ///   none. It is compared within the transaction.
    ///
    /// - Throws: `Problem` of the code `cursorExpired` when the account has another epoch.
    func push(
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        now: Instant
    ) async throws -> PushOutcome

    // Reading: each call reads one snapshot of the database.

    /// The cursor of the last change of the account.
    func latestCursor(account: EntityID) async throws -> Cursor
    /// A page of the changes after a version.
    func changes(account: EntityID, after: Int64, limit: Int) async throws -> ChangeSlice
    /// The start of a snapshot: the number of the last change and the counts.
    func snapshotStart(account: EntityID) async throws -> SnapshotStart
    /// A page of the snapshot after a position, with the number of the account's last change.
    ///
    /// A caller that continues a snapshot refuses a page of another epoch, and one of a store that
    /// has not reached the snapshot's version: later changes are read from that version on, so that
    /// an older page would lose some.
    func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage
    /// The digest buckets of live entities by the next digit of their ids after `prefix`.
    func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> AccountDigest
    /// A page of all entities of an id range, tombstones included, by id.
    func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage
    /// An entity, tombstones included.
    func entity(account: EntityID, id: EntityID) async throws -> Entity?
    /// A page of live events, newest first.
    func events(account: EntityID, query: EventQuery) async throws -> EntityPage
    /// A page of live entities of a kind other than events, by id.
    func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage

    // Onboarding

    /// The onboarding status of the account, without writing.
    func onboarding(account: EntityID) async throws -> OnboardingStatus
    /// Edits the onboarding status and returns the result.
    ///
    /// It reads the status and writes under one lock, so that of concurrent edits none is lost.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount`, `Problem` of the code
    ///   `payloadTooLarge`.
    func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus

    // Administration

    /// All accounts, sorted by address, without those in deletion.
    func accounts() async throws -> [AccountSummary]
    /// Disables an account and ends its sessions; with `nil`, enables it again.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount`.
    func setDisabled(account: EntityID, at instant: Instant?) async throws
    /// Makes an account an administrator of the server, or a usual account again.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount`.
    func setAdministrator(account: EntityID, _ isAdministrator: Bool) async throws
    /// Adds an invite by the hash of its code, and deletes used up and expired invites.
    func addInvite(hash: [UInt8], uses: Int, now: Instant, expiresAt: Instant) async throws

    // Devices and maintenance

    /// Stores the last report of a device.
    func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws
    /// The sync state of an account.
    func accountState(account: EntityID) async throws -> AccountState
    /// The account with the next larger id, also one in deletion; `nil` at the end.
    ///
    /// - `id`: the id after which to look; `nil` for the first account.
    func account(after id: EntityID?) async throws -> EntityID?
    /// Deletes some tombstones and used tokens of an account that are older than the given instants,
    /// in one short transaction of a bounded number of rows; returns whether there may be more.
    ///
    /// The version up to which tombstones may be missing is recorded in the same transaction. The
    /// last transaction ends the sessions without a recent token.
    ///
    /// - Throws: `Problem` 429 or 503 when too many writes wait.
    func collectGarbage(
        of account: EntityID,
        tombstonesBefore: Instant,
        tokensBefore: Instant
    ) async throws -> Bool
    /// Takes a lease that is free or expired, or extends it for its holder; returns `false` while
    /// another holder has it.
    ///
    /// One compare and set. Of several servers exactly one gets the lease.
    ///
    /// - `now`: the server's time; a store of several servers compares with the database's clock.
    func take(_ lease: Lease, now: Instant) async throws -> Bool
    /// Ends a lease of this holder; a lease of another holder stays.
    func release(_ lease: Lease) async throws
    /// Checkpoints and closes the database.
    func close() async throws
}
