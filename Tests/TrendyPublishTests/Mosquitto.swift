import Foundation
import NIOCore
import NIOPosix
import Synchronization
import TestSupport

@testable import TrendyPublish

/// The real broker `mosquitto` in its own process, and a client that records all messages.
///
/// It belongs to one test, which calls ``stop()`` at its end.
final class Mosquitto {
    static let path = "/usr/sbin/mosquitto"
    let port: Int
    private let directory: String
    private var process: Process?

    /// Starts a broker on a free port of the loopback interface.
    ///
    /// - `users`: whether only the user `trendy` with the password `secret` may connect.
    init(directory: String, settings: String = "") async throws {
        self.directory = directory
        port = try await Self.freePort()
        try Data(
            """
            listener \(port) 127.0.0.1
            user root
            persistence true
            persistence_location \(directory)/
            autosave_interval 1
            \(settings.isEmpty ? "allow_anonymous true" : settings)

            """.utf8
        ).write(to: URL(fileURLWithPath: directory + "/mosquitto.conf"))
    }

    /// Starts the process, and waits until it accepts connections.
    func start() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = ["-c", directory + "/mosquitto.conf"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        // The process reports its start nowhere: connecting is the condition.
        try await eventually {
            let channel = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: self.port).get()
            try await channel?.close()
            return channel != nil
        }
    }

    /// Kills the process.
    ///
    /// While the broker waits for clients it can leave SIGTERM pending without an end.
    func stop() {
        if let process {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        process = nil
    }

    /// Kills the process and deletes what it stored.
    func killAndForget() throws {
        stop()
        try? FileManager.default.removeItem(atPath: directory + "/mosquitto.db")
    }

    deinit { stop() }

    var endpoint: MQTTEndpoint {
        get throws { try MQTTEndpoint("mqtt://127.0.0.1:\(port)") }
    }

    private static func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port ?? 0
        // The broker cannot listen before the port is free.
        try await channel.close()
        return port
    }
}

/// A client that records what a broker delivers.
final class Recorder: Sendable {
    private let messages = Mutex<[MQTTPublish]>([])
    private let connection = Mutex<MQTTConnection?>(nil)

    /// Subscribes to a filter.
    func connect(_ endpoint: MQTTEndpoint, filter: String) async throws {
        let new = try await MQTTConnection.open(
            endpoint,
            tls: nil,
            connect: MQTTConnect(clientID: "recorder", isCleanSession: true),
            filter: filter
        ) { [weak self] message in
            self?.messages.withLock { $0.append(message) }
        }
        connection.withLock { $0 = new }
    }

    /// Publishes a message.
    func publish(_ topic: String, _ text: String) async {
        let connection = connection.withLock { $0 }
        _ = await connection?.publish([
            MQTTPublish(topic: topic, payload: Array(text.utf8), id: 1)
        ])
    }

    func disconnect() async {
        await connection.withLock { $0 }?.close()
    }

    /// The payloads of a topic, in the order of their arrival.
    func payloads(_ topic: String) -> [String] {
        messages.withLock { $0 }.filter { $0.topic == topic }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    /// All topics with a prefix.
    func topics(_ prefix: String) -> Set<String> {
        Set(messages.withLock { $0 }.map(\.topic).filter { $0.hasPrefix(prefix) })
    }
}
