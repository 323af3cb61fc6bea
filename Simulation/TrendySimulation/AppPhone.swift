import BackgroundTasks
import Foundation
import HTTPTypes
import PhoneFoundation
import SimulatedAppServices
import SimulatedPhone
import SimulationKit
import TrendyAppSupport
import TrendyApple
import TrendyKit
import TrendyModel
import UIKit

import struct FoundationNetworking.URLRequest

/// A phone that runs the whole app as an embedder would: the real ``TrendyApp`` with accounts,
/// onboarding and background work.
final class AppPhone: WorldPhone, @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// A process of the app.
    final class Process: SimulatedProcess, @unchecked Sendable {
        // Unchecked: like the phone.
        let suspension = Suspension()
        let link: NetworkLink
        let texts: PhoneTexts
        /// The time at which the process started.
        let started: Duration
        fileprivate(set) var isAlive = true
        /// The app; `nil` before its launch and after the process has ended.
        fileprivate(set) var app: TrendyApp?

        init(_ phone: AppPhone) {
            link = phone.link
            texts = phone.texts
            started = phone.world.simulation.now
        }
    }

    unowned let world: World
    let name: String
    let link: NetworkLink
    let disk: SimulatedDisk
    let clock: SimulatedWallClock
    let texts: PhoneTexts
    let phone: Phone
    /// The content of the app's profile file.
    var profile: [UInt8]?
    private(set) var process: Process?
    /// Completes the platform of each new process, such as with sensors.
    var equip: (@MainActor (inout AppPlatform, Process) -> Void)?
    /// Called with each new app, after its start.
    var onStart: (@MainActor (TrendyApp) -> Void)?
    /// Called when the process has ended.
    var onEnd: (() -> Void)?
    private let random: SharedRandom
    /// The directory of request bodies that the system is to upload.
    private let bodies: URL
    /// The time at which a fault last kept the app from its work.
    private var interrupted = Duration.zero

    init(_ world: World, index: Int) {
        self.world = world
        name = "p\(index)"
        let (simulation, name) = (world.simulation, name)
        disk = SimulatedDisk(name: name, random: simulation.random("disk-\(name)"))
        link = NetworkLink(world, name: name, random: simulation.random("network-\(name)"))
        texts = PhoneTexts(world, random: simulation.random("texts-\(name)"))
        random = SharedRandom(simulation.random("device-\(name)"))
        var random = simulation.random("phone-\(name)")
        let skew = world.faults.maximumSkew
        clock = SimulatedWallClock(simulation, skew: random.duration(.zero - skew, skew))
        phone = Phone(
            name: name,
            timeline: SimulationTimeline(simulation),
            randomness: SeededRandomness(seed: random.next())
        )
        // Unique to this run, because runs execute in parallel.
        let run = UInt(bitPattern: ObjectIdentifier(simulation))
        bodies = FileManager.default.temporaryDirectory.appendingPathComponent(
            "trendy-simulate-\(ProcessInfo.processInfo.processIdentifier)-\(run)-\(name)"
        )
        BackgroundWorkload.prepare(phone, runtime: .seconds(30), name, in: world)
        phone.onLaunchRequest = { [weak self] in self?.launch($0) }
        phone.onProcessChange = { [weak self] in self?.processChanged(to: $0) }
        phone.onSuspend = { [weak self] in self?.held }
        phone.onFault = { [weak self] in self?.handleFault($0) }
        phone.onBackgroundTransfer = { [weak self] transfer in
            Task { await self?.carry(transfer) }
        }
    }

    deinit {
        // The directory may not exist.
        try? FileManager.default.removeItem(at: bodies)
    }

    var phones: [Phone] { [phone] }
    var isRunning: Bool { process != nil }

    // MARK: its processes

    /// Starts the app.
    func start(_ reason: LaunchReason = .user) {
        guard process == nil else { return }
        if disk.isDead { disk.revive() }
        let process = Process(self)
        self.process = process
        // A person who opens the app has entered the passcode.
        if reason == .user, !phone.hasUnlockedSinceBoot { setLocked(false) }
        phone.launch(reason)
        world.simulation.log("\(name) starts\(reason == .user ? "" : " in the background")")
        Task { @MainActor [weak self] in
            guard let self, process.isAlive else { return }
            let app = TrendyApp(platform(for: process))
            process.app = app
            app.start()
            onStart?(app)
            phone.finishLaunching()
        }
    }

    /// The person opens the app and waits until it is in the foreground.
    func open() async throws {
        if process == nil { start() } else if phone.process != .foreground { phone.launch(.user) }
        try await world.simulation.sleep(for: .seconds(1))
    }

    @MainActor
    private func platform(for process: Process) -> AppPlatform {
        let exchange = SimulatedExchange(process, of: AppOracle.owner)
        var platform = AppPlatform(
            dependencies: Dependencies(
                wallClock: clock,
                random: random,
                ids: UUIDv7Source(clock: clock, random: random),
                clock: ProcessClock(process)
            ),
            directory: disk.path("app"),
            keyValues: ProcessKeyValues(process),
            system: phone.run { ApplicationSystem(UIApplication.shared) },
            logger: World.silentLogger,
            makeExchange: { _ in exchange }
        )
        platform.server = AppOracle.server
        platform.files = AppFiles(self, process)
        platform.services.network = ConditionsWorkload.network(of: phone)
        platform.services.power = ConditionsWorkload.power(of: phone)
        platform.tasks = phone.run { SystemTaskScheduler(BGTaskScheduler.shared) }
        platform.uploads = phone.run {
            BackgroundUploader(identifier: "trendy.uploads", directory: bodies)
        }
        world.options.injectedBug?.platform?(&platform)
        equip?(&platform, process)
        return platform
    }

    /// Closes the app.
    func stop() async {
        await process?.app?.stop()
        end()
        disk.kill()
    }

    func end() {
        guard let process else { return }
        self.process = nil
        process.isAlive = false
        let app = process.app
        process.app = nil
        process.suspension.end()
        phone.terminate()
        interrupted = world.simulation.now
        world.simulation.log("\(name) ends")
        onEnd?()
        Task { @MainActor in app?.cancel() }
    }

    // MARK: what people do with the phone

    func setLocked(_ isLocked: Bool) {
        if isLocked { phone.lock() } else { phone.unlock() }
    }

    func setFull(_ isFull: Bool) { disk.setFull(isFull) }

    func reboot() {
        kill()
        phone.reboot()
    }

    // MARK: what the system does

    private func launch(_ reason: LaunchReason) {
        guard world.phase == .faults || world.phase == .interactive else { return }
        start(reason)
    }

    private func processChanged(to state: AppProcess) {
        guard let process else { return }
        switch state {
        case .suspended: process.suspension.begin()
        case .background, .foreground: process.suspension.end()
        case .notRunning:
            // The system has already ended the process.
            disk.kill()
            end()
        }
    }

    /// The resource that the app holds at suspension: its database, unless it has released it.
    private var held: String? {
        guard process != nil,
            world.isPrompt(for: .seconds(60), after: interrupted, stall: .zero)
        else { return nil }
        if !BackgroundWorkload.hasAskedForTasks(phone) {
            world.violate("tasks", "\(name) is suspended without a scheduled background task")
        }
        return disk.isHeld ? "a database" : nil
    }

    /// Handles a fault of the app for which the system terminates it or which the system records.
    private func handleFault(_ fault: PhoneFault) {
        guard world.isPrompt(for: .seconds(60), after: interrupted, stall: .milliseconds(50)) else {
            return
        }
        world.violate("background", "\(name): \(fault)")
    }

    /// The system performs an upload that the app handed over, even if the app has ended since.
    private func carry(_ transfer: BackgroundTransfer) async {
        do {
            let wait = link.random.duration(.seconds(1), .seconds(600))
            try await world.simulation.sleep(for: wait)
        } catch {
            // The run is over.
            return
        }
        var request = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "server.example",
            path: transfer.request.url?.path
        )
        for (field, value) in transfer.request.allHTTPHeaderFields ?? [:] {
            if let field = HTTPField.Name(field) { request.headerFields[field] = value }
        }
        let body = Array(transfer.body)
        guard !link.isPartitioned, !link.isInPortal,
            let answer = await world.server.respond(to: request, body: body)
        else { return transfer.interrupt() }
        world.coverage.reached(.uploadCarried)
        world.wire.answered(request, body, answer, AppOracle.owner, name, in: world)
        if link.losesResponses { transfer.interrupt() } else { transfer.succeed() }
    }
}
