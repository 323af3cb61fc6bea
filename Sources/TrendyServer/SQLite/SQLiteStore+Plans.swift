import GRDB
import TrendySQLite

extension SQLiteStore {
    /// The SQL statements of requests, for the test of their query plans.
    package static var statementsOfRequests: [String] {
        var statements = [
            ServerQuery.changes, ServerQuery.snapshotEntities, ServerQuery.entitiesOfKind,
            ServerQuery.entitiesOfType, ServerQuery.entity, ServerQuery.digest,
            PushQuery.children, PushQuery.eventsOfType, PushQuery.nameOwner,
            PushQuery.wantedEntities, PushQuery.upsert, PushQuery.recordsByID,
            PushQuery.deleteExpired, PushQuery.insertRecord,
            ServerQuery.previousEpochs, AccountRow.select, AccountRow.update,
            AccountQuery.byEmail,
            AccountQuery.byID,
            AccountQuery.token, AccountQuery.useToken, AccountQuery.deleteSession,
            AccountQuery.devices, AccountQuery.onboarding, AccountQuery.setOnboarding,
            AccountQuery.sessionIsLive, AccountQuery.sessionOfToken, AccountQuery.renewToken,
            AccountQuery.recordEpoch, AccountQuery.setEpoch,
            AccountQuery.setAdministrator, AccountQuery.sessions, AccountQuery.useInvite,
            AccountQuery.inviteIsValid, AccountQuery.deleteOtherSessions,
            Garbage.nextAccount, Garbage.oldTombstones, Garbage.deleteTombstone,
            Garbage.raiseCollectedTo, Garbage.deleteTokens, Garbage.deleteSessions,
        ]
        statements += IdentityQuery.all
        for hasType in [false, true] {
            statements.append(ServerQuery.oldestEventsSQL(hasType: hasType))
            for hasSource in [false, true] {
                statements.append(ServerQuery.eventsSQL(hasType: hasType, hasSource: hasSource))
            }
        }
        return statements
    }

    /// The steps of SQLite's query plan for a statement.
    package func queryPlan(of sql: String) throws -> [String] { try queue.plan(of: sql) }
}
