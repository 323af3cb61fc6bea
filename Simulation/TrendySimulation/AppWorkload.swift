import SimulationKit
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync

/// Workload and checks around an app's own work.
enum AppWorkload {
    /// The events of an engine, connected to the world's checks.
    static func events(of process: SimulatedDevice.Process) -> EngineEvents {
        let world = process.device.world
        let name = process.device.name
        var events = EngineEvents()
        events.onSync = { [weak process] result in
            if let process { await ended(result, process) }
        }
        events.onProgress = { [weak process] progress in
            if let process { ProgressCheck.check(progress, on: process) }
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
            // For a process that ended during a write, the log already has its end.
            if !device.disk.isDead { device.log.begin(.failing, at: device.date) }
            device.world.simulation.log("\(device.name) could not store a visit: \(error)")
        }
        events.onPlaceRecorded = { [weak process] in
            guard let process else { return }
            let device = process.device
            if process.isAlive { device.log.end(.failing, at: device.date) }
            device.world.coverage.reached(.placeVisited)
        }
        return events
    }

    /// Runs a capture pass that a person requested.
    static func capture(_ process: SimulatedDevice.Process, _ trigger: HealthTrigger) async {
        guard let capture = process.engine.capture else { return }
        do {
            let outcome = try await capture.capture(trigger: trigger)
            process.device.world.simulation.log(
                "\(process.device.name) captured \(outcome.created) \(outcome.updated)"
                    + " \(outcome.deleted)"
            )
        } catch {
            // Changes that were not stored are captured again, because the anchor has not moved.
        }
    }

    /// Runs a sync that a person requested.
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

    /// Checks that a run's result matches the status that the person sees.
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
                world.violate("drift", "\(device.name) had to repair \(report.repaired) entities")
            }
            // An unreadable status reports nothing; data that could not be compared is not drift.
            let drift = try? await process.engine.store.read { try $0.queue.status() }.drift
            if case .stillDiffers? = drift, let drift {
                world.violate("drift", "\(device.name): \(drift)")
            }
            if report.conflicts > 0 { world.coverage.reached(.pushConflict) }
            if report.isPartial { world.coverage.reached(.runCutShort) }
            // An unreadable status is not checked.
            try? await StatusChecks.check(process, after: report)
            if report.pulled > 0 || report.bootstrapped != nil,
                world.options.injectedBug?.keepsDuplicates != true
            {
                await process.engine.reconcilePlaces(.sync)
            }
            if let count = report.bootstrapped {
                ProgressCheck.check(bootstrapped: count, on: process)
                if process.device.hasBootstrapped { world.coverage.reached(.bootstrapAfterFirst) }
                process.device.hasBootstrapped = true
            }
        case .failure(let failure as SyncFailure) where failure.code == .needsSignIn:
            world.simulation.log("\(device.name) needs to sign in")
            do {
                try await device.renewSession(of: process)
            } catch {
                // A failed sign-in is retried later.
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

/// Checks that pending work that may be sent has a scheduled time.
enum ScheduleCheck {
    static func check(_ process: SimulatedDevice.Process) async {
        guard process.isAlive,
            let status = try? await process.engine.store.read({ try $0.queue.status() })
        else { return }
        if status.pending > status.blocked, status.nextAttempt == nil {
            process.device.world.violate(
                "scheduled",
                "\(process.device.name) has pending work without a scheduled attempt"
            )
        }
    }
}
