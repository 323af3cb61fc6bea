import SimulationKit
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

/// What an app does by itself while its process lives: its scheduler runs, and what comes of it is
/// looked at.
struct AppLife {
    private let process: SimulatedDevice.Process

    init(_ process: SimulatedDevice.Process) {
        self.process = process
    }

    private var world: World { process.device.world }

    func run() async {
        guard world.phase != .calm, let coordinator = process.engine.coordinator else { return }
        var dependencies = process.dependencies
        dependencies.clock = ProcessClock(process)
        var schedule = SyncSchedule()
        schedule.interval = world.faults.syncs
        let scheduler = SyncScheduler(
            coordinator: coordinator,
            store: process.engine.store,
            dependencies: dependencies,
            schedule: schedule
        , onRun: { [process] result in await Self.ended(result, process) })
        process.scheduler = scheduler
        await scheduler.run()
    }

    /// One sync that somebody asks for.
    static func sync(_ process: SimulatedDevice.Process) async {
        guard let coordinator = process.engine.coordinator else { return }
        let result: Result<SyncReport, any Error>
        do {
            result = .success(try await coordinator.sync())
        } catch {
            result = .failure(error)
        }
        await ended(result, process)
    }

    /// What a run says is what the person sees.
    private static func ended(
        _ result: Result<SyncReport, any Error>,
        _ process: SimulatedDevice.Process
    ) async {
        let device = process.device
        let world = device.world
        guard process.isAlive else { return }
        switch result {
        case .success(let report):
            world.simulation.log(
                "\(device.name) synced \(report.pushed) \(report.pulled) \(report.conflicts)"
                    + " \(report.failed)"
            )
            if report.repaired > 0 {
                world.violate("drift", "\(device.name) had to mend \(report.repaired) entities")
            }
            if report.conflicts > 0 { world.marks.reached(.pushConflict) }
            if report.pulled > 0 || report.bootstrapped != nil,
                world.options.sabotage?.keepsTwins != true
            {
                await process.places?.reconcile(.sync)
            }
            if report.bootstrapped != nil {
                if process.device.hasBootstrapped { world.marks.reached(.bootstrapAfterFirst) }
                process.device.hasBootstrapped = true
            }
        case .failure(let failure as SyncFailure) where failure.code == .needsSignIn:
            world.simulation.log("\(device.name) needs to sign in")
            do {
                try await device.renewSession(of: process)
            } catch {
                // Whoever cannot sign in now is asked again later.
                await process.scheduler?.clearObstacle()
            }
        case .failure:
            world.simulation.log("\(device.name) could not sync")
        }
        if device.process === process { _ = device.noticeDeath() }
        await ScheduleCheck.check(process)
        await CursorCheck.check(process)
    }
}

/// Work that may be sent has a time at which it will be tried.
enum ScheduleCheck {
    static func check(_ process: SimulatedDevice.Process) async {
        guard process.isAlive, let status = try? await process.engine.store.status() else { return }
        if status.pending > status.blocked, status.nextAttempt == nil {
            process.device.world.violate(
                "scheduled",
                "\(process.device.name) has work and no next attempt"
            )
        }
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
