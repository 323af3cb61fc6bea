import Logging
import ServiceLifecycle
import Testing
import TrendyModel
import TrendyServer

/// A server with a socket on a port of the loopback interface.
struct RunningServer: Sendable {
    let port: Int
    /// The port of the metrics; `nil` without metrics.
    let metricsPort: Int?
    let log: RecordedLog
    /// Counts the requests at the router; a sign-up takes more than one id.
    let requests: CountedIDs
    private let group: ServiceGroup

    /// Starts a server, runs the body, and stops the server.
    static func run<Value: Sendable>(
        seed: UInt64 = 1,
        host: String = "127.0.0.1",
        limits: ConnectionLimits = ConnectionLimits(),
        certificate: CertificateFiles? = nil,
        certificateInterval: Duration = .milliseconds(20),
        trustedProxies: Set<IPAddress> = [],
        shutdownTimeout: Duration = .seconds(10),
        drainTime: Duration = .zero,
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: (any WallClock)? = nil,
        signUpPolicy: SignUpPolicy = .open,
        database: ServerDatabase.Open? = nil,
        metricsPort: Int? = nil,
        traces: TraceConfiguration? = nil,
        factory: StoreFactory = .selected,
        log: RecordedLog = RecordedLog(),
        _ body: @escaping @Sendable (RunningServer) async throws -> Value
    ) async throws -> Value {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let (metricsPorts, metricsContinuation) = AsyncStream.makeStream(of: Int.self)
        let location = try await factory.newDatabase()
        var configuration = ServerConfiguration(databasePath: location, port: 0)
        configuration.host = host
        configuration.connectionLimits = limits
        configuration.certificate = certificate
        configuration.certificateInterval = certificateInterval
        configuration.trustedProxies = trustedProxies
        configuration.shutdownTimeout = shutdownTimeout
        configuration.drainTime = drainTime
        configuration.signUpPolicy = signUpPolicy
        configuration.metricsAddress = metricsPort.map { ("127.0.0.1", $0) }
        configuration.traces = traces
        var dependencies = TestWorld(seed: seed).dependencies
        dependencies.clock = clock
        if let wallClock { dependencies.wallClock = wallClock }
        let requests = CountedIDs(dependencies.ids)
        dependencies.ids = requests
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: dependencies,
            logger: log.logger(),
            onListening: { continuation.yield($0) },
            onMetricsListening: { metricsContinuation.yield($0) },
            database: try database ?? factory.server(of: location)
        )
        let group = ServiceGroup(
            services: [server],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        async let run: Void = group.run()
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        var openMetricsPort: Int?
        if metricsPort != nil {
            var iterator = metricsPorts.makeAsyncIterator()
            openMetricsPort = await iterator.next()
        }
        let value: Value
        do {
            value = try await body(
                RunningServer(
                    port: port,
                    metricsPort: openMetricsPort,
                    log: log,
                    requests: requests,
                    group: group
                )
            )
        } catch {
            await group.triggerGracefulShutdown()
            try await run
            throw error
        }
        await group.triggerGracefulShutdown()
        try await run
        return value
    }

    /// Requests the stop of the server; it has stopped when ``run`` returns.
    func stop() async { await group.triggerGracefulShutdown() }

    /// Waits until the clean-up at the start has ended, as the metrics show.
    func hasCollectedGarbage() async {
        guard let metricsPort else { return }
        while true {
            guard let client = try? await RawClient.connect(port: metricsPort) else { return }
            await client.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let text = await client.readToEnd()
            client.close()
            guard !text.contains(#"result="success"} 1"#) else { return }
        }
    }

    /// Connects a raw TCP client.
    func connect() async throws -> RawClient { try await RawClient.connect(port: port) }

    /// Sends a `GET` on a new connection and returns the status; `nil` when the server refuses the
    /// connection.
    func status(of path: String) async throws -> Int? {
        let client = try await connect()
        defer { client.close() }
        await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return await client.readHead().flatMap(RawClient.status)
    }
}
