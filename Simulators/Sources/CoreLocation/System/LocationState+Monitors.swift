import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Monitor conditions.
extension LocationState {
    mutating func addCondition(
        _ condition: any CLCondition,
        _ key: Fence.Key,
        assuming state: CLMonitor.Event.State,
        _ device: DeviceConditions
    ) {
        guard let name = key.monitor else { return }
        func event(_ state: CLMonitor.Event.State, _ diagnosis: Diagnosis) -> CLMonitor.Event {
            CLMonitor.Event(key.identifier, state, device.now, diagnosis)
        }
        guard device.hasUnlockedSinceBoot else {
            let diagnosis = Diagnosis(persistenceUnavailable: true)
            return outbox.append(.callMonitor(name, event(.unmonitored, diagnosis)))
        }
        var refusal = Diagnosis()
        let circle = (condition as? CLMonitor.CircularGeographicCondition)
            .map { Circle(center: $0.center, radius: $0.radius) }
        let isSupported = circle.map { $0.radius <= maximumDistance } ?? false
        if !isSupported || !isMonitoringAvailable {
            refusal.conditionUnsupported = true
        } else if fences[key]?.takesSlot != true, !hasFreeSlot(device) {
            refusal.conditionLimitExceeded = true
        }
        var fence = Fence(
            key: key,
            region: RegionValue(
                identifier: key.identifier,
                circle: circle ?? Circle(center: .init(), radius: 0)
            ),
            startsAt: device.now.addingTimeInterval(behavior.replyDelay.seconds),
            from: device.now
        )
        fence.condition = Fence.Condition(
            value: condition,
            assumed: state,
            lastEvent: event(state, Diagnosis()),
            diagnosis: refusal,
            isRefused: !refusal.isClear
        )
        fences[key] = fence
        guard !refusal.isClear else { return }
        counters.refusals += 1
        outbox.append(.callMonitor(name, event(.unmonitored, refusal)))
    }

    /// Delivers the believed state of a condition to the app.
    mutating func postCondition(_ key: Fence.Key, date: Date, _ device: DeviceConditions) {
        guard let fence = fences[key], let name = key.monitor else { return }
        fences[key]?.condition?.assumed = fence.belief.monitorState
        let event = CLMonitor.Event(
            key.identifier,
            fence.belief.monitorState,
            date,
            Diagnosis()
        )
        post(.condition(monitor: name, event), device)
    }

    mutating func promote(_ event: CLMonitor.Event, of name: String) {
        fences[.init(monitor: name, identifier: event.identifier)]?.condition?.lastEvent = event
    }

    /// Reports to monitors why their conditions are not monitored, and restarts monitoring when it
    /// becomes possible.
    mutating func diagnose(_ device: DeviceConditions) {
        guard device.process.isRunning, !ports.isEmpty else { return }
        let diagnosis = behavior.monitorReportsDiagnostics ? diagnosis(device) : .init()
        for fence in sortedFences {
            guard let condition = fence.condition, !condition.isRefused,
                let name = fence.key.monitor, ports[name] != nil,
                condition.diagnosis != diagnosis
            else { continue }
            fences[fence.key]?.condition?.diagnosis = diagnosis
            guard diagnosis.isClear else {
                let event = CLMonitor.Event(
                    fence.key.identifier,
                    .unmonitored,
                    device.now,
                    diagnosis
                )
                outbox.append(.callMonitor(name, event))
                continue
            }
            // The app was notified that monitoring stopped; it receives the next state whatever it
            // is.
            fences[fence.key]?.condition?.assumed = .unknown
            fences[fence.key]?.isStarted = false
            fences[fence.key]?.forgetPlan()
        }
        startFences(device)
    }

    private func diagnosis(_ device: DeviceConditions) -> Diagnosis {
        Diagnosis(
            authorizationDenied: permission.status == .denied,
            authorizationDeniedGlobally: !permission.areServicesEnabled,
            authorizationRestricted: permission.status == .restricted,
            insufficientlyInUse: permission.status == .authorizedWhenInUse
                && !isInUse(device),
            accuracyLimited: permission.accuracy == .reducedAccuracy,
            serviceSessionRequired: requiresServiceSession && sessions.isEmpty,
            authorizationRequestInProgress: permission.openPrompt != nil
                && permission.openPrompt != .confirmation
        )
    }

    /// The stored conditions of a monitor; none before the first unlock.
    func conditions(of name: String, _ device: DeviceConditions) -> [Fence] {
        guard device.hasUnlockedSinceBoot, restoredAt <= device.now else { return [] }
        return fences.values.filter { $0.key.monitor == name }
            .sorted { $0.key.identifier < $1.key.identifier }
    }

    /// Delivers the last events again with the current date, as observed with CLMonitor.
    mutating func repeatConditions(_ device: DeviceConditions) {
        guard behavior.monitorRepeatsWhenOpened else { return }
        for fence in sortedFences where fence.isStarted && fence.belief != .unknown {
            if fence.condition != nil {
                postCondition(fence.key, date: device.now, device)
            }
        }
    }
}
