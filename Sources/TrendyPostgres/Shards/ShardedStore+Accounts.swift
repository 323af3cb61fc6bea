package import TrendyModel
package import TrendyServer

extension ShardedStore {
    /// The id of no account.
    private static let noAccount = EntityID(high: 0, low: 0)

    package func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        identity: LinkedIdentity?,
        now: Instant
    ) async throws -> AccountCreation {
        let accepting = shards.filter(\.acceptsAccounts)
        let index = Int(account.id.low % UInt64(max(1, accepting.count)))
        let name = accepting.isEmpty ? Shard.directoryName : accepting[index].name
        guard name != Shard.directoryName else {
            return try await main.createAccount(
                account,
                invite: invite,
                identity: identity,
                now: now
            )
        }
        // Before the address, so that an address always has its account. A row that a crash leaves
        // here is in no map, and no server finds it.
        let shard = try await store(of: name)
        try await shard.insertRow(of: account, identity)
        let creation = try await main.registerAccount(
            account,
            shard: name,
            invite: invite,
            identity: identity?.identity,
            now: now
        )
        // Also for a new account, so that both cases take the same time.
        try await shard.deleteRow(of: creation == .created ? Self.noAccount : account.id)
        return creation
    }

    package func isValid(invite: [UInt8], now: Instant) async throws -> Bool {
        try await main.isValid(invite: invite, now: now)
    }

    package func account(email: String) async throws -> Account? {
        guard let id = try await main.owner(of: email), let account = try await account(id: id),
            account.email == email
        else { return nil }
        return account
    }

    package func account(id: EntityID) async throws -> Account? {
        try await on(id, isMissing: { $0 == nil }) { try await $0.account(id: id) }
    }

    package func replacePasswordHash(
        account: EntityID,
        _ old: String,
        with new: String
    ) async throws {
        try await on(account) {
            try await $0.replacePasswordHash(account: account, old, with: new)
        }
    }

    package func setPassword(
        account: EntityID,
        hash: String,
        keeping session: EntityID?
    ) async throws {
        try await on(account) {
            try await $0.setPassword(account: account, hash: hash, keeping: session)
        }
    }

    package func beginDeletion(account: EntityID) async throws {
        // Of an account in deletion the cluster does not know the address any more.
        if let email = try await self.account(id: account)?.email {
            try await directory.free(email, of: account)
        }
        for linked in try await identities(account: account) {
            try await directory.free(linked.identity, of: account)
        }
        try await on(account) { try await $0.beginDeletion(account: account) }
    }

    package func deleteSome(account: EntityID) async throws -> Bool {
        let place = try await directory.currentPlace(of: account)
        guard place.phase == .settled else { throw StoreUnavailable(.moving, detail: nil) }
        if try await store(of: place.shard).deleteSome(account: account) { return true }
        try await directory.remove(account)
        return false
    }

    package func accountsInDeletion() async throws -> [EntityID] {
        try await onEach { _, store in try await store.accountsInDeletion() }
            .flatMap(\.self).sorted()
    }

    package func renewEpoch(account: EntityID, to epoch: String) async throws {
        try await on(account) { try await $0.renewEpoch(account: account, to: epoch) }
    }

    package func accounts() async throws -> [AccountSummary] {
        let places = try await directory.places()
        let summaries = try await onEach { name, store in
            try await store.accounts().filter { summary in
                (places[summary.account.id] ?? .initial).shard == name
            }
        }
        return summaries.flatMap(\.self).sorted {
            $0.account.email.utf8.lexicographicallyPrecedes($1.account.email.utf8)
        }
    }

    package func setDisabled(account: EntityID, at instant: Instant?) async throws {
        try await on(account) { try await $0.setDisabled(account: account, at: instant) }
    }

    package func setAdministrator(account: EntityID, _ isAdministrator: Bool) async throws {
        try await on(account) { try await $0.setAdministrator(account: account, isAdministrator) }
    }

    package func addInvite(
        hash: [UInt8],
        uses: Int,
        now: Instant,
        expiresAt: Instant
    ) async throws {
        try await main.addInvite(hash: hash, uses: uses, now: now, expiresAt: expiresAt)
    }
}

/// The parts of an account's creation in two clusters.
extension PostgresStore {
    /// The account of an address.
    func owner(of email: String) async throws -> EntityID? {
        let parameters = PostgresParameters { $0.append(byteaOf: email) }
        return try await read(PostgresAccountQuery.address, parameters) { try $0.first?.id(0) }
    }

    /// Creates the row of an account whose address is elsewhere.
    func insertRow(of account: Account, _ identity: LinkedIdentity?) async throws {
        var batch = identity.map { Self.insertion(of: $0, account.id) } ?? PostgresBatch()
        batch.add(PostgresAccountQuery.insert) {
            $0.append(uuid: account.id)
            $0.append(byteaOf: account.email)
            $0.append(byteaOf: account.passwordHash)
            $0.append(int8: account.createdAt.milliseconds)
        }
        try await transaction { [batch] in _ = try $0.commit(batch) }
    }

    /// Deletes the row of an account without data.
    func deleteRow(of account: EntityID) async throws {
        var batch = PostgresBatch()
        batch.add(ShardQuery.deleteIdentities) { $0.append(uuid: account) }
        batch.add(ShardQuery.deleteAccount) { $0.append(uuid: account) }
        try await transaction { [batch] in _ = try $0.commit(batch) }
    }

    /// Takes the address of a new account and adds the account to the map.
    func registerAccount(
        _ account: Account,
        shard: String,
        invite: [UInt8]?,
        identity: ProviderIdentity?,
        now: Instant
    ) async throws -> AccountCreation {
        do {
            return try await transaction { transaction in
                try Self.register(account, shard, invite, identity, now, transaction)
            }
        } catch is IdentityTaken {
            return .addressTaken
        }
    }

    private static func register(
        _ account: Account,
        _ shard: String,
        _ invite: [UInt8]?,
        _ identity: ProviderIdentity?,
        _ now: Instant,
        _ transaction: PostgresTransaction
    ) throws -> AccountCreation {
        if let invite {
            var use = PostgresBatch()
            use.add(PostgresAccountQuery.useInvite) {
                $0.append(bytea: invite)
                $0.append(int8: now.milliseconds)
            }
            guard try transaction.roundTrip(use)[0].affectedRows == 1 else {
                return .invalidInvite
            }
        }
        var take = PostgresBatch()
        take.add(PostgresAccountQuery.takeAddress) {
            $0.append(byteaOf: account.email)
            $0.append(uuid: account.id)
        }
        let owner = try transaction.roundTrip(take)[0].first?.id(0)
        guard owner == account.id else { return .addressTaken }
        if let identity, try !Self.take(identity, account.id, transaction) { throw IdentityTaken() }
        var place = PostgresBatch()
        place.add(ShardQuery.setPlace) {
            $0.append(uuid: account.id)
            $0.append(text: shard)
        }
        try transaction.commit(place)
        return .created
    }
}
