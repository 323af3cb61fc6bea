import CoreLocation
import Foundation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import SwiftUI
import TrendyAppSupport
import TrendySimulation

/// The world behind the page: performs commands and reports its state.
///
/// It belongs to the simulation's thread.
@MainActor
final class WorldSession {
    let world: PhoneWorld
    private(set) var phones: [PhoneSession] = []
    private let pace: PacedSimulation
    private let hubs: Hubs
    private let catalogs: StringCatalogs
    private var speed: Double
    /// The wait between two reports.
    private var pause: Task<Void, any Error>?
    /// Whether the pause ended early, as for another speed.
    private var isPauseCut = false

    /// The time from the beginning to 8:00 in Berlin, when the person gets up.
    private static let morning = Duration.seconds(7 * 3_600)

    /// The streams of the page.
    struct Hubs: Sendable {
        let world = ScreenHub()
        let screens: [ScreenHub]
    }

    init(
        _ world: PhoneWorld,
        pace: PacedSimulation,
        hubs: Hubs,
        catalogs: StringCatalogs,
        speed: Double
    ) {
        self.speed = speed
        self.catalogs = catalogs
        self.world = world
        self.pace = pace
        self.hubs = hubs
    }

    /// Starts the server and the phones, and opens the app on the first.
    func start(root: @escaping @MainActor (TrendyApp) -> AnyView) async throws {
        pace.skip(Self.morning)
        try await world.start(phones: hubs.screens.count)
        try await world.sleep(for: Self.morning)
        phones = zip(world.handsets, hubs.screens).map { handset, hub in
            PhoneSession(handset, catalogs: catalogs, root: root) { [pace] screen in
                pace.deliver { hub.publish(screen) }
            }
        }
        for session in phones {
            let phone = session.handset.phone
            session.handset.asksPerson = true
            phone.location.regionRecords = []
            phone.location.promptDecision = .ignore
            phone.location.alwaysDecision = .ignore
            phone.location.place(at: CLLocationCoordinate2D(latitude: 52.5200, longitude: 13.4050))
            phone.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
            phone.onFault = { [unowned self] fault in
                MainActor.assumeIsolated { session.note("Fault: \(fault)", at: world.date) }
            }
        }
    }

    /// Performs a command.
    ///
    /// - Throws: ``CommandError`` that says why it is not possible.
    func perform(_ command: WorldCommand) throws {
        if let index = command.phone {
            guard phones.indices.contains(index) else {
                throw CommandError(message: "There is no phone \(index).")
            }
            let session = phones[index]
            try perform(command, on: session)
            if command.action != .act {
                session.note(Self.description(of: command), at: world.date)
            }
        } else {
            try performOnWorld(command)
        }
        publish()
    }

    /// Performs a command of a script.
    ///
    /// A command that is not possible changes nothing, as on the page, and is noted in the log.
    func performScripted(_ command: WorldCommand) {
        do {
            try perform(command)
        } catch {
            let index = command.phone ?? 0
            if phones.indices.contains(index) {
                phones[index].note("Not possible: \(error)", at: world.date)
            }
        }
    }

    private func performOnWorld(_ command: WorldCommand) throws {
        switch command.action {
        case .speed:
            speed = min(max(command.number ?? 1, Pace.speeds.lowerBound), Pace.speeds.upperBound)
            pace.setSpeed(speed)
            // Its length is that of the speed before.
            isPauseCut = pause != nil
            pause?.cancel()
        case .skip: pace.skip(.seconds(min(max(command.number ?? 0, 0), 7 * 86_400)))
        case .tonight: pace.skip(.seconds(timeUntilTonight))
        case .server:
            if command.flag == true {
                Task { try await world.startServer() }
            } else {
                world.stopServer()
            }
        default: throw CommandError(message: "\(command.action.rawValue) needs a phone.")
        }
    }

    /// The seconds until the next 23:00 on the first phone.
    private var timeUntilTonight: Double {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = phones.first?.handset.phone.timeZone ?? .gmt
        let night = calendar.nextDate(
            after: world.date,
            matching: DateComponents(hour: 23),
            matchingPolicy: .nextTime
        )
        return night?.timeIntervalSince(world.date) ?? 0
    }

    /// Sets the language of all phones; an app that runs ends, as on iOS.
    func setLanguage(_ language: String) {
        catalogs.language = language
        for session in phones {
            var display = session.display
            display.language = language
            session.setDisplay(display)
        }
    }

    /// Draws what changed and reports the state.
    func publish() {
        for session in phones { session.drawIfNeeded() }
        let state = WorldState(
            date: world.date,
            speed: speed,
            isServerUp: world.isServerUp,
            phones: phones.map(\.state)
        )
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        // Encoding texts and finite numbers cannot fail.
        guard let json = try? encoder.encode(state) else { return }
        let text = String(decoding: json, as: UTF8.self)
        pace.deliver { [hubs] in hubs.world.publish(text) }
    }

    /// Reports what changes on its own, until the session ends.
    func run() async throws {
        while true {
            for session in phones { await session.readQueue() }
            publish()
            let pause = Task { [world, speed] in try await world.sleepBriefly(speed: speed) }
            self.pause = pause
            do {
                try await pause.value
            } catch {
                guard isPauseCut else { throw error }
                isPauseCut = false
            }
        }
    }

    private static func description(of command: WorldCommand) -> String {
        let values = [
            command.target, command.text.map { $0.count > 40 ? "a file" : $0 },
            command.number.map { "\($0)" }, command.flag.map { $0 ? "on" : "off" },
        ]
        return ([command.action.rawValue] + values.compactMap(\.self)).joined(separator: " ")
    }
}
