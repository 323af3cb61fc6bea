import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

/// The significant-change service while it is running.
struct SignificantService: Sendable {
    /// The location of the last report.
    var place: CLLocationCoordinate2D?
    var reportedAt: Date
    var due: Date?
    var isPlanned = false
}

extension LocationState {
    mutating func startSignificant(_ manager: Int, _ device: DeviceConditions) {
        guard isSignificantAvailable else { return }
        managers[manager]?.wantsSignificant = true
        let waits = pending.contains { if case .significant = $0.event { true } else { false } }
        if significant == nil {
            significant = SignificantService(reportedAt: .distantPast)
        }
        // The events that woke the app come first; otherwise the last known fix is delivered.
        if waits { return outbox.append(.flush) }
        guard maySeeChanges(device),
            let fix = visibleFix(device) ?? makeFix(device.now)
        else { return }
        lastFix = lastFix ?? fix
        call(manager, .locations([fix]))
    }

    mutating func stopSignificant(_ manager: Int) {
        managers[manager]?.wantsSignificant = false
        let isWanted = managers.values.contains { $0.wantsSignificant }
        if !isWanted { significant = nil }
    }

    private func maySeeChanges(_ device: DeviceConditions) -> Bool {
        device.isPoweredOn && device.hasUnlockedSinceBoot && hasSignal
            && permission.isGranted(inUse: isInUse(device))
    }

    mutating func tickSignificant(_ device: DeviceConditions) {
        guard var service = significant else { return }
        defer { significant = service }
        let now = device.now
        guard maySeeChanges(device), let here = track.coordinate(at: now) else {
            service.due = nil
            service.isPlanned = false
            return
        }
        if service.place == nil {
            service.place = here
            service.reportedAt = now
        }
        if let due = service.due, due <= now, service.isPlanned {
            service.isPlanned = false
            report(&service, here, device)
        }
        if !service.isPlanned { plan(&service, now) }
    }

    private mutating func report(
        _ service: inout SignificantService,
        _ here: CLLocationCoordinate2D,
        _ device: DeviceConditions
    ) {
        let now = device.now
        guard let place = service.place else { return }
        let isFar =
            track.side(of: Circle(center: place, radius: behavior.significantDistance), at: now)
            == .outside
        let beats = behavior.significantHeartbeat.map {
            now >= service.reportedAt.addingTimeInterval($0.seconds)
        }
        guard isFar || beats == true, let fix = makeFix(now) else { return }
        service.place = here
        service.reportedAt = now
        lastFix = fix
        // Of several undelivered fixes only the newest is kept.
        pending.removeAll { if case .significant = $0.event { true } else { false } }
        post(.significant(fix), device)
    }

    private func plan(_ service: inout SignificantService, _ now: Date) {
        service.isPlanned = true
        service.due = nil
        guard let place = service.place else { return }
        let circle = Circle(center: place, radius: behavior.significantDistance)
        let soonest = service.reportedAt.addingTimeInterval(behavior.significantInterval.seconds)
        if let exit = track.first(.outside, of: circle, from: now) {
            // Slightly later, so that rounding does not place the person inside.
            service.due = max(exit.addingTimeInterval(0.01), soonest)
        }
        if let heartbeat = behavior.significantHeartbeat {
            let beat = service.reportedAt.addingTimeInterval(heartbeat.seconds)
            service.due = max(now, min(service.due ?? beat, beat))
        }
    }
}
