import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("kill -9 at every step of a sync", .serialized)
struct KillTests {
    enum Victim: String, CaseIterable {
        case device, server
    }

    @Test("After a restart no change is lost and none is duplicated", arguments: Victim.allCases)
    func restart(victim: Victim) async throws {
        let scratch = try Scratch()
        let database = scratch.path + "/server.sqlite"
        var server = try await ServerProcess(database: database)
        let port = server.port
        let proxy = try await KillingProxy(target: port)
        let profile = scratch.path + "/a"
        let sign = ["--server", "http://127.0.0.1:\(proxy.port)", "--email", "a@example.org"]
        #expect(try await TrendyProcess(["signup", "--profile", profile] + sign).wait().code == 0)
        try await TrendyProcess.run("sync", "--profile", profile)
        let account = try #require(
            try FileManager.default.contentsOfDirectory(atPath: profile).first {
                $0.hasSuffix(".sqlite")
            }
        )
        var recorded: Set<EntityID> = []
        var kills = 0

        // Each round kills one step later, until a sync completes before its step.
        for step in 1...60 {
            let store = try DeviceStore(
                path: profile + "/" + account,
                dependencies: .live()
            )
            let type = EntityID.derived(kind: "event_type", naturalKey: "test")
            if step == 1 {
                recorded.insert(
                    try await store.write { try $0.entities.create(EventType(name: "T"), id: type) }
                )
            }
            for index in 0..<700 {
                let time = Instant(seconds: 1_700_000_000 + Int64(step * 1000 + index))
                recorded.insert(
                    try await store.write {
                        try $0.entities.create(
                            Event(eventTypeID: type, timestamp: time, sourceType: .manual)
                        )
                    }
                )
            }
            try await store.close()
            let sync = try TrendyProcess(["sync", "--profile", profile])
            let pid = victim == .device ? sync.identifier : server.identifier
            proxy.arm(step: step) { kill(pid, SIGKILL) }
            let result = await sync.wait()
            let hasKilled = proxy.disarm()
            if victim == .server, hasKilled {
                await server.kill()
                server = try await ServerProcess(database: database, port: port)
            }
            if hasKilled { kills += 1 } else if result.code == 0 { break }
        }

        #expect(kills >= 6)
        try await TrendyProcess.run("sync", "--profile", profile)
        let verified = try await TrendyProcess.run("sync", "--verify", "--profile", profile)
        #expect(verified.code == 0, "\(verified.error)")
        let other = scratch.path + "/b"
        #expect(try await TrendyProcess(["login", "--profile", other] + sign).wait().code == 0)
        #expect(try await TrendyProcess.run("sync", "--verify", "--profile", other).code == 0)
        let store = try DeviceStore(path: other + "/" + account, dependencies: .live())
        let received = try await store.read { transaction in
            var ids: Set<EntityID> = []
            try transaction.entities.forEachAccepted { id, _ in ids.insert(id) }
            return ids
        }
        #expect(received == recorded)
        try await store.close()
        try await proxy.close()
    }
}

/// Forwards bytes between devices and a server, and runs an action at a step: before it forwards
/// the n-th chunk of bytes, in either direction.
final class KillingProxy: Sendable {
    private struct State {
        var remaining = 0
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let channel: Mutex<(any Channel)?> = Mutex(nil)

    init(target: Int) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { [self] inbound in
                ClientBootstrap(group: inbound.eventLoop)
                    .connect(host: "127.0.0.1", port: target)
                    .flatMap { outbound in
                        inbound.eventLoop.makeCompletedFuture {
                            try inbound.pipeline.syncOperations.addHandler(
                                PassingHandler(to: outbound, proxy: self)
                            )
                            try outbound.pipeline.syncOperations.addHandler(
                                PassingHandler(to: inbound, proxy: self)
                            )
                        }.flatMap { inbound.setOption(.autoRead, value: true) }
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = server }
    }

    var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }

    func arm(step: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { $0 = State(remaining: step, action: action) }
    }

    /// Removes the action; returns whether its step was reached.
    func disarm() -> Bool {
        state.withLock { state in
            defer { state = State() }
            return state.action == nil
        }
    }

    func close() async throws {
        try await channel.withLock { $0 }?.close().get()
    }

    fileprivate func passed() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.action != nil else { return nil }
            state.remaining -= 1
            guard state.remaining == 0 else { return nil }
            defer { state.action = nil }
            return state.action
        }
        action?()
    }
}

private final class PassingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let proxy: KillingProxy

    init(to other: any Channel, proxy: KillingProxy) {
        self.other = other
        self.proxy = proxy
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        proxy.passed()
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
