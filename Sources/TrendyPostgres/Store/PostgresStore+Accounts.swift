package import TrendyModel
package import TrendyServer

extension PostgresStore {
    /// Rolls the creation of an account back.
    struct IdentityTaken: Error {}

    package func createAccount(
        _ account: Account,
        invite: [UInt8]?,
        identity: LinkedIdentity?,
        now: Instant
    ) async throws -> AccountCreation {
        do {
            return try await transaction { transaction in
                try Self.create(account, invite, identity, now, transaction)
            }
        } catch is IdentityTaken {
            return .addressTaken
        }
    }

    private static func create(
        _ account: Account,
        _ invite: [UInt8]?,
        _ identity: LinkedIdentity?,
        _ now: Instant,
        _ transaction: PostgresTransaction
    ) throws -> AccountCreation {
        var batch = PostgresBatch()
        if let invite {
            batch.add(PostgresAccountQuery.useInvite) {
                $0.append(bytea: invite)
                $0.append(int8: now.milliseconds)
            }
            let results = try transaction.roundTrip(batch)
            guard results[0].affectedRows == 1 else { return .invalidInvite }
            batch = PostgresBatch()
        }
        batch.add(PostgresAccountQuery.takeAddress) {
            $0.append(byteaOf: account.email)
            $0.append(uuid: account.id)
        }
        let owner = try transaction.roundTrip(batch)[0].first?.id(0)
        guard owner == account.id else { return .addressTaken }
        if let identity, try !take(identity.identity, account.id, transaction) {
            throw IdentityTaken()
        }
        var insert = identity.map { insertion(of: $0, account.id) } ?? PostgresBatch()
        insert.add(PostgresAccountQuery.insert) {
            $0.append(uuid: account.id)
            $0.append(byteaOf: account.email)
            $0.append(byteaOf: account.passwordHash)
            $0.append(int8: account.createdAt.milliseconds)
        }
        try transaction.commit(insert)
        return .created
    }

    package func isValid(invite: [UInt8], now: Instant) async throws -> Bool {
        let parameters = PostgresParameters {
            $0.append(bytea: invite)
            $0.append(int8: now.milliseconds)
        }
        return try await read(PostgresAccountQuery.inviteIsValid, parameters) { !$0.isEmpty }
    }

    // Two statements, because the directory of addresses may be elsewhere than the account.
    package func account(email: String) async throws -> Account? {
        let parameters = PostgresParameters { $0.append(byteaOf: email) }
        let id = try await read(PostgresAccountQuery.address, parameters) { try $0.first?.id(0) }
        guard let id, let account = try await account(id: id), account.email == email else {
            return nil
        }
        return account
    }

    package func account(id: EntityID) async throws -> Account? {
        let parameters = PostgresParameters { $0.append(uuid: id) }
        return try await read(PostgresAccountQuery.byID, parameters) { rows in
            try rows.first.map { try Self.account($0) }
        }
    }

    static func account(_ row: PostgresRow) throws -> Account {
        Account(
            id: try row.id(0),
            email: try row.string(1),
            passwordHash: try row.string(2),
            createdAt: Instant(milliseconds: try row.int(3)),
            disabledAt: try row.optionalInt(4).map { Instant(milliseconds: $0) },
            isAdministrator: try row.bool(5)
        )
    }

    package func replacePasswordHash(
        account: EntityID,
        _ old: String,
        with new: String
    ) async throws {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAccountQuery.replacePasswordHash) {
                $0.append(uuid: account)
                $0.append(byteaOf: old)
                $0.append(byteaOf: new)
            }
            try transaction.commit(batch)
        }
    }

    package func setPassword(
        account: EntityID,
        hash: String,
        keeping session: EntityID?
    ) async throws {
        try await changeAccount(account) { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresAccountQuery.setPassword) {
                $0.append(uuid: account)
                $0.append(byteaOf: hash)
            }
            PostgresSessionQuery.endSessions(&batch, account, keeping: session)
            return try transaction.roundTrip(batch)[0].affectedRows == 1
        }
    }

    package func renewEpoch(account: EntityID, to epoch: String) async throws {
        try await changeAccount(account) { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresPushQuery.lock) { $0.append(uuid: account) }
            batch.add(PostgresAccountQuery.recordEpoch) { $0.append(uuid: account) }
            batch.add(PostgresAccountQuery.setEpoch) {
                $0.append(uuid: account)
                $0.append(byteaOf: epoch)
            }
            return try !transaction.roundTrip(batch)[0].isEmpty
        }
    }

    /// Runs a transaction that changes the account itself, and notifies of it; rolls back and
    /// throws ``ServerError`` of the code `unknownAccount` when `body` returns `false`.
    func changeAccount(
        _ account: EntityID,
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Bool
    ) async throws {
        try await transaction { transaction in
            guard try body(transaction) else { throw ServerError.unknownAccount }
        }
        changeBus.changed(account)
    }
}
