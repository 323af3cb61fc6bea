import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

/// What an app does by itself while its process lives: it syncs when asked, when something is due,
/// and now and then.
struct AppLife {
    private let process: SimulatedDevice.Process
    private var random: SplitMix64
    /// Syncs in a row that did not get through.
    private var failures = 0

    init(_ process: SimulatedDevice.Process) {
        self.process = process
        random = process.device.networkRandom.fork("life")
    }

    private var world: World { process.device.world }

    func run() async {
        var life = self
        do {
            while process.isAlive, world.phase != .calm {
                let wait = try await life.nextWait()
                try await life.pause(wait)
                guard process.isAlive, world.phase != .calm else { return }
                if await Self.sync(process) { life.failures = 0 } else { life.failures += 1 }
            }
        } catch {
            // The process has ended.
        }
    }

    /// How long until the next sync: what is due decides, a nudge hastens it.
    private mutating func nextWait() async throws -> Duration {
        let usual = random.duration(.seconds(60), world.faults.syncs * 2)
        guard process.isAlive, let status = try? await process.engine.store.status() else {
            return usual
        }
        if status.pending > status.blocked, status.nextAttempt == nil {
            world.violate("scheduled", "\(process.device.name) has work and no next attempt")
        }
        guard let next = status.nextAttempt, next.milliseconds > 0 else { return usual }
        let due = next - process.device.clock.now()
        // Whoever does not get through asks less and less often.
        let pause = failures == 0 ? Duration.seconds(1) : .seconds(15 << min(failures, 6))
        return min(usual, max(pause, due))
    }

    /// Waits in short steps, so that a nudge is noticed.
    private func pause(_ span: Duration) async throws {
        let end = world.simulation.now + span
        while world.simulation.now < end {
            if process.isNudged {
                process.isNudged = false
                return try await world.simulation.sleep(for: .seconds(2))
            }
            let left = end - world.simulation.now
            try await world.simulation.sleep(for: min(left, .seconds(600)))
            try await process.waitWhileSuspended()
        }
    }

    /// One sync, as an app does it; what it says is what the person sees.
    ///
    /// Returns whether it got through.
    @discardableResult
    static func sync(_ process: SimulatedDevice.Process) async -> Bool {
        let device = process.device
        let world = device.world
        guard let coordinator = process.engine.coordinator else { return false }
        var gotThrough = false
        do {
            let before = try await process.engine.store.cursor()
            let report = try await coordinator.sync(.periodic)
            guard process.isAlive else { return false }
            gotThrough = true
            world.simulation.log(
                "\(device.name) synced \(report.pushed) \(report.pulled) \(report.conflicts)"
                    + " \(report.failed)"
            )
            if report.conflicts > 0 { world.marks.reached(.pushConflict) }
            if before != nil, report.bootstrapped != nil {
                world.marks.reached(.bootstrapAfterFirst)
            }
        } catch let failure as SyncFailure where failure.code == .needsSignIn {
            world.simulation.log("\(device.name) needs to sign in")
            // Whoever cannot sign in now is asked again the next time.
            if process.isAlive { try? await device.renewSession(of: process) }
        } catch {
            guard process.isAlive else { return false }
            world.simulation.log("\(device.name) could not sync")
        }
        if device.process === process { _ = device.noticeDeath() }
        await CursorCheck.check(process)
        return gotThrough
    }
}

/// Cursors never go back within an epoch.
enum CursorCheck {
    static func check(_ process: SimulatedDevice.Process) async {
        let world = process.device.world
        guard process.isAlive, let text = try? await process.engine.store.cursor(),
            process.isAlive
        else { return }
        world.wire.stands(process.device.name, process.account, at: text, in: world)
    }
}
