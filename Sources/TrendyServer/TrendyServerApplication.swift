// TrendyServer: the HTTP service, its store and its accounts.

import Hummingbird
public import Logging
import NIOCore
import NIOPosix
public import ServiceLifecycle
public import TrendyModel
import TrendySQLite
import UnixSignals

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A server on one database.
///
/// ```swift
/// let server = try await TrendyServerApplication(
///     configuration: ServerConfiguration(databasePath: "trendy.sqlite", port: 0),
///     dependencies: dependencies, logger: Logger(label: "trendy.server"),
///     onListening: { port in print("Listening on port \(port)") })
/// try await server.run()
/// ```
public struct TrendyServerApplication: Service {
    private let configuration: ServerConfiguration
    private let logger: Logger
    private let onListening: @Sendable (Int) async -> Void
    private let store: SQLiteStore
    private let lock: any DatabaseLock
    private let responder: RouterResponder<TrendyRequestContext>
    private let maintenance: MaintenanceService
    private let certificate: CertificateReloader?
    private let dependencies: Dependencies

    /// Opens the database and gets everything ready, without listening yet.
    ///
    /// - Parameters:
    ///   - configuration: where to listen and what to serve.
    ///   - dependencies: time, chance and ids. The random numbers must be unpredictable: secrets
    ///     are made of them.
    ///   - logger: told of starts, stops and failures; never of what people entered.
    ///   - onListening: told the port once clients can connect.
    /// - Throws: ``ServerError`` when the database cannot be opened, is damaged, newer than the
    ///   program, or served by another process.
    public init(
        configuration: ServerConfiguration,
        dependencies: Dependencies,
        logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        self.configuration = configuration
        self.logger = logger
        self.onListening = onListening
        self.dependencies = dependencies
        certificate = try configuration.certificate.map { files in
            try CertificateReloader(
                files: files,
                interval: configuration.certificateInterval,
                dependencies: dependencies,
                logger: logger
            )
        }
        let path = configuration.databasePath
        let limits = configuration.workLimits
        do {
            // Nothing is made beside a file that is not the server's.
            try SQLiteStore.verifyKind(path: path)
            // SQLite alone keeps two processes from damaging a database; but two servers would
            // wait for each other on every write and miss each other's changes.
            guard let lock = try LocalFiles().lock(path) else {
                throw ServerError(
                    code: .databaseInUse,
                    message: "Another server runs on \(path). Stop it first, or give this one "
                        + "a database of its own."
                )
            }
            self.lock = lock
            if configuration.isRestored {
                try SQLiteStore.renewEpoch(path: path, random: dependencies.random)
            }
            store = try SQLiteStore(
                path: path,
                random: dependencies.random,
                logger: logger,
                limits: limits,
                quota: configuration.quota,
                readers: limits.readers(cores: System.coreCount)
            )
        } catch let error as SQLiteFileError {
            throw ServerError(error)
        }
        let router = try await buildRouter(
            store: store,
            secrets: store.secrets,
            // Half of the cores: hashing must not keep requests from being served.
            hasher: PasswordHasher(cost: .standard, threads: max(1, System.coreCount / 2)),
            dependencies: dependencies,
            signUpPolicy: configuration.signUpPolicy,
            signInLimits: configuration.signInLimits,
            logger: logger,
            minimumContract: configuration.minimumContract,
            limits: limits
        )
        responder = router.buildResponder()
        maintenance = MaintenanceService(store: store, dependencies: dependencies, logger: logger)
    }

    /// Serves until SIGTERM or SIGINT, or a graceful shutdown of the service group it is in.
    ///
    /// It then accepts no more connections and lets the requests in flight end. What is left after
    /// ``ServerConfiguration/shutdownTimeout`` is cut off, and counted in the log. Last, the
    /// database is written down and closed. Both ways are a clean end: it returns.
    ///
    /// - Throws: ``ServerError`` when the address cannot be listened on.
    public func run() async throws {
        warnAboutPlainHTTP()
        if configuration.signUpPolicy == .open {
            logger.notice(
                "Sign-up is open: whoever reaches the server can create an account (--signup)"
            )
        }
        var services: [any Service] = [maintenance]
        if let certificate { services.append(certificate) }
        // Services stop in reverse order: the listener first.
        services.append(listener())
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
            await closeStore()
            throw listenError(error)
        }
        await closeStore()
        logger.info("The server has stopped")
    }

    private func listener() -> HTTPListener {
        let limits = configuration.connectionLimits
        let maximum = FileDescriptorLimit.connections(
            wished: limits.connections,
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

    private func closeStore() async {
        do {
            try await store.close()
        } catch {
            // Everything acknowledged is in the log already; the next start reads it.
            logger.error(
                "The database was not closed cleanly",
                metadata: ["kind": .string(ErrorKind.text(of: error))]
            )
        }
        // The lock is held as long as the database is open.
        withExtendedLifetime(lock) {}
    }

    private func listenError(_ error: any Error) -> any Error {
        let place = "\(configuration.host):\(configuration.port)"
        if let error = error as? IOError {
            if error.errnoCode == EADDRINUSE {
                return ServerError(
                    code: .addressInUse,
                    message: "Another program listens on \(place). Stop it, or choose another port "
                        + "(0 takes any that is free)."
                )
            }
            return ServerError(
                code: .cannotListen,
                message: "\(place) cannot be listened on: \(error.description). "
                    + "Check the host and the port."
            )
        }
        if error is SocketAddressError || "\(type(of: error))".contains("Connection") {
            return ServerError(
                code: .cannotListen,
                message: "\(place) cannot be listened on. Check the host and the port."
            )
        }
        return error
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
            ? " 'trendy server check' tells what is damaged, 'trendy server restore FILE' installs "
                + "a backup." : ""
        self.init(code: code, message: error.message + remedy)
    }
}
