import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// The conditions of monitors.
extension LocationState {
    mutating func addCondition(
        _ condition: any CLCondition,
        _ key: Fence.Key,
        assuming state: CLMonitor.Event.State,
        _ circumstances: Circumstances
    ) {
        guard let name = key.monitor else { return }
        func event(_ state: CLMonitor.Event.State, _ diagnosis: Diagnosis) -> CLMonitor.Event {
            CLMonitor.Event(key.identifier, state, circumstances.now, diagnosis)
        }
        guard circumstances.hasUnlockedSinceBoot else {
            let diagnosis = Diagnosis(persistenceUnavailable: true)
            return outbox.append(.tellMonitor(name, event(.unmonitored, diagnosis)))
        }
        var refusal = Diagnosis()
        let circle = (condition as? CLMonitor.CircularGeographicCondition)
            .map { Circle(center: $0.center, radius: $0.radius) }
        let isSupported = circle.map { $0.radius <= maximumDistance } ?? false
        if !isSupported || !isMonitoringAvailable {
            refusal.conditionUnsupported = true
        } else if fences[key]?.takesSlot != true, !hasFreeSlot(circumstances) {
            refusal.conditionLimitExceeded = true
        }
        var fence = Fence(
            key: key,
            region: RegionValue(
                identifier: key.identifier,
                circle: circle ?? Circle(center: .init(), radius: 0)
            ),
            startsAt: circumstances.now.addingTimeInterval(behavior.replyDelay.seconds),
            from: circumstances.now
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
        outbox.append(.tellMonitor(name, event(.unmonitored, refusal)))
    }

    /// The app is told of a condition's state as the system believes it.
    mutating func postCondition(_ key: Fence.Key, date: Date, _ circumstances: Circumstances) {
        guard let fence = fences[key], let name = key.monitor else { return }
        fences[key]?.condition?.assumed = fence.belief.monitorState
        let event = CLMonitor.Event(
            key.identifier,
            fence.belief.monitorState,
            date,
            Diagnosis()
        )
        post(.condition(monitor: name, event), circumstances)
    }

    mutating func promote(_ event: CLMonitor.Event, of name: String) {
        fences[.init(monitor: name, identifier: event.identifier)]?.condition?.lastEvent = event
    }

    /// Tells monitors why their conditions are not watched, and begins anew when they are.
    mutating func diagnose(_ circumstances: Circumstances) {
        guard circumstances.process.isRunning, !ports.isEmpty else { return }
        let diagnosis = behavior.monitorReportsDiagnostics ? diagnosis(circumstances) : .init()
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
                    circumstances.now,
                    diagnosis
                )
                outbox.append(.tellMonitor(name, event))
                continue
            }
            // The app was told that it is not watched: it gets the state, whatever it is.
            fences[fence.key]?.condition?.assumed = .unknown
            fences[fence.key]?.isStarted = false
            fences[fence.key]?.forgetPlan()
        }
        startFences(circumstances)
    }

    private func diagnosis(_ circumstances: Circumstances) -> Diagnosis {
        Diagnosis(
            authorizationDenied: permission.status == .denied,
            authorizationDeniedGlobally: !permission.areServicesEnabled,
            authorizationRestricted: permission.status == .restricted,
            insufficientlyInUse: permission.status == .authorizedWhenInUse
                && !isInUse(circumstances),
            accuracyLimited: permission.accuracy == .reducedAccuracy,
            serviceSessionRequired: requiresServiceSession && sessions.isEmpty,
            authorizationRequestInProgress: permission.openPrompt != nil
                && permission.openPrompt != .confirmation
        )
    }

    /// What is known of a monitor, as far as it can be read before the first unlock.
    func conditions(of name: String, _ circumstances: Circumstances) -> [Fence] {
        guard circumstances.hasUnlockedSinceBoot, restoredAt <= circumstances.now else { return [] }
        return fences.values.filter { $0.key.monitor == name }
            .sorted { $0.key.identifier < $1.key.identifier }
    }

    /// Hands the last events out again, dated now, as CLMonitor was seen to.
    mutating func repeatConditions(_ circumstances: Circumstances) {
        guard behavior.monitorRepeatsWhenOpened else { return }
        for fence in sortedFences where fence.isStarted && fence.belief != .unknown {
            if fence.condition != nil {
                postCondition(fence.key, date: circumstances.now, circumstances)
            }
        }
    }
}
