import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import SwiftUI
import Synchronization
import Testing
import TrendyAppSupport
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyServer
import TrendySync

@testable import TrendyPhoneApp

/// A simulated phone with the app on it: real adapters, engine and database in a temporary directory.
///
/// Without a server the network is off. All times are those of ``clock``.
@MainActor
final class PhoneWorld {
    let phone: Phone
    let clock: WorldClock
    let directory: String
    let internet = Internet()
    /// The address of the server; `nil` without one.
    let server: String?
    /// The running app; replaced by ``launch(locked:)``.
    private(set) var app: TrendyApp
    private var hosts: [ViewHost] = []

    private init(directory: String, server: String?, now: String) {
        self.directory = directory
        self.server = server
        clock = WorldClock(now)
        phone = Phone(
            timeline: WorldTimeline(clock: clock),
            randomness: SeededRandomness(seed: 1)
        )
        // A busy machine must not run out of launch time.
        phone.launchRuntime = .seconds(600)
        phone.backgroundRuntime = .seconds(600)
        phone.backgroundTasks.permittedIdentifiers = Set(BackgroundPolicy.identifiers)
        phone.network = server == nil ? .none : .wiFi
        internet.isCut = server == nil
        app = Self.start(phone, clock, directory, server, internet)
    }

    /// Runs `body` with the app launched and on the screen.
    ///
    /// - `withServer`: whether a real server on loopback runs meanwhile.
    /// - `now`: the time, RFC 3339.
    static func run(
        withServer: Bool = false,
        now: String = "2026-01-15T14:30:00Z",
        _ body: @MainActor (PhoneWorld) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/phone-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        guard withServer else { return try await run(directory, nil, now, body) }
        try await LoopbackServer.run(directory) { address in
            try await run(directory, address, now, body)
        }
    }

    private static func run(
        _ directory: String,
        _ server: String?,
        _ now: String,
        _ body: @MainActor (PhoneWorld) async throws -> Void
    ) async throws {
        let world = PhoneWorld(directory: directory, server: server, now: now)
        let result: Result<Void, any Error>
        do {
            result = .success(try await world.phone.run { try await body(world) })
        } catch {
            result = .failure(error)
        }
        await world.end()
        try result.get()
    }

    /// Launches the app again, after iOS or the person has ended it.
    ///
    /// - `prepare`: changes files or the phone while no process runs.
    func relaunch(_ prepare: () throws -> Void = {}) async throws {
        phone.forceQuit()
        await end()
        try prepare()
        app = Self.start(phone, clock, directory, server, internet)
    }

    private static func start(
        _ phone: Phone,
        _ clock: WorldClock,
        _ directory: String,
        _ server: String?,
        _ internet: Internet
    ) -> TrendyApp {
        phone.launch(.user)
        let app = phone.run {
            var platform = AppPlatform.live(
                server: server,
                directory: URL(filePath: directory + "/files"),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            platform.dependencies = Dependencies(
                wallClock: clock,
                random: SystemRandomSource(),
                ids: UUIDv7Source(clock: clock, random: SystemRandomSource()),
                clock: ContinuousClock()
            )
            platform.keyValues = FileKeyValueStore(directory: directory + "/values")
            platform.makeExchange = { [internet] _ in internet.exchange() }
            let app = TrendyApp(platform)
            app.start()
            return app
        }
        phone.finishLaunching()
        return app
    }

    /// Shows the app as a person sees it.
    func show(locale: String = "en_GB") -> ViewHost {
        let host = ViewHost(RootView(app: app)) { environment in
            environment.locale = Locale(identifier: locale)
            environment.timeZone = .gmt
            environment.simulatedUserLocation = { [location = phone.location] in
                location.visiblePosition
            }
        }
        hosts.append(host)
        return host
    }

    private func end() async {
        for host in hosts { host.removeView() }
        hosts = []
        await app.stop()
    }
}
