import ArgumentParser
import Foundation
import Logging
import TrendyKit
import TrendyModel
import TrendyServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run a server on one database file.",
        discussion: """
            The file is made when it does not exist. It holds the keys that sessions are signed \
            with, so keep it, and its backups, as private as the data.

            SIGTERM and SIGINT stop the server: requests in flight may end until \
            --shutdown-timeout, what is left is cut off and counted in the log, and the file is \
            closed. The exit status is 0 either way.

            Without --tls-certificate the server speaks plain HTTP. Give a certificate, or put a \
            proxy that speaks TLS before the server, when it is to be reached from elsewhere. \
            Name the proxy with --trusted-proxy, so that limits per client count clients, not the \
            proxy.
            """
    )

    @Option(help: ArgumentHelp("The database's file.", valueName: "file"))
    var database = "trendy-server.sqlite"

    @Flag(
        help: """
            The file was put back from a backup: devices read everything anew and bring what it \
            lacks. For the first start after that only.
            """
    )
    var restored = false

    @Option(
        help: ArgumentHelp(
            "The oldest version of the contract to serve; older apps are asked to update.",
            valueName: "version"
        )
    )
    var minimumContract = 1

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "The certificate of TLS and those of its authorities, PEM; reloaded when it changes.",
            valueName: "file"
        )
    )
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file")
    )
    var key: String?

    @Option(help: "The connections held at once; further clients wait.")
    var maxConnections = ConnectionLimits().connections

    @Option(
        help: """
            The connections held at once for one address (an IPv6 /64 is one); further ones are \
            closed. This machine's own addresses and trusted proxies are exempt.
            """
    )
    var maxConnectionsPerAddress = ConnectionLimits().connectionsPerAddress

    @Option(
        help: ArgumentHelp(
            """
            The address of a proxy before the server; the last address of its X-Forwarded-For \
            that is not a trusted proxy's is the client's. May be given several times.
            """,
            valueName: "address"
        )
    )
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time that requests in flight have to end after SIGTERM or SIGINT.",
            valueName: "seconds"
        )
    )
    var shutdownTimeout = 10

    @Option(
        help: ArgumentHelp(
            """
            Who may create an account: open (whoever reaches the server), invite (holders of an \
            invite of 'trendy server invite'), or closed (only 'trendy server user add').
            """,
            valueName: "policy"
        )
    )
    var signup = SignUpPolicy.open.rawValue

    @Option(help: "The entities that one account may hold.")
    var maxEntities = AccountQuota().entities

    @Option(help: "The megabytes of content that one account may hold.")
    var maxMegabytes = AccountQuota().bytes >> 20

    @Option(help: "How messages are logged: text, or json with one object a line.")
    var logFormat = "text"

    @Option(help: "The least important messages to log: debug, info, warning or error.")
    var logLevel = "info"

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535.")
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
        if let name = trustedProxy.first(where: { IPAddress($0) == nil }) {
            throw ValidationError(
                "--trusted-proxy takes an IPv4 or IPv6 address, and \(name) is none."
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
        // Nothing that the server makes is for other users of the machine.
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
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: dependencies,
            logger: logger
        ) { port in
            let url = "\(scheme)://\(host):\(port)"
            if isJSON {
                Console.json("{\"url\":\"\(url)\"}")
            } else {
                Console.text("Trendy serves on \(url). Stop it with Ctrl-C.")
            }
            // Whoever waits for the line must see it at once, also through a pipe.
            // One who does not read it is served all the same.
            try? Console.flush()
        }
        try await server.run()
    }
}
