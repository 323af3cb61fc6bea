import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

/// What comes of what an app does by itself, looked at.
enum AppWorkload {
    /// What an engine tells of itself.
    static func events(of process: SimulatedDevice.Process) -> EngineEvents {
        let world = process.device.world
        let name = process.device.name
        var events = EngineEvents()
        events.onSync = { [weak process] result in
            if let process { await ended(result, process) }
        }
        events.onCaptureFailure = { [weak world] _, error in
            if (error as? HealthSourceError)?.code == .locked {
                world?.coverage.reached(.readWhileLocked)
            } else {
                world?.simulation.log("\(name) could not capture")
            }
        }
        events.onPlaceFailure = { [weak process] error in
            guard let process, process.isAlive else { return }
            let device = process.device
            // A process that ended within a write has its end in the log already.
            if !device.disk.isDead { device.log.begin(.failing, at: device.date) }
            device.world.simulation.log("\(device.name) could not keep a visit: \(error)")
        }
        events.onPlaceRecorded = { [weak process] in
            guard let process else { return }
            let device = process.device
            if process.isAlive { device.log.end(.failing, at: device.date) }
            device.world.coverage.reached(.placeVisited)
        }
        return events
    }

    /// One pass over health data that somebody asks for.
    static func capture(_ process: SimulatedDevice.Process, _ trigger: HealthTrigger) async {
        guard let capture = process.engine.capture else { return }
        do {
            let outcome = try await capture.capture(trigger: trigger)
            process.device.world.simulation.log(
                "\(process.device.name) captured \(outcome.created) \(outcome.updated)"
                    + " \(outcome.deleted)"
            )
        } catch {
            // What was not stored is captured again: the anchor has not moved.
        }
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
            // A status that cannot be read says nothing; what could not be compared is no drift.
            if let drift = try? await process.engine.store.status().drift, drift.contains("rounds")
            {
                world.violate("drift", "\(device.name): \(drift)")
            }
            if report.conflicts > 0 { world.coverage.reached(.pushConflict) }
            if report.isPartial { world.coverage.reached(.runCutShort) }
            // One that cannot be read says nothing.
            try? await StatusChecks.check(process)
            if report.pulled > 0 || report.bootstrapped != nil,
                world.options.injectedBug?.keepsTwins != true
            {
                await process.engine.reconcilePlaces(.sync)
            }
            if report.bootstrapped != nil {
                if process.device.hasBootstrapped { world.coverage.reached(.bootstrapAfterFirst) }
                process.device.hasBootstrapped = true
            }
        case .failure(let failure as SyncFailure) where failure.code == .needsSignIn:
            world.simulation.log("\(device.name) needs to sign in")
            do {
                try await device.renewSession(of: process)
            } catch {
                // Whoever cannot sign in now is asked again later.
                Task { [weak process] in
                    try await world.simulation.sleep(for: .seconds(300))
                    guard let process, process.isAlive else { return }
                    await process.engine.scheduler?.clearBlocker()
                }
            }
        case .failure:
            world.simulation.log("\(device.name) could not sync")
        }
        if device.process === process { device.noticeDeath() }
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
