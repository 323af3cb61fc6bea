import Foundation
import GRDB
import TrendyModel
import TrendyServer
import TrendyWire

/// A database with accounts and events, and its administration.
struct AdministrationFixture: Sendable {
    let path: String
    let world = TestWorld()
    let administration: ServerAdministration

    init() throws {
        path = try temporaryFile()
        administration = ServerAdministration(path: path, dependencies: world.dependencies)
    }

    /// A path beside the database.
    func beside(_ name: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// The names of the files beside the database.
    var listing: [String] {
        get throws {
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        }
    }

    func open(_ path: String? = nil) throws -> SQLiteStore {
        try SQLiteStore(path: path ?? self.path, random: world.random)
    }

    /// Fills the database with accounts that have a type and some events each.
    @discardableResult
    func fill(accounts: Int = 1, events: Int = 10) async throws -> [EntityID] {
        let store = try open()
        var ids: [EntityID] = []
        for index in 0..<accounts {
            let account = try await StoreFixture.addAccount(
                to: store,
                world,
                "a\(index)@example.com"
            )
            try await store.createSession(
                NewSession(
                    account: account,
                    id: world.id(),
                    tokenHash: [UInt8(index)],
                    now: world.clock.now()
                )
            )
            try await push(to: store, account, events: events)
            ids.append(account)
        }
        try await store.close()
        return ids
    }

    /// Pushes a new type with events.
    func push(to store: SQLiteStore, _ account: EntityID, events: Int) async throws {
        let type = world.id()
        var mutations = [
            PushMutation(
                id: world.id(),
                kind: .eventType,
                operation: .create,
                entityID: type,
                baseVersion: nil,
                editedAt: world.clock.now(),
                fields: RawJSON(unchecked: Array(typeFields("T\(type)").utf8))
            )
        ]
        for index in 0..<events {
            mutations.append(
                PushMutation(
                    id: world.id(),
                    kind: .event,
                    operation: .create,
                    entityID: world.id(),
                    baseVersion: nil,
                    editedAt: world.clock.now(),
                    fields: RawJSON(unchecked: Array(eventFields(type, at: Int64(index)).utf8))
                )
            )
        }
        _ = try await store.push(
            account: account,
            commands: mutations.map { PushCommand(mutation: $0, requestHash: [1]) },
            now: world.clock.now()
        )
    }

    /// Executes SQL without the store's foreign keys.
    func execute(_ sql: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    func errorCode(_ body: () throws -> Void) -> ServerError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ServerError)?.code
        }
    }
}
