import ArgumentParser
import Foundation
import NIOCore

/// Shows simulated phones that run the real app, in a browser.
@main
struct TrendyPhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trendy-phone",
        abstract: "Shows simulated iPhones that run the Trendy app, in a browser.",
        discussion: """
            The page shows each phone's screen and, beside it, its world: walk on a map, add health \
            data, lock, kill or disconnect the phone, revoke permissions, change the clock. The \
            phones sync with each other through a server of their own. Nothing leaves this machine.
            """
    )

    @Option(help: "The port of the page on 127.0.0.1; 0 takes a free one.")
    var port = 8377

    @Option(help: "The number of phones, from 1 to 4 (default: 2, or as recorded).")
    var phones: Int?

    @Option(
        help: "The seed of every random number of the session (default: 1, or as recorded)."
    )
    var seed: UInt64?

    @Option(help: "Write the session to this file as a script.", completion: .file())
    var record: String?

    @Option(
        help: "Perform the script of a recorded session, then go on.",
        completion: .file()
    )
    var script: String?

    @Option(
        help: "Virtual seconds for one real second, 0 to 3600 (default: 1, or as recorded)."
    )
    var speed: Double?

    @Option(
        help: "The directory of the app's string catalogs.",
        completion: .directory
    )
    var catalogs = "Apps/iOS/Resources"

    func validate() throws {
        guard Script.phoneCounts.contains(phones ?? 1) else {
            throw ValidationError("--phones takes 1 to 4.")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes 0 to 65535.")
        }
        guard Pace.speeds.contains(speed ?? 1) else {
            throw ValidationError("--speed takes 0 to 3600.")
        }
    }

    func run() async throws {
        let played = try script.map { try Script(path: $0) }
        let header = try header(of: played)
        let recording = try record.map { try Recording(path: $0, header) }
        let pace = PacedSimulation()
        let hubs = WorldSession.Hubs(screens: (0..<header.phones).map { _ in ScreenHub() })
        let strings = StringCatalogs(directory: catalogs)
        if strings.isEmpty { print("\(catalogs) has no string catalogs: all texts are English.") }
        strings.install()
        let running = RunningWorld(strings, speed: header.speed)
        let (failures, failure) = AsyncStream.makeStream(of: String?.self)
        pace.start(seed: header.seed) { simulation in
            try await running.run(simulation, pace: pace, hubs: hubs, script: played?.lines ?? [])
        } onEnd: {
            failure.yield($0)
        }
        pace.setSpeed(header.speed)
        let port = PhoneServerSession(pace: pace, world: running, recording: recording)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [number = self.port] in
                let server = PhoneServer(port: port, hubs: hubs)
                do {
                    try await server.run(on: number) {
                        let line = "The phones are at http://127.0.0.1:\($0). Ctrl-C ends them.\n"
                        // Not buffered, as a print into a pipe is.
                        FileHandle.standardOutput.write(Data(line.utf8))
                    }
                } catch let error as IOError where error.errnoCode == EADDRINUSE {
                    throw CommandError(
                        message: "Port \(number) is in use. Choose another with --port, or 0."
                    )
                }
            }
            group.addTask {
                for await failure in failures {
                    throw CommandError(message: failure ?? "The simulation has ended.")
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// What decides the session: the options, or what a script says.
    ///
    /// - Throws: ``CommandError`` if both say something and they differ.
    private func header(of script: Script?) throws -> Script.Header {
        guard let recorded = script?.header else {
            return Script.Header(seed: seed ?? 1, phones: phones ?? 2, speed: speed ?? 1)
        }
        let isOther =
            recorded.seed != seed ?? recorded.seed || recorded.phones != phones ?? recorded.phones
            || recorded.speed != speed ?? recorded.speed
        guard !isOther else {
            throw CommandError(
                message: """
                    The script was recorded with --seed \(recorded.seed) --phones \
                    \(recorded.phones) --speed \(recorded.speed). Leave these options out.
                    """
            )
        }
        return recorded
    }
}
