import ArgumentParser
import Foundation
import SimulationKit
import SwiftUI
import TrendyAppSupport
import TrendyPhoneApp
import TrendySimulation

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

    @Option(help: "The number of phones, from 1 to 4.")
    var phones = 2

    @Option(help: "The seed of every random number of the session.")
    var seed: UInt64 = 1

    @Option(help: "Write the session to this file as a script.", completion: .file())
    var record: String?

    @Option(help: "Perform the script of a recorded session, which needs the same seed.")
    var script: String?

    @Option(help: "Virtual seconds for one real second, from 0 to 3600.")
    var speed = 1.0

    @Option(
        help: "The directory of the app's string catalogs.",
        completion: .directory
    )
    var catalogs = "Apps/iOS/Resources"

    func validate() throws {
        guard (1...4).contains(phones) else {
            throw ValidationError("--phones takes 1 to 4.")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes 0 to 65535.")
        }
        guard Pace.speeds.contains(speed) else {
            throw ValidationError("--speed takes 0 to 3600.")
        }
    }

    func run() async throws {
        let lines = try script.map { try Recording.read($0) } ?? []
        let recording = try record.map { try Recording(path: $0) }
        let pace = PacedSimulation()
        let hubs = WorldSession.Hubs(screens: (0..<phones).map { _ in ScreenHub() })
        let strings = StringCatalogs(directory: catalogs)
        if strings.isEmpty { print("\(catalogs) has no string catalogs: all texts are English.") }
        strings.install()
        let running = RunningWorld(strings)
        let (failures, failure) = AsyncStream.makeStream(of: String?.self)
        pace.start(seed: seed) { simulation in
            try await running.run(simulation, pace: pace, hubs: hubs, script: lines)
        } onEnd: {
            failure.yield($0)
        }
        pace.setSpeed(speed)
        let session = PhoneServerSession(pace: pace, recording: recording) {
            try running.perform($0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [port] in
                let server = PhoneServer(session: session, hubs: hubs)
                try await server.run(port: port) {
                    let line = "The phones are at http://127.0.0.1:\($0). Ctrl-C ends them.\n"
                    // Not buffered, as a print into a pipe is.
                    FileHandle.standardOutput.write(Data(line.utf8))
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
}

/// The world once it runs, for commands.
@MainActor
private final class RunningWorld {
    private var session: WorldSession?
    private let catalogs: StringCatalogs

    nonisolated init(_ catalogs: StringCatalogs) {
        self.catalogs = catalogs
    }

    func run(
        _ simulation: Simulation,
        pace: PacedSimulation,
        hubs: WorldSession.Hubs,
        script: [Recording.Line]
    ) async throws {
        let session = WorldSession(
            PhoneWorld(simulation),
            pace: pace,
            hubs: hubs,
            catalogs: catalogs
        )
        try await session.start { AnyView(RootView(app: $0)) }
        self.session = session
        for line in script {
            simulation.after(.milliseconds(line.at) - simulation.now) {
                MainActor.assumeIsolated {
                    // As on the page, a command that is not possible changes nothing.
                    try? session.perform(line.command)
                }
            }
        }
        try await session.run()
    }

    func perform(_ command: WorldCommand) throws {
        guard let session else { throw CommandError(message: "The phones are starting.") }
        try session.perform(command)
    }
}
