import Foundation
import HTTPTypes
import HealthKit
import Logging
import Observation
import ServiceLifecycle
import SimulatedAppServices
import SimulatedHealthKit
import SimulatedNetwork
import SimulatedPhone
import Synchronization
import Testing
import TrendyAppSupport
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWire

/// A real server on loopback, and simulated phones whose app embeds Trendy.
@MainActor
final class AppWorld {
    let directory: URL
    let server: String
    private var phones: [AppPhone] = []

    private init(directory: URL, server: String) {
        self.directory = directory
        self.server = server
    }

    /// Runs a server while `body` runs.
    static func run(_ body: @MainActor (AppWorld) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }  // it is temporary
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try await TrendyServerApplication(
            configuration: ServerConfiguration(
                databasePath: directory.path + "/server.sqlite",
                port: 0
            ),
            dependencies: .live(),
            logger: logger
        ) { port.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: service)], logger: logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            let world = AppWorld(directory: directory, server: "http://127.0.0.1:\(number)")
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(world))
            } catch {
                result = .failure(error)
            }
            for phone in world.phones { await phone.end() }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }

    /// A phone on which the app is not running yet.
    func phone(_ name: String) -> AppPhone {
        let phone = AppPhone(directory: directory.path + "/\(name)", server: server)
        phones.append(phone)
        return phone
    }
}

/// A simulated phone and its app.
@MainActor
final class AppPhone {
    let phone = Phone(timeline: MainQueueTimeline(), randomness: SeededRandomness(seed: 1))
    let directory: String
    let internet = Internet()
    private let server: String
    private var running: TrendyApp?

    init(directory: String, server: String) {
        self.directory = directory
        self.server = server
        // A busy machine must not run out of launch time.
        phone.launchRuntime = .seconds(600)
        phone.backgroundRuntime = .seconds(600)
        phone.application.behavior.backgroundTaskRuntime = .seconds(600)
        phone.backgroundTasks.permittedIdentifiers = Set(BackgroundPolicy.identifiers)
        phone.health.behavior.observerDelay = .zero
        phone.health.setReadAuthorization(.allowed, for: HKQuantityType(.stepCount))
    }

    /// Starts the app as an app delegate does.
    func launch(_ reason: LaunchReason = .user) -> TrendyApp {
        phone.launch(reason)
        let app = phone.run {
            var platform = AppPlatform.live(
                server: server,
                directory: URL(filePath: directory),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            platform.keyValues = FileKeyValueStore(directory: directory + "/values")
            platform.makeExchange = { [internet] _ in internet.exchange() }
            // A screen starts the monitor in a task of its own, which does not know the phone.
            platform.services.network = SystemNetworkMonitor { [phone] in
                phone.run { NWPathMonitor() }
            }
            let app = TrendyApp(platform)
            app.start()
            return app
        }
        phone.finishLaunching()
        running = app
        return app
    }

    /// The person swipes the app away.
    func forceQuit() async {
        phone.forceQuit()
        await end()
    }

    /// The app enters the foreground.
    func enterForeground() {
        phone.run { phone.launch(.user) }
    }

    /// Whether the network is available.
    var isOnline: Bool {
        get { !internet.isCut }
        set {
            internet.isCut = !newValue
            phone.network = newValue ? .wiFi : .none
        }
    }

    /// The app enters the background; returns when it is suspended.
    func leave() async {
        phone.leavingRuntime = .milliseconds(1)
        await untilSuspended { phone.enterBackground() }
    }

    /// Runs a closure and waits until the app is suspended after it.
    func untilSuspended(_ act: () -> Void) async {
        let (changes, change) = AsyncStream.makeStream(of: AppProcess.self)
        phone.onProcessChange = { change.yield($0) }
        act()
        for await process in changes where !process.isRunning { break }
        #expect(phone.process == .suspended, "\(phone.faults)")
        phone.onProcessChange = nil
    }

    func end() async {
        await running?.stop()
        running = nil
    }

    /// Records steps from a moment ago.
    func walk(_ count: Double) {
        let start = Date().addingTimeInterval(-60)
        phone.health.add(
            phone.health.quantity(
                .stepCount,
                count,
                .count(),
                from: start,
                to: start.addingTimeInterval(30),
                source: .iPhone()
            )
        )
    }

    /// The names of the accounts' databases.
    var databases: Set<String> {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            return Set(names.filter { $0.hasSuffix(".sqlite") })
        }
    }
}

/// A phone's connection to the server, which a test can interrupt.
final class Internet: Sendable {
    private struct State {
        var isCut = false
        var paths: [String] = []
    }

    private let state = Mutex(State())

    var isCut: Bool {
        get { state.withLock(\.isCut) }
        set { state.withLock { $0.isCut = newValue } }
    }

    /// The paths of the requests, in order.
    var paths: [String] { state.withLock(\.paths) }

    func exchange() -> any HTTPExchange { Exchange(internet: self) }

    private struct Exchange: HTTPExchange {
        let internet: Internet
        let base = URLSessionExchange()

        func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
            let isCut = internet.state.withLock { state in
                state.paths.append(request.path ?? "")
                return state.isCut
            }
            if isCut { throw ServerUnreachable(reason: .closed) }
            return try await base.send(request, body: body)
        }

        func shutdown() async throws { try await base.shutdown() }
    }
}

/// Waits until an observable condition holds.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}

extension TrendyApp {
    /// The titles of the timeline's rows, newest first.
    var titles: [String] { models?.timeline.sections.flatMap(\.rows).map(\.title) ?? [] }

    /// Shows the timeline and the sync status while `body` runs.
    func showing(_ body: () async throws -> Void) async throws {
        let models = try #require(models)
        let screens = [
            Task { await models.timeline.run() }, Task { await models.sync.run() },
        ]
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        for screen in screens { screen.cancel() }
        for screen in screens { await screen.value }
        try result.get()
    }

    /// Completes the onboarding; with an email, signs up, else skips the sign-in.
    func getThroughOnboarding(email: String? = nil) async {
        await until { router.route != .loading }
        while let step = onboarding.step {
            switch step {
            case .signIn where email != nil:
                await signUp(email ?? "")
            case .firstEventType: await onboarding.choose(name: "Coffee")
            case .firstEvent: await onboarding.recordFirstEvent()
            default: onboarding.proceed()
            }
            await until { router.route != .loading }
            // Otherwise a failed step would loop forever and block the main actor.
            guard onboarding.step != step else {
                let message = auth.errorMessage ?? onboarding.errorMessage ?? "no error"
                Issue.record("The onboarding stays at \(step): \(message)")
                return
            }
        }
    }

    func signUp(_ email: String) async {
        (auth.email, auth.password) = (email, "long enough")
        await auth.signUp()
    }

    func signIn(_ email: String) async {
        (auth.email, auth.password) = (email, "long enough")
        await auth.signIn()
    }

    /// Whether the status screen shows no pending changes.
    var hasSentEverything: Bool { models?.sync.status?.queue.pending == 0 }
}
