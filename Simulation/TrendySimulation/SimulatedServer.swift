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
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// A process; what belongs to one that is gone has no effect.
    final class Process: @unchecked Sendable {
        // Unchecked: as the server.
        let store: any ServerStore
        let responder: RouterResponder<TrendyRequestContext>

        init(store: any ServerStore, responder: RouterResponder<TrendyRequestContext>) {
            self.store = store
            self.responder = responder
        }
    }

    /// An answer: its head and the pieces of its body.
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
    /// Counts the crashes; a start belongs to the life that it began in.
    private var life = 0
    private var startingWorkload: Int?
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

    /// Starts a process on what the disk holds, unless one runs or is about to.
    func start() async throws {
        guard process == nil, startingWorkload != life else { return }
        let life = life
        startingWorkload = life
        defer { if startingWorkload == life { startingWorkload = nil } }
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
            // Seldom: a heartbeat takes as long as other work, and nobody looks at it.
            heartbeat: .seconds(300)
        )
        // Whoever crashed while it started is not there.
        guard life == self.life else { return }
        process = Process(store: used, responder: router.buildResponder())
        world.simulation.log("server up, epoch \(store.epoch)")
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
            world.violate("schema", "the server opened a database of a newer one")
        }
        return store
    }

    /// The process ends in order.
    func stop() async {
        guard let process else { return }
        self.process = nil
        // Whether it closes cleanly or not, the next start must cope.
        try? await process.store.close()
    }

    /// The process dies; `losesPower` takes what was not synced as well.
    func crash(losesPower: Bool) {
        process = nil
        life += 1
        if losesPower { disk.losePower() } else { disk.kill() }
        world.simulation.log("server \(losesPower ? "loses power" : "dies")")
    }

    /// Copies the database while the server runs, as a backup does.
    func makeBackup() {
        backup.restore(from: disk)
        hasBackup = true
        world.simulation.log("server backed up")
    }

    /// Goes back to the backup, under a new epoch.
    func restoreBackup() async throws {
        crash(losesPower: false)
        disk.revive()
        disk.restore(from: backup)
        if world.options.injectedBug?.keepsEpoch != true {
            try SQLiteStore.renewEpoch(path: path, random: random, files: disk.files)
        }
        world.simulation.log("server restored")
        try await start()
    }

    /// Handles a request; `nil` when the process died over it.
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
            // A body that breaks off, or a process that dies: the connection ends.
            return nil
        }
    }

    /// What an account has there and has not deleted.
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
        // Unchecked: as the server.
        var pieces: [[UInt8]] = []
    }

    private struct Writer: ResponseBodyWriter {
        let gathered: Gathered
        unowned let world: World

        mutating func write(_ buffer: ByteBuffer) async throws {
            gathered.pieces.append(Array(buffer.readableBytesView))
            // Others go on between two pieces.
            try await world.simulation.sleep(for: .milliseconds(1))
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
