import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

// Delivery of continuous fixes to managers.
extension LocationState {
    mutating func startUpdates(_ manager: Int, _ device: DeviceConditions) {
        guard managers[manager]?.updates == nil else { return }
        managers[manager]?.updates = ManagerState.Updates()
        if [.denied, .restricted].contains(permission.status) { call(manager, .error(.denied)) }
    }

    mutating func stopUpdates(_ manager: Int) {
        managers[manager]?.updates = nil
        managers[manager]?.request = nil
        outbox.append(.release)
    }

    private func mayUpdate(_ manager: ManagerState, _ device: DeviceConditions) -> Bool {
        let isOnScreen = device.process == .foreground
        let isBehind = device.process == .background && manager.allowsBackground
        return (isOnScreen || isBehind)
            && permission.isGranted(inUse: isInUse(device))
    }

    mutating func tickUpdates(_ device: DeviceConditions) {
        let now = device.now
        for number in managers.keys.sorted() {
            guard let manager = managers[number], var updates = manager.updates else { continue }
            defer { managers[number]?.updates = updates }
            guard mayUpdate(manager, device) else {
                updates.due = nil
                updates.isPlanned = false
                continue
            }
            guard hasSignal, !track.isEmpty else {
                updates.due = nil
                updates.isPlanned = false
                if !updates.reportedSignalLoss { call(number, .error(.locationUnknown)) }
                updates.reportedSignalLoss = true
                continue
            }
            updates.reportedSignalLoss = false
            if !updates.isPlanned, !(updates.isPaused && !behavior.resumesByItself) {
                updates.isPlanned = true
                let first = behavior.firstFixDelay.seconds
                updates.due = updates.hasFix ? now : now.addingTimeInterval(first)
            }
            if let due = updates.due, due <= now { update(manager, &updates, now) }
        }
    }

    private mutating func update(
        _ manager: ManagerState,
        _ updates: inout ManagerState.Updates,
        _ now: Date
    ) {
        let number = manager.number
        let stillUntil = track.stillness(from: now)
        if stillUntil == nil {
            updates.stillSince = nil
            if updates.isPaused { call(number, .resumed) }
            updates.isPaused = false
        } else {
            updates.stillSince = updates.stillSince ?? now
        }
        if !updates.isPaused, let fix = makeFix(now) {
            let moved = updates.last.map { fix.distance(from: $0) } ?? .infinity
            if moved > 0, moved >= manager.distanceFilter {
                updates.last = fix
                lastFix = fix
                call(number, .locations([fix]))
            }
            updates.hasFix = true
        }
        updates.due = nextUpdate(manager, &updates, stillUntil, now)
    }

    private mutating func nextUpdate(
        _ manager: ManagerState,
        _ updates: inout ManagerState.Updates,
        _ stillUntil: Date?,
        _ now: Date
    ) -> Date? {
        if permission.accuracy == .reducedAccuracy {
            return now.addingTimeInterval(max(1, behavior.reducedInterval.seconds))
        }
        guard let stillUntil else {
            return now.addingTimeInterval(max(0.01, behavior.updateInterval.seconds))
        }
        // Except for the pause, nothing happens until the person moves on.
        let end = stillUntil == .distantFuture ? nil : stillUntil.addingTimeInterval(0.01)
        guard manager.pausesAutomatically, !updates.isPaused, let since = updates.stillSince else {
            return updates.isPaused && !behavior.resumesByItself ? nil : end
        }
        let pause = since.addingTimeInterval(behavior.pauseAfter.seconds)
        if pause > now { return min(pause, end ?? pause) }
        updates.isPaused = true
        call(manager.number, .paused)
        return behavior.resumesByItself ? end : nil
    }

    /// The app came to the foreground: paused updates resume.
    mutating func resumeUpdates() {
        for number in managers.keys.sorted() where managers[number]?.updates?.isPaused == true {
            managers[number]?.updates?.isPaused = false
            managers[number]?.updates?.isPlanned = false
            managers[number]?.updates?.stillSince = nil
            call(number, .resumed)
        }
    }

    /// Delivers the fixes of a suspension in one batch.
    mutating func deliverQueuedFixes(_ device: DeviceConditions) {
        guard let start = suspendedAt, permission.status == .authorizedAlways, hasSignal,
            permission.accuracy == .fullAccuracy, behavior.queuedFixLimit > 0
        else { return }
        let step = device.now.timeIntervalSince(start) / Double(behavior.queuedFixLimit)
        for number in managers.keys.sorted() {
            guard let manager = managers[number], let updates = manager.updates else { continue }
            var last = updates.last
            var fixes: [CLLocation] = []
            for index in 1...behavior.queuedFixLimit {
                let date = start.addingTimeInterval(Double(index) * step)
                guard let fix = makeFix(date) else { continue }
                let moved = last.map { fix.distance(from: $0) } ?? .infinity
                guard moved > 0, moved >= manager.distanceFilter else { continue }
                last = fix
                fixes.append(fix)
            }
            guard !fixes.isEmpty else { continue }
            managers[number]?.updates?.last = last
            lastFix = last
            call(number, .locations(fixes))
        }
    }

    // MARK: single fix

    mutating func request(_ manager: Int, _ device: DeviceConditions) -> Int? {
        guard permission.isGranted(inUse: true) else {
            call(manager, .error(.denied))
            return nil
        }
        let number = nextNumber()
        managers[manager]?.request = number
        return number
    }

    mutating func answerRequest(
        _ request: Int,
        _ manager: Int,
        isLast: Bool,
        _ device: DeviceConditions
    ) {
        guard managers[manager]?.request == request else { return }
        if permission.isGranted(inUse: true), let fix = makeFix(device.now) {
            managers[manager]?.request = nil
            lastFix = fix
            call(manager, .locations([fix]))
        } else if isLast {
            managers[manager]?.request = nil
            call(manager, .error(.locationUnknown))
        }
    }
}
