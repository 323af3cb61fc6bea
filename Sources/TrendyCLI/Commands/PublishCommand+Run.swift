import Foundation
import Logging
import NIOSSL
import ServiceLifecycle
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyPublish
import TrendyStore
import TrendySync
import UnixSignals

extension PublishCommand {
    /// Queues and delivers once, or until a signal.
    func publish() async throws {
        try await Device.with(device.directory) { opened in
            let dependencies = Dependencies.live()
            let queue = try PublishQueue(
                path: opened.profile.publishQueuePath,
                dependencies: dependencies
            )
            do {
                if retryFailed { try await queue.retryFailed() }
                let publisher = try await publisher(opened, queue, dependencies)
                if once {
                    try await publishOnce(publisher, queue, opened)
                } else {
                    try await publishContinuously(publisher, opened)
                }
                try await queue.close()
            } catch {
                // The first error has the cause.
                try? await queue.close()
                throw error
            }
        }
    }

    private func publishOnce(
        _ publisher: Publisher,
        _ queue: PublishQueue,
        _ opened: Device
    ) async throws {
        if !noSync, opened.engine.coordinator != nil {
            do {
                _ = try await opened.sync()
            } catch let error as SyncFailure {
                // What is on this device is published all the same.
                Console.error("\(ErrorPresenter.text(for: error))\n")
            }
        }
        try await publisher.scan()
        let isComplete = try await publisher.drain()
        let status = try await queue.status()
        if device.output.json {
            try printJSON(StatusOutput(status))
        } else {
            Console.text(Self.text(status))
        }
        guard isComplete else {
            throw CommandFailure(
                code: EX_UNAVAILABLE,
                message: "Not everything could be delivered. It stays queued: run the command "
                    + "again later."
            )
        }
    }

    private func publishContinuously(_ publisher: Publisher, _ opened: Device) async throws {
        if device.output.json {
            try printJSON(["publishing": receivers], isLine: true)
        } else {
            Console.text("Publishing to \(receivers.joined(separator: " and ")).")
        }
        try Console.flush()
        let syncs = !noSync && opened.engine.scheduler != nil
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(
                        service: PublishService(
                            publisher: publisher,
                            engine: syncs ? opened.engine : nil
                        )
                    )
                ],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Self.logger(.error)
            )
        )
        try await group.run()
    }

    /// Publishes, and syncs where the device is signed in, until a graceful shutdown.
    private struct PublishService: Service {
        let publisher: Publisher
        let engine: TrendyEngine?

        func run() async throws {
            await withDiscardingTaskGroup { group in
                if let engine { group.addTask { await engine.syncContinuously() } }
                await publisher.run {
                    // It throws only when the task is cancelled, which ends publishing as well.
                    try? await gracefulShutdown()
                }
                group.cancelAll()
            }
        }
    }

    /// The addresses without user names and paths.
    private var receivers: [String] {
        [
            mqtt.flatMap { try? MQTTEndpoint($0).description },  // validated before
            webhook.flatMap { text in
                try? WebhookAddress(text, isInsecureAllowed: insecure).description
            },
        ].compactMap(\.self)
    }

    private func publisher(
        _ opened: Device,
        _ queue: PublishQueue,
        _ dependencies: Dependencies
    ) async throws -> Publisher {
        let engine = opened.engine
        var sinks: [any PublishSink] = []
        var targets: [PublishPlanner.Target] = []
        if let mqtt {
            let sink = MQTTSink(try configuration(of: mqtt, device: engine.store.deviceID))
            sinks.append(sink)
            targets.append(
                .mqtt(name: sink.name, prefix: topicPrefix, hasDiscovery: !noDiscovery)
            )
        }
        if let webhook {
            let address = try WebhookAddress(webhook, isInsecureAllowed: insecure)
            let sink = WebhookSink(
                address: address,
                exchange: AsyncHTTPExchange(address: address.server),
                device: engine.store.deviceID,
                secret: try secretFile.map { try Self.secret(in: $0) },
                userAgent: "trendy/\(TrendyVersion.text)",
                wallClock: dependencies.wallClock
            )
            sinks.append(sink)
            targets.append(.webhook(name: sink.name))
        }
        return Publisher(
            store: engine.store,
            queue: queue,
            sinks: sinks,
            planner: PublishPlanner(targets: targets, version: TrendyVersion.text),
            categories: try categories(),
            zones: { engine.zones },
            dependencies: dependencies,
            logger: Self.logger(.warning)
        )
    }

    private func configuration(
        of address: String,
        device: EntityID
    ) throws -> MQTTSink.Configuration {
        let endpoint = try MQTTEndpoint(address)
        let password = try passwordFile.map { path in
            String(decoding: try Self.secret(in: path), as: UTF8.self)
        }
        guard password == nil || endpoint.user != nil else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "The password has no user. Give one in --mqtt, such as mqtt://user@host."
            )
        }
        return MQTTSink.Configuration(
            endpoint: endpoint,
            tls: endpoint.isEncrypted ? try tls() : nil,
            password: password,
            topics: PublishTopics(prefix: topicPrefix, device: device),
            followsHomeAssistant: !noDiscovery
        )
    }

    private func tls() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let caFile { configuration.trustRoots = .file(caFile) }
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw PublishError(
                .unusableFile,
                "The certificates in \(caFile ?? "the system's store") cannot be used. Give a "
                    + "file of certificates in PEM with --ca-file."
            )
        }
    }

    private static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "trendy") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}
