import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TrendyFixture
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWebHost
import TrendyWire

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Demonstrate an import on device A and its sync to device B.",
        discussion: """
            Examples:
              trendy demo
              trendy demo --export export.zip --directory /tmp/demo

            Creates a server and two devices in a directory, and prints the commands to continue \
            with. In a terminal it then serves the web pages until Ctrl-C. Delete the directory to \
            remove everything.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Your own export of Apple Health (default: a generated one).",
            valueName: "path"
        )
    )
    var export: String?

    @Option(
        help: ArgumentHelp(
            "The directory for the server and the devices; an earlier demo in it is replaced.",
            valueName: "directory"
        )
    )
    var directory = "demo"

    @Flag(
        inversion: .prefixedNo,
        help: "Go on serving the pages until Ctrl-C (default: in a terminal)."
    )
    var serve: Bool?

    @OptionGroup var zone: ZoneOptions

    func run() async throws {
        let demo = try Demo(directory: directory, zone: zone)
        let serves = serve ?? Stream.standardOutput.isTerminal
        let file = try demo.exportFile(export)
        let (port, ports) = AsyncStream.makeStream(of: Int.self)
        let server = try await TrendyServerApplication(
            configuration: ServerConfiguration(databasePath: demo.database, port: 0),
            dependencies: .live(),
            logger: demo.logger,
            onListening: { ports.yield($0) },
            pages: { try ServerSite.pages(of: $0) }
        )
        let services = ServiceGroup(
            configuration: .init(services: [.init(service: server)], logger: demo.logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ports.finish() }
                try await services.run()
            }
            for await port in port {
                let address = "http://127.0.0.1:\(port)"
                try await demo.show(export: file, server: address)
                demo.printNextStep()
                if serves {
                    demo.printPages(address)
                    // Ctrl-C stops the server, which ends the sequence of ports.
                    continue
                }
                break
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}

/// The steps of the demonstration.
struct Demo {
    private static let password = "correct horse battery staple"
    private static let email = "demo@trendy.example"
    private static let marker = "trendy-demo"

    let directory: String
    let zone: ZoneOptions
    let logger: Logger

    var database: String { directory + "/server.sqlite" }
    private var deviceA: String { directory + "/device-a" }
    private var deviceB: String { directory + "/device-b" }

    init(directory: String, zone: ZoneOptions) throws {
        self.directory = directory
        self.zone = zone
        var logger = Logger(label: "trendy.server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        self.logger = logger
        let files = FileManager.default
        let marker = directory + "/" + Self.marker
        if files.fileExists(atPath: directory) {
            // Only the directory of an earlier demo is replaced.
            guard files.fileExists(atPath: marker) else {
                throw CommandFailure(
                    code: EX_CANTCREAT,
                    message: "\(directory) exists and is not a demo. Give another --directory."
                )
            }
            try files.removeItem(atPath: directory)
        }
        do {
            try files.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try Data().write(to: URL(fileURLWithPath: marker))
        } catch {
            throw CommandFailure(
                code: EX_CANTCREAT,
                message: "\(directory) cannot be created. Give another --directory."
            )
        }
    }

    /// The export to import: the given one, or a generated one of 90 days.
    func exportFile(_ own: String?) throws -> String {
        if let own { return own }
        heading("An export of Apple Health")
        let path = directory + "/export.zip"
        let summary = try FixtureGenerator(FixtureOptions(seed: 7, zone: exportZone)).write(
            to: path,
            expectedTotalsPath: path + ".truth.json"
        ) { _, _ in }
        Console.text(
            "Generated \(path): \(summary.days) days of an iPhone, a Watch and an app, "
                + "\(summary.records) records, \(summary.workouts) workouts."
        )
        return path
    }

    private var exportZone: TimeZone { zone.zone }

    func show(export: String, server: String) async throws {
        try await signIn(deviceA, server: server, isNew: true)
        heading("Device A imports it")
        let clock = SystemWallClock()
        try await Device.with(deviceA) { device in
            let bar = ProgressBar(isQuiet: false)
            let startedAt = clock.now()
            let result = try await importExport(
                export,
                strict: false,
                verify: false,
                zone: zone.zone,
                into: device.engine.store,
                bar: bar
            )
            bar.clear()
            result.describe()
            try await report("Imported", since: startedAt, device)
        }
        heading("Device A syncs with the server at \(server)")
        let digestA = try await sync(deviceA)
        heading("Device B signs in without any data")
        try await signIn(deviceB, server: server, isNew: false)
        let digestB = try await sync(deviceB)
        heading("The last days on device B")
        try await Device.with(deviceB) { device in
            let days = try await device.engine.summarizeDays(in: ZoneHistory(zone.zone)).latest(10)
            try printDays(days, OutputOptions.parse(["--no-pager"]))
        }
        heading("Device A, device B and the server compared")
        var table = Table(["", .right("Entities"), "Digest"])
        table.add(["Device A", String(digestA.device.count), digestA.device.hexDigest])
        table.add(["Device B", String(digestB.device.count), digestB.device.hexDigest])
        table.add(["Server", String(digestB.server.count), digestB.server.hexDigest])
        Console.text(table.text)
        guard digestA.agrees, digestB.agrees, digestA.device == digestB.device else {
            throw CommandFailure(
                code: 1,
                message: "The digests differ. This is a defect; please report it."
            )
        }
        Console.text(Style.good.paint("All three hold the same."))
    }

    private func signIn(_ directory: String, server: String, isNew: Bool) async throws {
        let dependencies = Dependencies.live()
        let client = AccountClient(
            address: try ServerAddress.parse(server),
            wallClock: dependencies.wallClock
        )
        let credentials = Credentials(email: Self.email, password: Self.password)
        let session =
            isNew ? try await client.signUp(credentials) : try await client.signIn(credentials)
        try await Profile(directory: directory).signIn(
            session,
            server: server,
            dependencies: dependencies
        )
        try await client.shutdown()
    }

    private func sync(_ directory: String) async throws -> DriftRepair.Comparison {
        let bar = ProgressBar(isQuiet: false)
        let clock = SystemWallClock()
        return try await Device.with(directory, onProgress: { bar.show($0) }) { device in
            let before = try await device.engine.status().queue.pending
            let startedAt = clock.now()
            let result = try await device.sync()
            bar.clear()
            if let count = result.bootstrapped, count > 0 {
                Console.text("Read the whole account: \(count) entities.")
            }
            if before > 0 {
                Console.text("\(before) changes were pending; \(result.pushed) are synced.")
            }
            try await report("Synced", since: startedAt, device)
            guard let transport = device.transport else {
                throw CommandFailure(code: EX_NOPERM, message: "The device is not signed in.")
            }
            return try await DriftRepair(store: device.engine.store, transport: transport)
                .compare()
        }
    }

    private func report(_ what: String, since start: Instant, _ device: Device) async throws {
        let seconds = Double((SystemWallClock().now() - start).wholeMilliseconds) / 1000
        let status = try await device.engine.status()
        let time = String(format: "%.1f", seconds)
        Console.text("\(what) in \(time) s. \(status.text)")
    }

    func printNextStep() {
        heading("Next steps")
        // As the person typed it, so that the commands can be copied.
        let trendy = CommandLine.arguments.first ?? "trendy"
        Console.text(
            """
            The server and both devices are in \(directory)/. To start the server after the demonstration:
              \(trendy) serve --database \(database) --port 8080 &
            Sign a device in (the password is '\(Self.password)'):
              export TRENDY_PASSWORD='\(Self.password)'
              \(trendy) login --profile \(deviceA) --server http://127.0.0.1:8080 \
            --email \(Self.email)
            Then:
              \(trendy) log Coffee --profile \(deviceA)
              \(trendy) sync --profile \(deviceA)
              \(trendy) events --daily --profile \(deviceB)
              \(trendy) --help
            The server's address opens the pages in a browser: sign in as \(Self.email) with the \
            password. 'trendy web --profile \(deviceB)' shows those of device B, also offline.
            """
        )
    }

    /// Says where the pages are that the demonstration goes on serving.
    func printPages(_ address: String) {
        heading("The pages")
        Console.text(
            """
            Open \(address) in a browser and sign in:
              E-mail:   \(Self.email)
              Password: \(Self.password)
            Both devices are on the page "Devices and sync". Ctrl-C ends the demonstration.
            """
        )
        try? Console.flush()
    }

    private func heading(_ text: DisplayText) {
        Console.text("\n" + Style.bold.paint(text))
    }
}
