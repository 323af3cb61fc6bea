import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyWeb
import TrendyWebHost
import TrendyWire
import UnixSignals

struct WebCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Show this device's data in a browser.",
        discussion: """
            Examples:
              trendy web
              trendy web --port 8090 --no-open

            Serves pages on this machine only, and opens them by a link that works once. The pages \
            show the data of the profile, also without a network; signed in, they sync while they \
            are served. Ctrl-C ends them.
            """
    )

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 0

    @Flag(inversion: .prefixedNo, help: "Open the pages in the browser.")
    var open = true

    @OptionGroup var map: MapTileOptions

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535.")
        }
    }

    func run() async throws {
        try await Device.with(device.directory) { opened in
            let dependencies = Dependencies.live()
            var logger = Logger(label: "trendy.web") { StreamLogHandler.standardError(label: $0) }
            logger.logLevel = .warning
            let imports = try ImportSpools(
                directory: device.directory + "/uploads",
                dependencies: dependencies
            )
            let engine = opened.engine
            let access = DeviceAccess(
                engine: engine,
                email: opened.profile.file.account?.email,
                imports: try imports.spool(
                    account: opened.profile.file.account.map { "\($0.id)" } ?? "local",
                    samples: device.directory
                ) { (engine, ()) },
                samples: ArchivedSamples(directory: device.directory),
                dependencies: dependencies
            )
            let application = WebApplication(
                access: access,
                mapTiles: try map.server(),
                dependencies: dependencies,
                logger: logger
            )
            let (isJSON, opens) = (device.output.json, open)
            let server = LoopbackServer(
                port: port,
                responder: WebResponder(application),
                dependencies: dependencies,
                logger: logger
            ) { port in
                let url = "http://127.0.0.1:\(port)\(access.link?.text ?? "/")"
                if isJSON {
                    Console.json("{\"url\":\"\(url)\"}")
                } else {
                    Console.text("Open \(url) in a browser of this machine. The link works once.")
                    Console.text("Ctrl-C ends the pages.")
                }
                // A program that waits for this line reads it through a pipe.
                try? Console.flush()
                if opens, !isJSON { Browser.open(url) }
            }
            try await serve(server, imports, syncing: engine, logger)
        }
    }

    private func serve(
        _ server: LoopbackServer,
        _ imports: ImportSpools,
        syncing engine: TrendyEngine,
        _ logger: Logger
    ) async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [server, imports],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await engine.syncContinuously() }
            try await group.run()
            tasks.cancelAll()
        }
    }
}
