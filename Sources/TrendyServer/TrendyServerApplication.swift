// TrendyServer: the HTTP service, its store and its accounts.

import Hummingbird
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
package import TrendyModel
import TrendySQLite
import UnixSignals

/// The Trendy server: an HTTP listener, a store and daily maintenance over one database.
///
/// ```swift
/// let server = try await TrendyServerApplication(
///     configuration: ServerConfiguration(databasePath: "trendy.sqlite", port: 0),
///     dependencies: dependencies, logger: Logger(label: "trendy.server"),
///     onListening: { port in print("Listening on port \(port)") })
/// try await server.run()
/// ```
package struct TrendyServerApplication: Service {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let onListening: @Sendable (Int) async -> Void
    private let onMetricsListening: @Sendable (Int) async -> Void
    private let metrics: PrometheusRegistry?
    /// With half of the cores, so that hashing does not block requests.
    private let hasher = PasswordHasher(cost: .standard, threads: max(1, System.coreCount / 2))
    private let database: ServerDatabase
    private let responder: any HTTPResponder<TrendyRequestContext>
    private let maintenance: MaintenanceService
    private let keys: KeyReloader?
    private let certificate: CertificateReloader?
    private let dependencies: Dependencies
    private let pageServices: [any Service]
    private let traces: TraceExporter?
    private let draining = Draining()

    /// Opens the database and prepares the server, without listening yet.
    ///
    /// - Parameters:
    ///   - configuration: the configuration of the server.
    ///   - dependencies: clocks, random numbers and ids. The random numbers must be unpredictable,
    ///     because secrets are made from them.
    ///   - logger: receives starts, stops and failures, without personal data.
    ///   - onListening: receives the port once clients can connect.
    ///   - onMetricsListening: receives the port of the metrics once it is open.
    ///   - database: opens the database; the file of the configuration by default.
    ///   - pages: makes the pages for browsers, which answer all requests that are not the API's;
    ///     `nil` serves the API only.
    /// - Throws: ``ServerError`` when the database cannot be opened, is damaged, newer than the
    ///   program, or in use by another process.
    package init(
        configuration: ServerConfiguration,
        dependencies: Dependencies,
        logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in },
        onMetricsListening: @escaping @Sendable (Int) async -> Void = { _ in },
        database: ServerDatabase.Open = ServerDatabase.sqlite,
        pages: ((ServerParts) async throws -> ServerPages)? = nil
    ) async throws {
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
        self.onMetricsListening = onMetricsListening
        self.dependencies = dependencies
        let registry = configuration.metricsAddress.map { _ in PrometheusRegistry() }
        let metrics = registry.map { ServerMetrics(factory: $0) } ?? ServerMetrics()
        metrics.initialize()
        self.metrics = registry
        certificate = try Self.certificate(configuration, dependencies, logger)
        self.database = try await database(configuration, dependencies, logger)
        let auth = try await Self.accounts(
            of: self.database,
            hasher,
            configuration,
            dependencies,
            logger
        )
        keys = self.database.loadSecrets.map { _ in
            KeyReloader(tokens: auth.tokens, dependencies: dependencies, logger: logger)
        }
        let api = buildRouter(
            auth: auth,
            minimumContract: configuration.minimumContract,
            limits: configuration.workLimits,
            settings: configuration.settings(hasPages: pages != nil),
            metrics: metrics,
            draining: draining
        ).buildResponder()
        let parts = ServerParts(configuration, self.database, auth, api: api, logger: logger)
        let served = try await pages?(parts)
        pageServices = served?.services ?? []
        let recorder = configuration.traces.map {
            SpanRecorder(ratio: $0.ratio, random: dependencies.random)
        }
        traces = configuration.traces.flatMap { traces in
            recorder.map { TraceExporter($0, traces, dependencies, logger) }
        }
        let all = Self.responder(api, served, registry == nil ? nil : metrics, dependencies)
        responder = recorder.map { TracedResponder(next: all, recorder: $0) } ?? all
        maintenance = MaintenanceService(
            store: self.database.store,
            dependencies: dependencies,
            metrics: metrics,
            logger: logger
        )
    }

    private static func certificate(
        _ configuration: ServerConfiguration,
        _ dependencies: Dependencies,
        _ logger: Logger
    ) throws -> CertificateReloader? {
        guard let files = configuration.certificate else { return nil }
        return try CertificateReloader(
            files: files,
            interval: configuration.certificateInterval,
            dependencies: dependencies,
            logger: logger
        )
    }

    /// Answers all requests of the network.
    private static func responder(
        _ api: any HTTPResponder<TrendyRequestContext>,
        _ pages: ServerPages?,
        _ metrics: ServerMetrics?,
        _ dependencies: Dependencies
    ) -> any HTTPResponder<TrendyRequestContext> {
        let all: any HTTPResponder<TrendyRequestContext> =
            pages.map { PageDispatcher(api: api, pages: $0.responder) } ?? api
        guard let metrics else { return all }
        return MeteredResponder(next: all, metrics: metrics, clock: dependencies.clock)
    }

    private static func accounts(
        of database: ServerDatabase,
        _ hasher: PasswordHasher,
        _ configuration: ServerConfiguration,
        _ dependencies: Dependencies,
        _ logger: Logger
    ) async throws -> AuthService {
        AuthService(
            store: database.store,
            tokens: try await AccessTokens(database.secrets, load: database.loadSecrets),
            hasher: hasher,
            limiter: SignInLimiter(
                limits: configuration.signInLimits,
                random: dependencies.random,
                logger: logger
            ),
            sharedLimiter: database.attempts.map {
                SharedSignInLimiter(
                    attempts: $0,
                    limits: configuration.signInLimits,
                    secret: database.secrets.tokenKey,
                    random: dependencies.random,
                    logger: logger
                )
            },
            signUpPolicy: configuration.signUpPolicy,
            dependencies: dependencies
        )
    }

    /// Serves until SIGTERM or SIGINT, or a graceful shutdown of its service group.
    ///
    /// First `GET /ready` answers 503 for ``ServerConfiguration/drainTime``, and streams end. Then the
    /// server accepts no more connections and lets the requests in flight end. After
    /// ``ServerConfiguration/shutdownTimeout`` it closes the remaining connections and logs their
    /// number. Last, it checkpoints and closes the database. It returns normally in both cases.
    ///
    /// - Throws: ``ServerError`` when it cannot listen on the address.
    package func run() async throws {
        warnAboutPlainHTTP()
        if configuration.signUpPolicy == .open {
            logger.notice(
                "Sign-up is open: all clients can create an account (--signup)"
            )
        }
        var services: [any Service] = database.services + [maintenance]
        if let certificate { services.append(certificate) }
        if let keys { services.append(keys) }
        if let traces { services.insert(traces, at: 0) }
        // Services stop in reverse order: the listener first.
        services += pageServices
        let listener = listener()
        if let metrics = metricsService(of: listener) { services.insert(metrics, at: 0) }
        services.append(listener)
        // Stops before the listener.
        services.append(
            DrainService(
                draining: draining,
                time: configuration.drainTime,
                clock: dependencies.clock
            )
        )
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services,
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        do {
            try await group.run()
        } catch {
            await closeDatabase()
            throw ServerError.listening(on: configuration.host, configuration.port, error)
        }
        await closeDatabase()
        logger.info("The server has stopped")
    }

    private func metricsService(of listener: HTTPListener) -> MetricsService? {
        guard let metrics, let address = configuration.metricsAddress else { return nil }
        return MetricsService(
            host: address.host,
            port: address.port,
            registry: metrics,
            sources: [
                ProcessMetrics(startTime: dependencies.wallClock.now()), listener.registry,
                hasher,
            ] + database.metrics,
            dependencies: dependencies,
            logger: logger,
            onListening: onMetricsListening
        )
    }

    private func listener() -> HTTPListener {
        let limits = configuration.connectionLimits
        let maximum = FileDescriptorLimit.connections(
            requested: limits.connections,
            limit: FileDescriptorLimit.raise()
        )
        if maximum < limits.connections {
            logger.warning(
                "The limit of open files allows fewer connections: raise it (ulimit -n)",
                metadata: ["connections": .stringConvertible(maximum)]
            )
        }
        return HTTPListener(
            host: configuration.host,
            port: configuration.port,
            limits: limits,
            registry: ConnectionRegistry(
                limits: limits,
                maximum: maximum,
                trustedProxies: configuration.trustedProxies,
                names: AddressPseudonyms(random: dependencies.random),
                logger: logger
            ),
            forwarded: ForwardedClient(trustedProxies: configuration.trustedProxies),
            certificate: certificate,
            shutdownTimeout: configuration.shutdownTimeout,
            draining: draining,
            clock: dependencies.clock,
            responder: responder,
            logger: logger,
            onListening: onListening
        )
    }

    private func warnAboutPlainHTTP() {
        let isLocal =
            configuration.host == "localhost"
            || IPAddress(configuration.host)?.isLoopback ?? false
        guard certificate == nil, !isLocal else { return }
        logger.warning(
            """
            Passwords and health data travel unencrypted, since the server is reachable from \
            elsewhere without TLS: use --tls-certificate, or a TLS proxy
            """
        )
    }

    private func closeDatabase() async {
        do {
            try await database.close()
        } catch {
            // The log contains everything acknowledged; the next start reads it.
            logger.error(
                "The database was not closed cleanly",
                metadata: ["kind": .string(ErrorKind.text(of: error))]
            )
        }
    }
}

extension ServerError {
    init(_ error: SQLiteFileError) {
        let code: Code =
            switch error.code {
            case .newerSchema: .newerDatabase
            case .notADatabase: .damagedDatabase
            case .notDurable, .diskFull: .unsuitableDisk
            case .busy: .databaseInUse
            case .foreign: .foreignDatabase
            case .missing: .missingDatabase
            case .cannotOpen, .notPrivate: .cannotOpenDatabase
            }
        let remedy =
            error.code == .notADatabase
            ? " 'trendy server check' reports the damage, 'trendy server restore FILE' installs "
                + "a backup." : ""
        self.init(code: code, message: error.message + remedy)
    }
}
