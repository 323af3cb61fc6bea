package import TrendyModel
package import TrendyServer

/// Identities are unique in the directory; their rows are with the account.
extension ShardedStore {
    package func account(identity: ProviderIdentity) async throws -> Account? {
        guard let id = try await main.owner(of: identity), let account = try await account(id: id),
            try await identities(account: id).contains(where: { $0.identity == identity })
        else { return nil }
        return account
    }

    package func identities(account: EntityID) async throws -> [LinkedIdentity] {
        try await on(account, isMissing: \.isEmpty) { try await $0.identities(account: account) }
    }

    package func link(
        _ identity: LinkedIdentity,
        account: EntityID
    ) async throws -> IdentityLinking {
        guard try await self.account(id: account) != nil else { throw ServerError.unknownAccount }
        // First in the directory: an identity there without a row with the account signs in nowhere,
        // and can be linked again to this account only.
        guard try await main.take(identity.identity, for: account) else { return .taken }
        do {
            let result = try await on(account) {
                try await $0.link(identity, account: account, takesIdentity: false)
            }
            if result == .tooMany { try await directory.free(identity.identity, of: account) }
            return result
        } catch let error as ServerError where error.code == .unknownAccount {
            try await directory.free(identity.identity, of: account)
            throw error
        }
    }

    package func unlink(_ identity: ProviderIdentity, account: EntityID) async throws -> Bool {
        let isDeleted = try await on(account, isMissing: { !$0 }) {
            try await $0.unlink(identity, account: account)
        }
        try await directory.free(identity, of: account)
        return isDeleted
    }

    package func addCode(_ code: OneTimeCode, now: Instant) async throws -> Bool {
        try await main.addCode(code, now: now)
    }

    package func takeCode(hash: [UInt8], now: Instant) async throws -> [UInt8]? {
        try await main.takeCode(hash: hash, now: now)
    }
}

extension PostgresStore {
    /// Takes an identity in the directory; returns `false` when it belongs to another account.
    fileprivate func take(
        _ identity: ProviderIdentity,
        for account: EntityID
    ) async throws -> Bool {
        try await transaction { try Self.take(identity, account, $0) }
    }
}
