import TrendyModel
import TrendyServer
import TrendyWire

/// A store that passes calls to another one; a test double implements the calls that it changes.
protocol ForwardingStore: ServerStore {
    var base: any ServerStore { get }
}

extension ForwardingStore {
    var changeBus: any ChangeBus { base.changeBus }

    func checkReadiness() async throws {
        try await base.checkReadiness()
    }

    func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        identity: LinkedIdentity?,
        now: Instant
    ) async throws -> AccountCreation {
        try await base.createAccount(account, invite: invite, identity: identity, now: now)
    }

    func account(identity: ProviderIdentity) async throws -> Account? {
        try await base.account(identity: identity)
    }

    func identities(account: EntityID) async throws -> [LinkedIdentity] {
        try await base.identities(account: account)
    }

    func link(_ identity: LinkedIdentity, account: EntityID) async throws -> IdentityLinking {
        try await base.link(identity, account: account)
    }

    func unlink(_ identity: ProviderIdentity, account: EntityID) async throws -> Bool {
        try await base.unlink(identity, account: account)
    }

    func addCode(_ code: OneTimeCode, now: Instant) async throws -> Bool {
        try await base.addCode(code, now: now)
    }

    func takeCode(hash: [UInt8], now: Instant) async throws -> [UInt8]? {
        try await base.takeCode(hash: hash, now: now)
    }

    func isValid(invite: [UInt8], now: Instant) async throws -> Bool {
        try await base.isValid(invite: invite, now: now)
    }

    func account(email: String) async throws -> Account? {
        try await base.account(email: email)
    }

    func account(id: EntityID) async throws -> Account? {
        try await base.account(id: id)
    }

    func replacePasswordHash(account: EntityID, _ old: String, with new: String) async throws {
        try await base.replacePasswordHash(account: account, old, with: new)
    }

    func setPassword(account: EntityID, hash: String, keeping session: EntityID?) async throws {
        try await base.setPassword(account: account, hash: hash, keeping: session)
    }

    func beginDeletion(account: EntityID) async throws {
        try await base.beginDeletion(account: account)
    }

    func deleteSome(account: EntityID) async throws -> Bool {
        try await base.deleteSome(account: account)
    }

    func accountsInDeletion() async throws -> [EntityID] {
        try await base.accountsInDeletion()
    }

    func renewEpoch(account: EntityID, to epoch: String) async throws {
        try await base.renewEpoch(account: account, to: epoch)
    }

    func createSession(_ session: NewSession) async throws {
        try await base.createSession(session)
    }

    func isLive(session: EntityID, account: EntityID) async throws -> Bool {
        try await base.isLive(session: session, account: account)
    }

    func session(account: EntityID, tokenHash: [UInt8], now: Instant) async throws -> TokenSession?
    {
        try await base.session(account: account, tokenHash: tokenHash, now: now)
    }

    func sessions(account: EntityID) async throws -> [AccountSession] {
        try await base.sessions(account: account)
    }

    func rotate(_ rotation: TokenRotation) async throws -> TokenRotation.Outcome {
        try await base.rotate(rotation)
    }

    @discardableResult func endSession(account: EntityID, id: EntityID) async throws -> Bool {
        try await base.endSession(account: account, id: id)
    }

    func endSessions(account: EntityID, keeping session: EntityID?) async throws {
        try await base.endSessions(account: account, keeping: session)
    }

    func push(
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        now: Instant
    ) async throws -> PushOutcome {
        try await base.push(
            account: account,
            commands: commands,
            expectedEpoch: expectedEpoch,
            now: now
        )
    }

    func latestCursor(account: EntityID) async throws -> Cursor {
        try await base.latestCursor(account: account)
    }

    func changes(account: EntityID, after: Int64, limit: Int) async throws -> ChangeSlice {
        try await base.changes(account: account, after: after, limit: limit)
    }

    func snapshotStart(account: EntityID) async throws -> SnapshotStart {
        try await base.snapshotStart(account: account)
    }

    func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage {
        try await base.snapshotPage(account: account, after: after, limit: limit)
    }

    func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> AccountDigest {
        try await base.digest(account: account, kind: kind, prefix: prefix)
    }

    func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage {
        try await base.range(account: account, prefix: prefix, after: after, limit: limit)
    }

    func entity(account: EntityID, id: EntityID) async throws -> Entity? {
        try await base.entity(account: account, id: id)
    }

    func events(account: EntityID, query: EventQuery) async throws -> EntityPage {
        try await base.events(account: account, query: query)
    }

    func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage {
        try await base.entities(account: account, query: query)
    }

    func onboarding(account: EntityID) async throws -> OnboardingStatus {
        try await base.onboarding(account: account)
    }

    func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus {
        try await base.editOnboarding(account: account, edit, now: now)
    }

    func accounts() async throws -> [AccountSummary] {
        try await base.accounts()
    }

    func setDisabled(account: EntityID, at instant: Instant?) async throws {
        try await base.setDisabled(account: account, at: instant)
    }

    func setAdministrator(account: EntityID, _ isAdministrator: Bool) async throws {
        try await base.setAdministrator(account: account, isAdministrator)
    }

    func addInvite(hash: [UInt8], uses: Int, now: Instant, expiresAt: Instant) async throws {
        try await base.addInvite(hash: hash, uses: uses, now: now, expiresAt: expiresAt)
    }

    func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws {
        try await base.saveReport(account: account, device: device, report: report, now: now)
    }

    func accountState(account: EntityID) async throws -> AccountState {
        try await base.accountState(account: account)
    }

    func account(after id: EntityID?) async throws -> EntityID? {
        try await base.account(after: id)
    }

    func collectGarbage(
        of account: EntityID,
        tombstonesBefore: Instant,
        tokensBefore: Instant
    ) async throws -> Bool {
        try await base.collectGarbage(
            of: account,
            tombstonesBefore: tombstonesBefore,
            tokensBefore: tokensBefore
        )
    }

    func take(_ lease: Lease, now: Instant) async throws -> Bool {
        try await base.take(lease, now: now)
    }

    func release(_ lease: Lease) async throws { try await base.release(lease) }

    func close() async throws {
        try await base.close()
    }
}
