import Foundation
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

/// Kills a server process while devices push to it.
@Suite("kill -9 of the server", .serialized)
struct ServerKillTests {
    private static let kills = 100
    private static let batch = 5

    @Test("After each of a hundred kills, every acknowledged mutation is stored")
    func acknowledged() async throws {
        let scratch = try Scratch()
        let database = scratch.path + "/server.sqlite"
        let dependencies = Dependencies.live()
        let credentials = Credentials(email: "ada@example.org", password: "correct horse")
        var random = SeededRNG(seed: 48)
        var acknowledged: Set<EntityID> = []
        let type = dependencies.ids.next()
        var session: Session?

        for round in 0..<Self.kills {
            let server = try await ServerProcess(database: database)
            let client = AccountClient(
                address: try #require(ServerAddress(server.url)),
                wallClock: SystemWallClock()
            )
            if session == nil {
                session = try await client.signUp(credentials)
                let transport = Self.transport(client, session)
                let request = Self.create(.eventType, type, Self.typeFields, dependencies)
                _ = try await transport.push(
                    PushRequest(deviceID: dependencies.ids.next(), mutations: [request])
                )
            }
            let transport = Self.transport(client, session)
            let process = server.identifier
            let delay = Duration.milliseconds(Int.random(in: 30...300, using: &random))
            // In every second round, the delay begins with the first acknowledged push, so that a
            // slow machine acknowledges enough mutations as well.
            let waitsForPush = round.isMultiple(of: 2)
            let (pushes, pushed) = AsyncStream.makeStream(of: Void.self)
            await withTaskGroup(of: Set<EntityID>.self) { group in
                group.addTask {
                    if waitsForPush { for await _ in pushes { break } }
                    try? await Task.sleep(for: delay)  // it fails only when cancelled
                    kill(process, SIGKILL)
                    return []
                }
                for _ in 0..<2 {
                    group.addTask {
                        var answered: Set<EntityID> = []
                        // Until the server is killed.
                        while let ids = await Self.push(transport, type, dependencies) {
                            answered.formUnion(ids)
                            pushed.yield()
                        }
                        pushed.yield()
                        return answered
                    }
                }
                for await ids in group { acknowledged.formUnion(ids) }
            }
            await server.kill()
            try await client.shutdown()
        }

        let server = try await ServerProcess(database: database)
        let client = AccountClient(
            address: try #require(ServerAddress(server.url)),
            wallClock: SystemWallClock()
        )
        let stored = try await Self.stored(Self.transport(client, session))
        try await client.shutdown()
        #expect(acknowledged.count > Self.kills)
        #expect(acknowledged.subtracting(stored).isEmpty)
        #expect(await server.stop().code == 0)
        let check = try await TrendyProcess.run("server", "check", "--database", database)
        #expect(check.code == 0, "\(check.output)")
    }

    private static func transport(_ client: AccountClient, _ session: Session?) -> HTTPTransport {
        HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: NoStorage(),
                refresher: client,
                wallClock: SystemWallClock()
            )
        )
    }

    /// Pushes new events; returns the acknowledged ids, or `nil` without an answer.
    private static func push(
        _ transport: HTTPTransport,
        _ type: EntityID,
        _ dependencies: Dependencies
    ) async -> [EntityID]? {
        let ids = (0..<batch).map { _ in dependencies.ids.next() }
        let fields =
            #"{"event_type_id":"\#(type)","is_all_day":false,"source_type":"manual","#
            + #""timestamp":"2026-01-15T08:30:00.000Z"}"#
        let request = PushRequest(
            deviceID: dependencies.ids.next(),
            mutations: ids.map { create(.event, $0, fields, dependencies) }
        )
        // A killed server causes a network error.
        guard let answer = try? await transport.push(request) else { return nil }
        return zip(ids, answer.results).filter { $0.1.status == .applied }.map(\.0)
    }

    private static func stored(_ transport: HTTPTransport) async throws -> Set<EntityID> {
        var stored: Set<EntityID> = []
        var cursor: String?
        while true {
            let page = try await transport.changes(since: cursor, limit: 1000)
            stored.formUnion(page.changes.map(\.id))
            cursor = page.nextCursor.description
            if !page.hasMore { return stored }
        }
    }

    private static func create(
        _ kind: EntityKind,
        _ id: EntityID,
        _ fields: String,
        _ dependencies: Dependencies
    ) -> PushMutation {
        PushMutation(
            id: dependencies.ids.next(),
            kind: kind,
            operation: .create,
            entityID: id,
            baseVersion: nil,
            editedAt: dependencies.wallClock.now(),
            fields: RawJSON(unchecked: Array(fields.utf8))
        )
    }

    private static let typeFields =
        ##"{"name":"Coffee","color":"#AA5500","icon":"cup.and.saucer"}"##
}

/// A session store that stores nothing, since the test keeps its session.
private struct NoStorage: SessionStorage {
    func replace(_ old: Session, with new: Session) async throws {}
    func storedSession() async throws -> Session? { nil }
}
