import SimulatedPhone
import SimulationKit
import Synchronization
import TrendyModel
import TrendyPlaces

extension InjectedBug {
    /// Bugs in the handling of region signals.
    static var signals: [InjectedBug] {
        [
            make(
                "notifications-gate-events",
                "Notification switches decide which region events arrive"
            ) {
                $0.regions = { base, process in
                    let silent = SilentRegistration(phone: phone(of: process))
                    return BuggyRegionMonitor(base: base, monitoring: { silent.monitor($1) })
                }
            },
            make("events-dated-at-open", "Region events are dated when the app is opened") {
                $0.regions = { base, process in
                    let clock = SimulatedWallClock(process.device.world.simulation)
                    return BuggyRegionMonitor(base: base) { signal in
                        guard await isOpened(process) else { return nil }
                        var signal = signal
                        signal.instant = clock.now()
                        return signal
                    }
                }
                $0.faults = {
                    $0.hasPlacesEarly = true
                    $0.leaves = .seconds(2 * 3600)
                }
            },
            make("pending-events-expire", "Pending region events are dropped after five minutes") {
                $0.regions = { base, process in
                    let clock = SimulatedWallClock(process.device.world.simulation)
                    return BuggyRegionMonitor(base: base) { signal in
                        guard await isOpened(process) else { return nil }
                        return clock.now() - signal.instant <= .seconds(300) ? signal : nil
                    }
                }
                $0.faults = {
                    $0.hasPlacesEarly = true
                    $0.leaves = .seconds(2 * 3600)
                }
            },
            make("exits-need-entries", "An exit without an entry is dropped") {
                $0.regions = { base, process in
                    let memory = process.device.health(of: process.account)
                    return BuggyRegionMonitor(base: base) { signal in
                        switch signal.kind {
                        case .crossing(let id, .inside), .state(let id, .inside):
                            memory.activePlaces.insert(id)
                            return signal
                        case .crossing(let id, .outside)
                        where RegionIdentity(id) != .sentinel:
                            return memory.activePlaces.remove(id) == nil ? nil : signal
                        default: return signal
                        }
                    }
                }
                $0.faults = {
                    $0.hasPlacesEarly = true
                    $0.hasPoorRegions = true
                    // A restarted process requests the region states and learns of the entry.
                    $0.kills = nil
                    $0.powerLosses = nil
                    $0.forceQuits = nil
                    $0.reboots = nil
                    $0.stalls = nil
                    $0.fullDisks = nil
                    $0.apps = 0
                }
            },
        ]
    }

    /// Bugs in region registration.
    static var monitoring: [InjectedBug] {
        [
            make("edits-not-registered", "An edited region is not registered again") {
                $0.faults = { faults in
                    monitored(&faults)
                    faults.actions = .seconds(3600)
                }
                $0.regions = { base, _ in
                    BuggyRegionMonitor(
                        base: base,
                        monitoring: { base, region in
                            let known = base.monitoredRegions().map(\.identifier)
                            if RegionIdentity(region.identifier) == .sentinel
                                || !known.contains(region.identifier)
                            {
                                base.monitor(region)
                            }
                        }
                    )
                }
            },
            make("first-twenty", "Only the first twenty places are monitored") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(
                        base: base,
                        monitoring: { base, region in
                            let there = base.monitoredRegions()
                            if RegionIdentity(region.identifier) != .sentinel,
                                there.count < RegionSelection.systemLimit
                            {
                                base.monitor(region)
                            }
                        },
                        stopping: { _, _ in }
                    )
                }
                $0.faults = {
                    $0.hasManyPlaces = true
                    $0.hasPlacesEarly = true
                }
            },
            make("other-regions-ignored", "Regions of other parts of the app are not counted") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(
                        base: base,
                        seen: { $0.filter { RegionIdentity($0.identifier) != .foreign } }
                    )
                }
                $0.faults = {
                    $0.hasOtherRegions = true
                    $0.hasManyPlaces = true
                    $0.hasPlacesEarly = true
                }
            },
            make("ranked-by-centres", "The regions with the nearest centres are monitored") {
                $0.regions = { base, process in
                    let ranking = CentreRanking(process)
                    return BuggyRegionMonitor(
                        base: base,
                        change: { await ranking.rank($0, base) },
                        monitoring: { ranking.monitor($1, $0) },
                        stopping: { ranking.stopMonitoring($1, $0) }
                    )
                }
                $0.faults = {
                    $0.hasManyPlaces = true
                    $0.hasPlacesEarly = true
                }
            },
            make("re-registers-all", "All regions are removed and registered again") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(
                        base: base,
                        monitoring: { base, region in
                            base.stopMonitoring(region.identifier)
                            base.monitor(region)
                        },
                        seen: { $0.filter { RegionIdentity($0.identifier) == .foreign } }
                    )
                }
            },
            make("fixed-sentinel", "The sentinel is never moved") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(
                        base: base,
                        monitoring: { base, region in
                            let known = base.monitoredRegions().map(\.identifier)
                            if RegionIdentity(region.identifier) != .sentinel
                                || !known.contains(region.identifier)
                            {
                                base.monitor(region)
                            }
                        }
                    )
                }
                $0.faults = {
                    $0.hasManyPlaces = true
                    $0.hasPlacesEarly = true
                }
            },
            make("coarse-fixes-trusted", "A fix with an accuracy of 1,300 m selects the regions") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(base: base) { signal in
                        var signal = signal
                        if let accuracy = signal.fix?.accuracy {
                            signal.fix?.accuracy = min(accuracy, 10)
                        }
                        return signal
                    }
                }
                $0.faults = {
                    $0.hasManyPlaces = true
                    $0.hasPlacesEarly = true
                    $0.coarseFixes = .seconds(6 * 3600)
                }
            },
            make("no-region-retry", "A failed region is never registered again") {
                $0.regions = { base, process in
                    let memory = process.device.health(of: process.account)
                    return BuggyRegionMonitor(
                        base: base,
                        change: { signal in
                            if case .failure(let identifier?, _) = signal.kind {
                                memory.activePlaces.insert(identifier)
                            }
                            return signal
                        },
                        monitoring: { base, region in
                            guard !memory.activePlaces.contains(region.identifier) else { return }
                            base.monitor(region)
                        }
                    )
                }
                $0.faults = {
                    monitored(&$0)
                    $0.regionFailures = .seconds(6 * 3600)
                }
            },
            make("delayed-is-refused", "A delayed region counts as refused") {
                $0.regions = { base, _ in
                    BuggyRegionMonitor(base: base) { signal in
                        if case .failure(let identifier?, .delayed) = signal.kind {
                            base.stopMonitoring(identifier)
                        }
                        return signal
                    }
                }
                $0.faults = {
                    monitored(&$0)
                    $0.regionFailures = .seconds(48 * 3600)
                }
            },
            make("registration-loop", "The events of a registration trigger the next one") {
                $0.regions = { base, process in
                    let last = Mutex(Duration.zero)
                    return BuggyRegionMonitor(base: base) { signal in
                        guard case .state = signal.kind else { return signal }
                        let now = process.device.world.simulation.now
                        // A battery does not last for more.
                        let isDue = last.withLock { last in
                            guard now - last > .seconds(60) else { return false }
                            last = now
                            return true
                        }
                        if isDue { for region in base.monitoredRegions() { base.monitor(region) } }
                        return signal
                    }
                }
            },
        ]
    }

    private static func phone(of process: SimulatedDevice.Process) -> Phone {
        process.device.health(of: process.account).phone
    }

    /// Waits until the app is in the foreground; returns whether it came there.
    private static func isOpened(_ process: SimulatedDevice.Process) async -> Bool {
        while process.isAlive {
            if phone(of: process).process == .foreground { return true }
            do {
                try await process.dependencies.clock.sleep(for: .seconds(60))
            } catch {
                return false
            }
        }
        return false
    }
}
