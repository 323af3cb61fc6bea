import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// What managers ask for.
extension LocationState {
    /// Watches a region.
    ///
    /// - `isBlind`: whether the app could not see what is watched as it asked.
    mutating func register(
        _ region: RegionValue,
        isCircular: Bool,
        isBlind: Bool,
        manager: Int,
        _ circumstances: Circumstances
    ) {
        let key = Fence.Key(monitor: nil, identifier: region.identifier)
        func refuse(_ code: CLError.Code, _ region: RegionValue?) {
            counters.refusals += 1
            tell(manager, .failed(region, code))
        }
        switch permission.status {
        case .denied, .restricted: return refuse(.regionMonitoringDenied, region)
        default: break
        }
        let isReduced = permission.accuracy == .reducedAccuracy
        guard isCircular, isMonitoringAvailable, region.circle.radius <= maximumDistance,
            !(isReduced && behavior.failsUnderReducedAccuracy),
            !behavior.refusedRegions.contains(region.identifier)
        else { return refuse(.regionMonitoringFailure, region) }
        if let end = releases[region.identifier], end > circumstances.now {
            if behavior.quickRestartFails { return refuse(.regionMonitoringFailure, region) }
            releases[region.identifier] = nil
        }
        guard fences[key] != nil || hasFreeSlot(circumstances) else {
            // An app cannot see slots that are not free yet, nor regions before the first unlock,
            // nor what a process before it asked for a moment ago.
            let visible = isBlind ? 0 : visibleRegions(circumstances).count
            if visible + otherSlots >= behavior.regionLimit {
                counters.refusalsForLackOfSlots += 1
            }
            return refuse(
                .regionMonitoringFailure,
                behavior.limitFailureNamesRegion ? region : nil
            )
        }
        fences[key] = Fence(
            key: key,
            region: region,
            startsAt: circumstances.now.addingTimeInterval(behavior.setupDelay.seconds),
            manager: manager,
            from: circumstances.now
        )
        record(
            .registered(
                latitude: region.circle.center.latitude,
                longitude: region.circle.center.longitude,
                radiusMeters: region.circle.radius
            ),
            region.identifier
        )
        tell(manager, .started(region))
        if behavior.setupDelay > .zero {
            tell(manager, .failed(region, .regionMonitoringSetupDelayed))
        }
    }

    func hasFreeSlot(_ circumstances: Circumstances) -> Bool {
        let released = releases.values.count { $0 <= circumstances.now }
        return slotsTaken - released < behavior.regionLimit
    }

    mutating func unregister(_ identifier: String, _ circumstances: Circumstances) {
        guard fences.removeValue(forKey: .init(monitor: nil, identifier: identifier)) != nil
        else { return }
        record(.stopped, identifier)
        guard behavior.slotReleaseDelay > .zero else { return }
        releases[identifier] =
            circumstances.now.addingTimeInterval(behavior.slotReleaseDelay.seconds)
    }

    /// What the system believes; it does not look again.
    mutating func reportState(
        of region: RegionValue,
        to manager: Int,
        _ circumstances: Circumstances
    ) {
        let known = fences[.init(monitor: nil, identifier: region.identifier)]
        if known == nil, behavior.quickRestartFails,
            let end = releases[region.identifier], end > circumstances.now
        {
            return
        }
        tell(manager, .state(known?.region ?? region, known?.belief ?? .unknown))
    }

    /// Whether managers are shown no regions, whatever is watched.
    func hidesRegions(_ circumstances: Circumstances) -> Bool {
        !circumstances.hasUnlockedSinceBoot || restoredAt > circumstances.now
    }

    /// The regions that managers see.
    func visibleRegions(_ circumstances: Circumstances) -> [RegionValue] {
        guard !hidesRegions(circumstances) else { return [] }
        return fences.values.filter { $0.key.monitor == nil }.map(\.region)
    }
}
