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
            with, so keep it, and its backups, as private as the data. SIGTERM and SIGINT end \
            requests in flight and close the file. The server speaks plain HTTP: put a proxy that \
            speaks TLS before it when it is to be reached from elsewhere.
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

    @Option(help: "The least important messages to log: debug, info, warning or error.")
    var logLevel = "info"

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535.")
        }
        guard Logger.Level(rawValue: logLevel) != nil else {
            throw ValidationError("--log-level takes debug, info, warning or error.")
        }
    }

    func run() async throws {
        // Nothing that the server makes is for other users of the machine.
        FileAccess.restrictNewFiles()
        var logger = Logger(label: "trendy.server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .info
        let isJSON = output.json
        let host = host
        let server = try await TrendyServerApplication(
            configuration: ServerConfiguration(
                databasePath: database,
                isRestored: restored,
                minimumContract: minimumContract,
                host: host,
                port: port
            ),
            dependencies: .live(),
            logger: logger
        ) { port in
            let url = "http://\(host):\(port)"
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
