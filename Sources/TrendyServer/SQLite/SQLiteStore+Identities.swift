import Foundation
import GRDB
package import TrendyModel
import TrendySQLite

extension SQLiteStore {
    package func account(identity: ProviderIdentity) throws -> Account? {
        try fetchAccount(IdentityQuery.account, identity.key)
    }

    package func identities(account: EntityID) throws -> [LinkedIdentity] {
        try queue.reading { db in
            try Row.fetchAll(db, sql: IdentityQuery.list, arguments: [account.data]).map { row in
                LinkedIdentity(
                    identity: ProviderIdentity(
                        issuer: String(decoding: row["issuer"] as Data, as: UTF8.self),
                        subject: String(decoding: row["subject"] as Data, as: UTF8.self)
                    ),
                    email: row["email"],
                    linkedAt: Instant(milliseconds: row["linked_at"])
                )
            }
        }
    }

    package func link(_ identity: LinkedIdentity, account: EntityID) throws -> IdentityLinking {
        let result = try queue.writing { db -> IdentityLinking in
            let exists = try Row.fetchOne(
                db,
                sql: AccountQuery.byID,
                arguments: [account.data]
            )
            guard exists != nil else { throw ServerError.unknownAccount }
            if let owner = try Self.owner(db, identity.identity) {
                return owner == account.data ? .linked : .taken
            }
            let count = try Int.fetchOne(
                db,
                sql: IdentityQuery.count,
                arguments: [account.data]
            )
            guard count ?? 0 < AccountQuota.identities else { return .tooMany }
            try Self.insert(db, identity, account)
            return .linked
        }
        changeBus.changed(account)
        return result
    }

    package func unlink(_ identity: ProviderIdentity, account: EntityID) throws -> Bool {
        let isDeleted = try queue.writing { db in
            try db.execute(
                sql: IdentityQuery.delete,
                arguments: identity.key + [account.data]
            )
            return db.changesCount == 1
        }
        changeBus.changed(account)
        return isDeleted
    }

    /// Inserts an identity; returns `false` when it signs in to an account already.
    @discardableResult
    static func insert(
        _ db: Database,
        _ identity: LinkedIdentity,
        _ account: EntityID
    ) throws -> Bool {
        try db.execute(
            sql: IdentityQuery.insert,
            arguments: identity.identity.key
                + [account.data, identity.email, identity.linkedAt.milliseconds]
        )
        return db.changesCount == 1
    }

    /// The account of an identity.
    static func owner(_ db: Database, _ identity: ProviderIdentity) throws -> Data? {
        try Data.fetchOne(db, sql: IdentityQuery.owner, arguments: identity.key)
    }

    package func addCode(_ code: OneTimeCode, now: Instant) throws -> Bool {
        try queue.writing { db in
            try db.execute(
                sql: IdentityQuery.deleteExpiredCodes,
                arguments: [now.milliseconds, IdentityQuery.expiredCodes]
            )
            try db.execute(
                sql: IdentityQuery.addCode,
                arguments: [
                    Data(code.hash), Data(code.content), code.expiresAt.milliseconds,
                ]
            )
            return db.changesCount == 1
        }
    }

    package func takeCode(hash: [UInt8], now: Instant) throws -> [UInt8]? {
        try queue.writing { db in
            let row = try Row.fetchOne(
                db,
                sql: IdentityQuery.takeCode,
                arguments: [Data(hash)]
            )
            guard let row, now.milliseconds < (row["expires_at"] as Int64) else { return nil }
            return Array(row["content"] as Data)
        }
    }
}

extension ProviderIdentity {
    /// The values of the primary key of `account_identity`.
    fileprivate var key: StatementArguments { [Data(issuer.utf8), Data(subject.utf8)] }
}
