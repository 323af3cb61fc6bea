import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Requests of managers.
extension LocationState {
    /// Registers a region.
    ///
    /// - `isBlind`: whether the app could not see the monitored regions when it made the request.
    mutating func register(
        _ region: RegionValue,
        isCircular: Bool,
        isBlind: Bool,
        manager: Int,
        _ device: DeviceConditions
    ) {
        let key = Fence.Key(monitor: nil, identifier: region.identifier)
        func refuse(_ code: CLError.Code, _ region: RegionValue?) {
            counters.refusals += 1
            call(manager, .failed(region, code))
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
        if let end = releases[region.identifier], end > device.now {
            if behavior.quickRestartFails { return refuse(.regionMonitoringFailure, region) }
            releases[region.identifier] = nil
        }
        guard fences[key] != nil || hasFreeSlot(device) else {
            // Not visible to an app: slots that are not released yet, regions before the first
            // unlock, and very recent requests of an earlier process.
            let visible = isBlind ? 0 : visibleRegions(device).count
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
            startsAt: device.now.addingTimeInterval(behavior.setupDelay.seconds),
            manager: manager,
            from: device.now
        )
        record(
            .registered(
                latitude: region.circle.center.latitude,
                longitude: region.circle.center.longitude,
                radiusMeters: region.circle.radius
            ),
            region.identifier
        )
        call(manager, .started(region))
        if behavior.setupDelay > .zero {
            call(manager, .failed(region, .regionMonitoringSetupDelayed))
        }
    }

    func hasFreeSlot(_ device: DeviceConditions) -> Bool {
        let released = releases.values.count { $0 <= device.now }
        return slotsTaken - released < behavior.regionLimit
    }

    mutating func unregister(_ identifier: String, _ device: DeviceConditions) {
        guard fences.removeValue(forKey: .init(monitor: nil, identifier: identifier)) != nil
        else { return }
        record(.stopped, identifier)
        guard behavior.slotReleaseDelay > .zero else { return }
        releases[identifier] =
            device.now.addingTimeInterval(behavior.slotReleaseDelay.seconds)
    }

    /// Reports the believed state, without a new location.
    mutating func reportState(
        of region: RegionValue,
        to manager: Int,
        _ device: DeviceConditions
    ) {
        let known = fences[.init(monitor: nil, identifier: region.identifier)]
        if known == nil, behavior.quickRestartFails,
            let end = releases[region.identifier], end > device.now
        {
            return
        }
        call(manager, .state(known?.region ?? region, known?.belief ?? .unknown))
    }

    /// Whether managers see no regions, regardless of registrations.
    func hidesRegions(_ device: DeviceConditions) -> Bool {
        !device.hasUnlockedSinceBoot || restoredAt > device.now
    }

    /// The regions that managers see.
    func visibleRegions(_ device: DeviceConditions) -> [RegionValue] {
        guard !hidesRegions(device) else { return [] }
        return fences.values.filter { $0.key.monitor == nil }.map(\.region)
    }
}
