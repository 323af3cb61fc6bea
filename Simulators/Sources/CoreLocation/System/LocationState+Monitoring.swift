import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Starts and stops monitoring of circles, with their initial states.
extension LocationState {
    private func mayMonitor(_ device: DeviceConditions) -> Bool {
        device.isPoweredOn && device.hasUnlockedSinceBoot
            && restoredAt <= device.now && isMonitoringAvailable && hasSignal
            && permission.accuracy == .fullAccuracy
            && permission.isGranted(inUse: isInUse(device))
    }

    mutating func reconsiderMonitoring(_ device: DeviceConditions) {
        for (identifier, end) in releases where end <= device.now {
            releases[identifier] = nil
        }
        let may = mayMonitor(device)
        guard may != isMonitoring else { return }
        isMonitoring = may
        for key in fences.keys { fences[key]?.forgetPlan() }
        guard may else { return }
        for fence in sortedFences where fence.isStarted && fence.belief != .unknown {
            fences[fence.key]?.from = device.now
            guard fence.condition?.diagnosis.isClear != false,
                let state = track.side(of: extent(of: fence), at: device.now)?.state,
                state != fence.belief
            else { continue }
            if behavior.reportsChangesAfterPause {
                cross(fence.key, at: device.now, device)
            } else {
                fences[fence.key]?.belief = state
            }
        }
    }

    /// Determines the initial state and the next crossing of circles.
    mutating func startFences(_ device: DeviceConditions) {
        guard isMonitoring else { return }
        let isOpen = fences.values.contains { fence in
            fence.takesSlot && fence.startsAt <= device.now
                && (!fence.isStarted || !fence.isPlanned)
        }
        guard isOpen else { return }
        for fence in sortedFences where fence.takesSlot && fence.startsAt <= device.now {
            if !fence.isStarted || (fence.belief == .unknown && !fence.isPlanned) {
                determine(fence, device)
            }
            if fences[fence.key]?.isPlanned == false { plan(fence.key, device) }
        }
    }

    private mutating func determine(_ fence: Fence, _ device: DeviceConditions) {
        let state = track.side(of: extent(of: fence), at: device.now)?.state ?? .unknown
        guard !fence.isStarted || state != .unknown else { return }
        fences[fence.key]?.isStarted = true
        if state != .unknown {
            record(.determined(isInside: state == .inside), of: fence)
        }
        fences[fence.key]?.belief = state
        fences[fence.key]?.from = device.now
        if let condition = fence.condition {
            if state != .unknown, state.monitorState != condition.assumed {
                postCondition(fence.key, date: device.now, device)
            }
        } else if behavior.reportsStateOnRegistration {
            call(fence.manager, .state(fence.region, state))
        }
    }

    /// Calls the requesting manager, or all managers when it is gone.
    mutating func call(_ manager: Int?, _ callback: Callback) {
        let known = manager.flatMap { managers[$0] }
        outbox.append(.call(known?.number, callback))
    }

    /// A circle with its actual boundary.
    func extent(of fence: Fence) -> Circle {
        Circle(
            center: fence.region.circle.center,
            radius: max(fence.region.circle.radius, behavior.minimumRadius)
        )
    }
}
