import ArgumentParser
import Foundation
import Logging
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWebHost

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a server on a database file or on PostgreSQL.",
        discussion: """
            Examples:
              trendy serve --database server.sqlite
              trendy serve --host 0.0.0.0 --tls-certificate cert.pem --tls-key key.pem
              trendy serve --trusted-proxy 127.0.0.1 --signup invite

            The database file is created when it does not exist. It contains the keys that sign \
            the sessions, so keep it and its backups as private as the data.

            SIGTERM and SIGINT stop the server: after --drain-seconds it lets requests in flight finish for \
            --shutdown-timeout, cancels and logs the rest, and closes the file. The exit status is \
            0 in both cases.

            Without --tls-certificate the server speaks plain HTTP. For access from other \
            machines, give a certificate or use a TLS proxy. Name the proxy with --trusted-proxy, \
            so that limits apply to its clients instead of the proxy.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The database file, or the URL of a PostgreSQL database (postgres://USER@HOST/NAME).",
            valueName: "database"
        )
    )
    var database = "trendy-server.sqlite"

    @Option(
        help: ArgumentHelp(
            """
            With PostgreSQL: the directory of this server's own files, such as uploads and the \
            copies of accounts that pages show. They are made again when they are lost.
            """,
            valueName: "directory"
        )
    )
    var localFiles = "trendy-server-files"

    @Flag(
        help: """
            Start a new epoch after the file was copied back from a backup: devices read \
            everything again and send what the backup lacks. For the first start after the restore \
            only.
            """
    )
    var restored = false

    @Option(
        help: ArgumentHelp(
            "The oldest protocol version to serve; older apps ask for an update.",
            valueName: "version"
        )
    )
    var minimumContract = 1

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 8080

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "The TLS certificate chain, PEM; reloaded when the file changes.",
            valueName: "file"
        )
    )
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file")
    )
    var key: String?

    @Option(help: "The maximum number of connections; further clients wait.")
    var maxConnections = ConnectionLimits().connections

    @Option(
        help: """
            The maximum number of connections of one address (an IPv6 /64 counts as one); further \
            ones are closed. This machine's own addresses and trusted proxies are exempt.
            """
    )
    var maxConnectionsPerAddress = ConnectionLimits().connectionsPerAddress

    @Option(
        help: ArgumentHelp(
            """
            The address of a proxy before the server. The client is the last address of \
            X-Forwarded-For that is not a trusted proxy. Repeat it for more proxies.
            """,
            valueName: "address"
        )
    )
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time for requests in flight to finish after SIGTERM or SIGINT.",
            valueName: "seconds"
        )
    )
    var shutdownTimeout = 10

    @Option(
        help: ArgumentHelp(
            """
            The time after SIGTERM or SIGINT in which the server goes on and 'GET /ready' answers \
            503, so that a proxy sends requests to other servers. 5 with PostgreSQL, otherwise 0.
            """,
            valueName: "seconds"
        )
    )
    var drainSeconds: Int?

    @Option(
        help: ArgumentHelp(
            """
            The policy for new accounts: open (every client), invite (clients with an invite of \
            'trendy server invite'), or closed (only 'trendy server user add').
            """,
            valueName: "policy"
        )
    )
    var signup = SignUpPolicy.open.rawValue

    @Option(help: "The maximum number of entities of an account.")
    var maxEntities = AccountQuota().entities

    @Option(help: "The maximum content of an account, in megabytes.")
    var maxMegabytes = AccountQuota().bytes >> 20

    @Flag(
        inversion: .prefixedNo,
        help: "Serve the pages for browsers at /, besides the API."
    )
    var web = true

    @OptionGroup var map: MapTileOptions

    @OptionGroup var openID: OpenIDOptions

    @Option(
        help: ArgumentHelp(
            """
            Serve metrics for Prometheus at /metrics on this port, 0 chooses a free one. They are \
            not for the public; the other port never serves them.
            """,
            valueName: "port"
        )
    )
    var metricsPort: Int?

    @Option(
        help: ArgumentHelp("The address to serve metrics on.", valueName: "address")
    )
    var metricsHost = "127.0.0.1"

    @OptionGroup var traces: TraceOptions

    @Option(help: "The format of the log: text, or json with one object a line.")
    var logFormat = "text"

    @Option(help: "The lowest level to log: debug, info, warning or error.")
    var logLevel = "info"

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65_535).contains(port), (0...65_535).contains(metricsPort ?? 0) else {
            throw ValidationError("--port and --metrics-port take numbers from 0 to 65535.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("Give both --tls-certificate and --tls-key, or neither.")
        }
        guard maxConnections > 0, maxConnectionsPerAddress > 0 else {
            throw ValidationError(
                "--max-connections and --max-connections-per-address take numbers from 1."
            )
        }
        guard (0...3_600).contains(shutdownTimeout) else {
            throw ValidationError("--shutdown-timeout takes seconds from 0 to 3600.")
        }
        guard (0...3_600).contains(drainSeconds ?? 0) else {
            throw ValidationError("--drain-seconds takes seconds from 0 to 3600.")
        }
        if let name = trustedProxy.first(where: { IPAddress($0) == nil }) {
            throw ValidationError(
                "--trusted-proxy takes an IPv4 or IPv6 address, not \(name)."
            )
        }
        guard SignUpPolicy(rawValue: signup) != nil else {
            throw ValidationError("--signup takes open, invite or closed.")
        }
        guard maxEntities > 0, (1...Int64.max >> 20).contains(maxMegabytes) else {
            throw ValidationError("--max-entities and --max-megabytes take numbers from 1.")
        }
        guard LogFormat(rawValue: logFormat) != nil else {
            throw ValidationError("--log-format takes text or json.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level takes debug, info, warning or error.")
        }
    }

    func run() async throws {
        // Other users of the machine must not read files of the server.
        FileAccess.restrictNewFiles()
        let dependencies = Dependencies.live()
        let format = LogFormat(rawValue: logFormat) ?? .text
        var logger = Logger(label: "trendy.server") { label in
            LineLogHandler(label: label, format: format, wallClock: dependencies.wallClock)
        }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
        let isJSON = output.json
        let host = host
        let files = certificate.flatMap { certificate in
            key.map { CertificateFiles(certificate: certificate, key: $0) }
        }
        let scheme = files == nil ? "http" : "https"
        var limits = ConnectionLimits()
        limits.connections = maxConnections
        limits.connectionsPerAddress = maxConnectionsPerAddress
        var configuration = ServerConfiguration(
            databasePath: database,
            isRestored: restored,
            minimumContract: minimumContract,
            host: host,
            port: port,
            certificate: files,
            connectionLimits: limits,
            trustedProxies: Set(trustedProxy.compactMap { IPAddress($0) }),
            shutdownTimeout: .seconds(shutdownTimeout)
        )
        configuration.signUpPolicy = SignUpPolicy(rawValue: signup) ?? .closed
        configuration.quota = AccountQuota(entities: maxEntities, bytes: maxMegabytes << 20)
        configuration.openID = try openID.configuration()
        configuration.metricsAddress = metricsPort.map { (metricsHost, $0) }
        configuration.traces = traces.configuration
        configuration.drainTime = .seconds(try drainSeconds ?? defaultDrainSeconds)
        let (web, mapTiles) = (web, try map.server())
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: dependencies,
            logger: logger,
            onListening: { Self.report(port: $0, scheme, host, hasPages: web, isJSON: isJSON) },
            onMetricsListening: { [metricsHost, logger] port in
                logger.info(
                    "Serving metrics",
                    metadata: ["url": "http://\(metricsHost):\(port)\(MetricsService.path)"]
                )
            },
            database: try open(),
            pages: web ? { try ServerSite.pages(of: $0, mapTiles: mapTiles) } : nil
        )
        try await server.run()
    }

    /// A proxy before several servers asks about each second whether they are ready.
    private var defaultDrainSeconds: Int {
        get throws {
            if case .postgres = try ServerDatabaseLocation(database) { 5 } else { 0 }
        }
    }

    /// What opens the database.
    private func open() throws -> ServerDatabase.Open {
        switch try ServerDatabaseLocation(database) {
        case .file:
            return ServerDatabase.sqlite
        case .postgres(let url):
            // Other users cannot read it: see ``FileAccess/restrictNewFiles()``.
            try FileManager.default.createDirectory(
                atPath: localFiles,
                withIntermediateDirectories: true
            )
            return ServerDatabase.postgres(url, localPath: localFiles + "/server")
        }
    }

    private static func report(
        port: Int,
        _ scheme: String,
        _ host: String,
        hasPages: Bool,
        isJSON: Bool
    ) {
        let url = "\(scheme)://\(host):\(port)"
        if isJSON {
            Console.json("{\"url\":\"\(url)\"}")
        } else {
            Console.text("Serving on \(url). Stop the server with Ctrl-C.")
            if hasPages { Console.text("Open it in a browser to see the pages.") }
        }
        // A program that waits for this line reads it through a pipe. The server runs also
        // when the line cannot be written.
        try? Console.flush()
    }
}
