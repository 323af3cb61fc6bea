import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// The calm phase: no more faults, and within a bounded time all pending work reaches its
/// destination.
struct Convergence {
    /// The longest stall between two steps in the calm phase.
    static let maximumStall = Duration.seconds(60)

    private let world: World

    init(_ world: World) {
        self.world = world
    }

    private var simulation: Simulation { world.simulation }

    /// Whether changes may exist that HealthKit reports to no query (forgotten deletions, readings
    /// during old workouts), or days that a device with a wrong clock missed when the time zone
    /// changed.
    private var mayHaveForgotten: Bool {
        world.faults.losesDeletions || world.faults.healthOracles.contains(.workouts)
            || world.faults.travels != nil
    }

    func run() async throws {
        let end = simulation.now + World.reconciliationWindow
        // No token survives steps that take an hour each.
        simulation.maximumStall = Self.maximumStall
        try await restartServer()
        try await drainApps(until: end)
        for device in world.devices {
            for account in device.accounts { device.health(of: account).deliverAll() }
        }
        var isFirst = true
        var isDrained = false
        while !isDrained {
            guard simulation.now < end else {
                return world.violate(
                    "liveness",
                    "after \(World.reconciliationWindow) of the calm phase, work is pending"
                )
            }
            let before = world.wire.changeCount
            isDrained = try await round(until: end, decides: isFirst)
            isFirst = false
            // The changes of one device are fetched by all others, which may then send changes
            // themselves.
            if world.wire.changeCount > before { isDrained = false }
        }
    }

    /// The person retries each failed mutation once.
    ///
    /// A disk failure during the retry is noticed later.
    private func retryFailed(_ process: SimulatedDevice.Process) async {
        let store: DeviceStore = process.engine.store
        for failed in (try? await store.read({ try $0.queue.failedMutations(limit: 1000) })) ?? [] {
            FailureCheck.check(failed, on: process.device)
        }
        _ = try? await store.write { try $0.queue.retry(.all) }
    }

    /// People use each of their accounts on the phones that run the whole app.
    private func drainApps(until end: Duration) async throws {
        // Two rounds: the changes of one device are fetched by the others.
        for _ in 0..<2 {
            for phone in world.apps { try await AppUserActor(phone).drain(until: end) }
        }
        // Their autonomous work ends here.
        for phone in world.apps { await phone.stop() }
    }

    private func restartServer() async throws {
        if world.server.disk.isDead, world.server.process != nil {
            world.server.crash(losesPower: false)
        }
        if world.server.process == nil { try await world.server.start() }
    }

    /// Syncs each account of each device; returns whether nothing is left to send.
    ///
    /// - `decides`: whether people first decide about failed mutations.
    private func round(until end: Duration, decides: Bool) async throws -> Bool {
        var isDrained = true
        for device in world.devices {
            for account in device.accounts {
                if device.account != account || device.process == nil {
                    if device.process != nil { await device.stop() }
                    try await device.open(account)
                }
                guard let process = device.process else { continue }
                if decides { await retryFailed(process) }
                let left = try await drain(process, until: end, isFirst: decides)
                if left { isDrained = false }
            }
        }
        return isDrained
    }

    /// Syncs until all that may be sent is sent; returns whether something is left.
    ///
    /// - `isFirst`: whether nothing has been captured in the calm phase yet.
    private func drain(
        _ process: SimulatedDevice.Process,
        until end: Duration,
        isFirst: Bool
    ) async throws -> Bool {
        let device = process.device
        var current = process
        for attempt in 0..<12 {
            // Forgotten changes are found by rescanning all days.
            let trigger: HealthTrigger = mayHaveForgotten ? .periodic : .launch
            // Each pass continues where the previous one ended: the first reads new changes, the
            // second reaches the oldest day, and the third begins with the newest day again.
            let passes = mayHaveForgotten && isFirst && attempt == 0 ? 3 : 1
            // A wake that had just begun may have limited the budget since.
            current.engine.budget.limit(to: nil)
            for _ in 0..<passes { await UserActor.capture(current, trigger) }
            if world.options.injectedBug?.keepsDuplicates != true {
                await current.engine.reconcilePlaces(.launch)
            }
            // The system answers the requested region states.
            try await simulation.sleep(for: .seconds(2))
            await AppWorkload.sync(current)
            // Signing in again restarts the app.
            guard let running = device.process else {
                try await device.open(process.account)
                guard let reopened = device.process else { return true }
                current = reopened
                continue
            }
            guard running === current else {
                // It has fetched nothing yet.
                current = running
                continue
            }
            let status = try await current.engine.store.read { try $0.queue.status() }
            let isManual =
                try await current.onboarding?.sendPending() ?? !world.faults.hasOnboarding
            if status.pending == status.blocked, status.lastError == nil, isManual { return false }
            let next = status.nextAttempt.map { $0 - device.clock.now() } ?? .zero
            guard simulation.now < end else { return true }
            // Increasing pauses, as in an app.
            let pause = max(.seconds(30 << attempt), next)
            try await simulation.sleep(for: min(.seconds(7200), pause))
        }
        return true
    }
}
