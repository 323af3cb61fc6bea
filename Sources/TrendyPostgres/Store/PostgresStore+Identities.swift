package import TrendyModel
package import TrendyServer

extension PostgresStore {
    // Two statements, because the directory of identities may be elsewhere than the account.
    package func account(identity: ProviderIdentity) async throws -> Account? {
        guard let id = try await owner(of: identity), let account = try await account(id: id)
        else { return nil }
        let linked = try await identities(account: id)
        return linked.contains { $0.identity == identity } ? account : nil
    }

    /// The account of an identity in the directory, which may not be linked any more.
    func owner(of identity: ProviderIdentity) async throws -> EntityID? {
        let parameters = PostgresParameters { $0.append(bytea: identity.hash) }
        return try await read(PostgresIdentityQuery.owner, parameters) { try $0.first?.id(0) }
    }

    package func identities(account: EntityID) async throws -> [LinkedIdentity] {
        let parameters = PostgresParameters { $0.append(uuid: account) }
        return try await read(PostgresIdentityQuery.list, parameters) { rows in
            try rows.map { row in
                LinkedIdentity(
                    identity: ProviderIdentity(
                        issuer: try row.string(0),
                        subject: try row.string(1)
                    ),
                    email: try row.string(2),
                    linkedAt: Instant(milliseconds: try row.int(3))
                )
            }
        }
    }

    package func link(
        _ identity: LinkedIdentity,
        account: EntityID
    ) async throws -> IdentityLinking {
        try await link(identity, account: account, takesIdentity: true)
    }

    /// Links an identity; `takesIdentity` is false when the directory is elsewhere.
    func link(
        _ identity: LinkedIdentity,
        account: EntityID,
        takesIdentity: Bool
    ) async throws -> IdentityLinking {
        let result = try await transaction { transaction -> IdentityLinking in
            var batch = PostgresBatch()
            batch.add(PostgresIdentityQuery.lockLiveAccount) { $0.append(uuid: account) }
            batch.add(PostgresIdentityQuery.list) { $0.append(uuid: account) }
            let results = try transaction.roundTrip(batch)
            guard !results[0].isEmpty else { throw ServerError.unknownAccount }
            let hash = identity.identity.hash
            if try results[1].contains(where: { try $0.bytes(4) == hash }) { return .linked }
            guard results[1].count < AccountQuota.identities else { return .tooMany }
            if takesIdentity, try !Self.take(identity.identity, account, transaction) {
                return .taken
            }
            try transaction.roundTrip(Self.insertion(of: identity, account))
            return .linked
        }
        changeBus.changed(account)
        return result
    }

    /// Takes an identity in the directory; returns `false` when it signs in to another account.
    static func take(
        _ identity: ProviderIdentity,
        _ account: EntityID,
        _ transaction: PostgresTransaction
    ) throws -> Bool {
        let hash = identity.hash
        var take = PostgresBatch()
        take.add(PostgresIdentityQuery.take) {
            $0.append(bytea: hash)
            $0.append(uuid: account)
        }
        return try transaction.roundTrip(take)[0].first?.id(0) == account
    }

    /// The statement that adds an identity to an account.
    static func insertion(of identity: LinkedIdentity, _ account: EntityID) -> PostgresBatch {
        let hash = identity.identity.hash
        var insert = PostgresBatch()
        insert.add(PostgresIdentityQuery.insert) {
            $0.append(uuid: account)
            $0.append(bytea: hash)
            $0.append(byteaOf: identity.identity.issuer)
            $0.append(byteaOf: identity.identity.subject)
            $0.append(byteaOf: identity.email)
            $0.append(int8: identity.linkedAt.milliseconds)
        }
        return insert
    }

    package func unlink(_ identity: ProviderIdentity, account: EntityID) async throws -> Bool {
        let isDeleted = try await transaction { transaction in
            var batch = PostgresBatch()
            let delete = batch.add(PostgresIdentityQuery.delete) {
                $0.append(uuid: account)
                $0.append(bytea: identity.hash)
            }
            batch.add(PostgresIdentityQuery.free) {
                $0.append(bytea: identity.hash)
                $0.append(uuid: account)
            }
            return try transaction.commit(batch)[delete].affectedRows == 1
        }
        changeBus.changed(account)
        return isDeleted
    }

    /// Adds the statements that free the identities of an account.
    static func freeIdentities(
        _ batch: inout PostgresBatch,
        _ account: EntityID,
        _ identities: PostgresResult
    ) throws {
        for row in identities {
            let hash = try row.bytes(4)
            batch.add(PostgresIdentityQuery.free) {
                $0.append(bytea: hash)
                $0.append(uuid: account)
            }
        }
    }

    package func addCode(_ code: OneTimeCode, now: Instant) async throws -> Bool {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresIdentityQuery.deleteExpiredCodes) {
                $0.append(int8: now.milliseconds)
                $0.append(int8: PostgresIdentityQuery.expiredCodes)
            }
            let add = batch.add(PostgresIdentityQuery.addCode) {
                $0.append(bytea: code.hash)
                $0.append(bytea: code.content)
                $0.append(int8: code.expiresAt.milliseconds)
            }
            return try transaction.commit(batch)[add].affectedRows == 1
        }
    }

    package func takeCode(hash: [UInt8], now: Instant) async throws -> [UInt8]? {
        try await transaction { transaction in
            var batch = PostgresBatch()
            batch.add(PostgresIdentityQuery.takeCode) { $0.append(bytea: hash) }
            guard let row = try transaction.commit(batch)[0].first,
                now.milliseconds < (try row.int(1))
            else { return nil }
            return try row.bytes(0)
        }
    }
}
