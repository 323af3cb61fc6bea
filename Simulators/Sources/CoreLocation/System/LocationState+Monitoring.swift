import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Whether circles are watched at all, and where the person is when that begins.
extension LocationState {
    private func mayMonitor(_ circumstances: Circumstances) -> Bool {
        circumstances.isPoweredOn && circumstances.hasUnlockedSinceBoot
            && restoredAt <= circumstances.now && isMonitoringAvailable && hasSignal
            && permission.accuracy == .fullAccuracy
            && permission.isGranted(inUse: isInUse(circumstances))
    }

    mutating func reconsiderMonitoring(_ circumstances: Circumstances) {
        for (identifier, end) in releases where end <= circumstances.now {
            releases[identifier] = nil
        }
        let may = mayMonitor(circumstances)
        guard may != isMonitoring else { return }
        isMonitoring = may
        for key in fences.keys { fences[key]?.forgetPlan() }
        guard may else { return }
        for fence in sortedFences where fence.isStarted && fence.belief != .unknown {
            fences[fence.key]?.from = circumstances.now
            guard fence.condition?.diagnosis.isClear != false,
                let state = track.side(of: extent(of: fence), at: circumstances.now)?.state,
                state != fence.belief
            else { continue }
            if behavior.reportsChangesAfterPause {
                cross(fence.key, at: circumstances.now, circumstances)
            } else {
                fences[fence.key]?.belief = state
            }
        }
    }

    /// Finds out the first state of circles, and when each will be crossed.
    mutating func startFences(_ circumstances: Circumstances) {
        guard isMonitoring else { return }
        let isOpen = fences.values.contains { fence in
            fence.takesSlot && fence.startsAt <= circumstances.now
                && (!fence.isStarted || !fence.isPlanned)
        }
        guard isOpen else { return }
        for fence in sortedFences where fence.takesSlot && fence.startsAt <= circumstances.now {
            if !fence.isStarted || (fence.belief == .unknown && !fence.isPlanned) {
                determine(fence, circumstances)
            }
            if fences[fence.key]?.isPlanned == false { plan(fence.key, circumstances) }
        }
    }

    private mutating func determine(_ fence: Fence, _ circumstances: Circumstances) {
        let state = track.side(of: extent(of: fence), at: circumstances.now)?.state ?? .unknown
        guard !fence.isStarted || state != .unknown else { return }
        fences[fence.key]?.isStarted = true
        if state != .unknown {
            record(.determined(isInside: state == .inside), of: fence)
        }
        fences[fence.key]?.belief = state
        fences[fence.key]?.from = circumstances.now
        if let condition = fence.condition {
            if state != .unknown, state.monitorState != condition.assumed {
                postCondition(fence.key, date: circumstances.now, circumstances)
            }
        } else if behavior.reportsStateOnRegistration {
            tell(fence.manager, .state(fence.region, state))
        }
    }

    /// Tells the manager that asked, or all when it is gone.
    mutating func tell(_ manager: Int?, _ callback: Callback) {
        let known = manager.flatMap { managers[$0] }
        outbox.append(.tell(known?.number, callback))
    }

    /// A circle as large as it is in truth.
    func extent(of fence: Fence) -> Circle {
        Circle(
            center: fence.region.circle.center,
            radius: max(fence.region.circle.radius, behavior.minimumRadius)
        )
    }
}
