import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import SimulationKit
import TrendyModel
import TrendySQLite
import TrendyServer

/// The real router over the real store, on a simulated computer.
final class SimulatedServer: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// A process of the server.
    ///
    /// Operations on a process that has ended have no effect.
    final class Process: @unchecked Sendable {
        // Unchecked: like the server.
        let store: any ServerStore
        /// The store below any injected bug.
        let sqlite: SQLiteStore
        let responder: RouterResponder<TrendyRequestContext>

        init(
            store: any ServerStore,
            sqlite: SQLiteStore,
            responder: RouterResponder<TrendyRequestContext>
        ) {
            self.store = store
            self.sqlite = sqlite
            self.responder = responder
        }
    }

    /// A response: its head and the chunks of its body.
    struct Answer {
        var head: HTTPResponse
        var pieces: [[UInt8]] = []

        var body: [UInt8] { pieces.flatMap { $0 } }
    }

    private unowned let world: World
    let disk: SimulatedDisk
    let clock: SimulatedWallClock
    private let random: SharedRandom
    private var backup: SimulatedDisk
    private(set) var hasBackup = false
    /// Counts crashes; a start that a crash interrupts is recognized by a changed count.
    private var crashCount = 0
    private var startingAfterCrashes: Int?
    /// Whether the program is older than its data.
    var isDowngraded = false
    private var hasNewerSchema = false
    private(set) var process: Process?

    init(_ world: World) {
        self.world = world
        disk = SimulatedDisk(name: "server", random: world.simulation.random("server-disk"))
        backup = SimulatedDisk(name: "backup", random: world.simulation.random("backup-disk"))
        clock = SimulatedWallClock(world.simulation)
        random = SharedRandom(world.simulation.random("server"))
    }

    private var path: String { disk.path("server.sqlite") }

    /// Starts a process on the content of the disk, unless one runs or is starting.
    func start() async throws {
        guard process == nil, startingAfterCrashes != crashCount else { return }
        let crashCount = crashCount
        startingAfterCrashes = crashCount
        defer { if startingAfterCrashes == crashCount { startingAfterCrashes = nil } }
        if disk.isDead { disk.revive() }
        let store = try openStore()
        let dependencies = Dependencies(
            wallClock: clock,
            random: random,
            ids: UUIDv7Source(clock: clock, random: random),
            clock: SimulationClock(world.simulation)
        )
        let secrets = store.secrets
        let used: any ServerStore =
            try await world.options.injectedBug?.injectedBug(store, in: world) ?? store
        let router = try await buildRouter(
            store: used,
            secrets: secrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: dependencies,
            logger: World.silentLogger,
            // Rare, because a heartbeat costs as much as other work and nothing here reads it.
            heartbeat: .seconds(300)
        )
        // The process crashed while it started.
        guard crashCount == self.crashCount else { return }
        process = Process(store: used, sqlite: store, responder: router.buildResponder())
        world.simulation.log("server up, epoch \(store.newAccountEpoch)")
    }

    private func openStore() throws -> SQLiteStore {
        if isDowngraded, disk.files.exists(path) {
            hasNewerSchema = true
            try NewerSchema.leave(in: path, on: disk)
        } else if hasNewerSchema {
            try NewerSchema.remove(from: path, on: disk)
            hasNewerSchema = false
        }
        let store: SQLiteStore
        do {
            store = try SQLiteStore(path: path, random: random, files: disk.files)
        } catch {
            if isDowngraded, (error as? ServerError)?.code == .newerDatabase {
                world.coverage.reached(.newerSchemaRefused)
            }
            disk.kill()
            throw error
        }
        if isDowngraded, hasNewerSchema {
            world.violate("schema", "the server opened a database of a newer version")
        }
        return store
    }

    /// Closes the process.
    func stop() async {
        guard let process else { return }
        self.process = nil
        // The next start must work whether the close succeeds or not.
        try? await process.store.close()
    }

    /// Kills the process; `losesPower` also discards unsynced writes.
    func crash(losesPower: Bool) {
        process = nil
        crashCount += 1
        if losesPower { disk.losePower() } else { disk.kill() }
        world.simulation.log("server \(losesPower ? "loses power" : "dies")")
    }

    /// Copies the database of the running server, as a backup does.
    func makeBackup() {
        backup.restore(from: disk)
        hasBackup = true
        world.simulation.log("server backed up")
    }

    /// Restores the backup under a new epoch.
    func restoreBackup() async throws {
        crash(losesPower: false)
        disk.revive()
        disk.restore(from: backup)
        if world.options.injectedBug?.keepsEpoch != true {
            try SQLiteStore.renewEpochs(path: path, random: random, files: disk.files)
        }
        world.simulation.log("server restored")
        try await start()
    }

    /// Handles a request; `nil` when the process died during it.
    func respond(to request: HTTPRequest, body: [UInt8]?) async -> Answer? {
        guard let process else { return nil }
        let message = Request(
            head: request,
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? []))
        )
        let context = TrendyRequestContext(logger: World.silentLogger)
        do {
            let response = try await process.responder.respond(to: message, context: context)
            let gathered = Gathered()
            try await response.body.write(Writer(gathered: gathered, world: world))
            guard process === self.process, !disk.isDead else { return nil }
            var head = HTTPResponse(status: response.status)
            head.headerFields = response.headers
            return Answer(head: head, pieces: gathered.pieces)
        } catch {
            // The body ends early or the process has died: the connection closes.
            return nil
        }
    }

    /// Opens the stream of changes, whose pieces arrive as the server writes them; `nil` without a
    /// server.
    ///
    /// In other phases ``respond(to:body:)`` gathers a stream until it ends.
    func openStream(
        _ request: HTTPRequest
    ) async -> (head: HTTPResponse, body: AsyncThrowingStream<[UInt8], any Error>)? {
        guard let process else { return nil }
        let message = Request(head: request, body: RequestBody(buffer: ByteBuffer()))
        let context = TrendyRequestContext(logger: World.silentLogger)
        guard
            let response = try? await process.responder.respond(to: message, context: context)
        else { return nil }
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        // Owned by the stream; ending the stream cancels it.
        let task = Task {
            do {
                try await response.body.write(StreamWriter(continuation: continuation))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        var head = HTTPResponse(status: response.status)
        head.headerFields = response.headers
        return (head, pieces)
    }

    /// The account's entities on the server that are not deleted.
    func entities(of account: EntityID) async throws -> [EntityID: Entity] {
        guard let store = process?.store else { return [:] }
        var entities: [EntityID: Entity] = [:]
        var version: Int64 = 0
        while true {
            let page = try await store.changes(account: account, after: version, limit: 1000)
            for entity in page.entities where entity.deletedAt == nil {
                entities[entity.id] = entity
            }
            version = page.nextVersion
            if !page.hasMore { return entities }
        }
    }

    private final class Gathered: @unchecked Sendable {
        // Unchecked: like the server.
        var pieces: [[UInt8]] = []
    }

    private struct StreamWriter: ResponseBodyWriter {
        let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

        func write(_ buffer: ByteBuffer) async throws {
            continuation.yield(Array(buffer.readableBytesView))
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private struct Writer: ResponseBodyWriter {
        let gathered: Gathered
        unowned let world: World

        mutating func write(_ buffer: ByteBuffer) async throws {
            gathered.pieces.append(Array(buffer.readableBytesView))
            // Other tasks run between two chunks.
            try await world.simulation.sleep(for: .milliseconds(1))
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
