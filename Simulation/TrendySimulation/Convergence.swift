import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// The second phase: nothing goes wrong any more, and within a bounded time everything waiting is
/// where it belongs.
struct Convergence {
    /// How long a slow machine may stand still between two steps in the calm.
    static let maximumStall = Duration.seconds(60)

    private let world: World

    init(_ world: World) {
        self.world = world
    }

    private var simulation: Simulation { world.simulation }

    /// Whether there may be changes that HealthKit tells nobody of: what it forgot, and readings
    /// during old workouts; and days that a device with a wrong clock did not find when the zone
    /// changed.
    private var mayHaveForgotten: Bool {
        world.faults.losesDeletions || world.faults.healthOracles.contains(.workouts)
            || world.faults.travels != nil
    }

    func run() async throws {
        let end = simulation.now + World.reconciliationWindow
        // No token outlasts steps that take an hour each.
        simulation.maximumStall = Self.maximumStall
        try await restartServer()
        try await settleApps(until: end)
        for device in world.devices {
            for account in device.accounts { device.health(of: account).bringAll() }
        }
        var isFirst = true
        var isSettled = false
        while !isSettled {
            guard simulation.now < end else {
                return world.violate(
                    "liveness",
                    "after \(World.reconciliationWindow) of calm, work is left"
                )
            }
            let before = world.wire.changeCount
            isSettled = try await round(until: end, decides: isFirst)
            isFirst = false
            // What one sends is fetched by all others, who may have to say something to it.
            if world.wire.changeCount > before { isSettled = false }
        }
    }

    /// Whoever looks at what failed has it tried once more; a disk that fails over it is noticed
    /// later.
    private func retryFailed(_ process: SimulatedDevice.Process) async {
        let store: DeviceStore = process.engine.store
        for failed in (try? await store.failedMutations(limit: 1000)) ?? [] {
            FailureCheck.check(failed, on: process.device)
        }
        _ = try? await store.retry(.all)
    }

    /// People go through their accounts on the phones on which the whole app runs.
    private func settleApps(until end: Duration) async throws {
        // Twice: what one sends is fetched by the others.
        for _ in 0..<2 {
            for phone in world.apps { try await AppUserActor(phone).settle(until: end) }
        }
        // What they do from now on by themselves is over.
        for phone in world.apps { await phone.stop() }
    }

    private func restartServer() async throws {
        if world.server.disk.isDead, world.server.process != nil {
            world.server.crash(losesPower: false)
        }
        if world.server.process == nil { try await world.server.start() }
    }

    /// Each device syncs for each of its accounts; whether nothing is left to be sent.
    ///
    /// - `decides`: whether people look at what failed first.
    private func round(until end: Duration, decides: Bool) async throws -> Bool {
        var isSettled = true
        for device in world.devices {
            for account in device.accounts {
                if device.account != account || device.process == nil {
                    if device.process != nil { await device.stop() }
                    try await device.open(account)
                }
                guard let process = device.process else { continue }
                if decides { await retryFailed(process) }
                let left = try await settle(process, until: end, isFirst: decides)
                if left { isSettled = false }
            }
        }
        return isSettled
    }

    /// Syncs until what may be sent is sent; whether something is left.
    ///
    /// - `isFirst`: whether nothing was captured in the calm yet.
    private func settle(
        _ process: SimulatedDevice.Process,
        until end: Duration,
        isFirst: Bool
    ) async throws -> Bool {
        let device = process.device
        var current = process
        for attempt in 0..<12 {
            // What HealthKit has forgotten is found by going over all days.
            let trigger: HealthTrigger = mayHaveForgotten ? .periodic : .launch
            // Each pass goes on where the one before ended: the first brings what is new, the second
            // comes to the oldest day by then, and the third begins with the newest again.
            let passes = mayHaveForgotten && isFirst && attempt == 0 ? 3 : 1
            // A wake that had just begun may have set a limit since it came to rest.
            current.engine.budget.limit(to: nil)
            for _ in 0..<passes { await UserActor.capture(current, trigger) }
            if world.options.injectedBug?.keepsTwins != true {
                await current.engine.reconcilePlaces(.launch)
            }
            // The system answers what it was asked.
            try await simulation.sleep(for: .seconds(2))
            await AppWorkload.sync(current)
            // Signing in again starts the app anew.
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
            let status = try await current.engine.store.status()
            let isManual = try await current.onboarding?.bring() ?? !world.faults.hasOnboarding
            if status.pending == status.blocked, status.lastError == nil, isManual { return false }
            let next = status.nextAttempt.map { $0 - device.clock.now() } ?? .zero
            guard simulation.now < end else { return true }
            // Less and less often, as an app does.
            let pause = max(.seconds(30 << attempt), next)
            try await simulation.sleep(for: min(.seconds(7200), pause))
        }
        return true
    }
}
