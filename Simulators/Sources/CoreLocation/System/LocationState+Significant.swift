import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

/// The service for significant changes, while it is on.
struct SignificantService: Sendable {
    /// Where the person was when it reported last.
    var place: CLLocationCoordinate2D?
    var reportedAt: Date
    var due: Date?
    var isPlanned = false
}

extension LocationState {
    mutating func startSignificant(_ manager: Int, _ circumstances: Circumstances) {
        guard isSignificantAvailable else { return }
        managers[manager]?.wantsSignificant = true
        let waits = pending.contains { if case .significant = $0.event { true } else { false } }
        if significant == nil {
            significant = SignificantService(reportedAt: .distantPast)
        }
        // What the app was woken for comes first; else the last known fix.
        if waits { return outbox.append(.flush) }
        guard maySeeChanges(circumstances),
            let fix = visibleFix(circumstances) ?? makeFix(circumstances.now)
        else { return }
        lastFix = lastFix ?? fix
        tell(manager, .locations([fix]))
    }

    mutating func stopSignificant(_ manager: Int) {
        managers[manager]?.wantsSignificant = false
        let isWanted = managers.values.contains { $0.wantsSignificant }
        if !isWanted { significant = nil }
    }

    private func maySeeChanges(_ circumstances: Circumstances) -> Bool {
        circumstances.isPoweredOn && circumstances.hasUnlockedSinceBoot && hasSignal
            && permission.isGranted(inUse: isInUse(circumstances))
    }

    mutating func tickSignificant(_ circumstances: Circumstances) {
        guard var service = significant else { return }
        defer { significant = service }
        let now = circumstances.now
        guard maySeeChanges(circumstances), let here = track.coordinate(at: now) else {
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
            report(&service, here, circumstances)
        }
        if !service.isPlanned { plan(&service, now) }
    }

    private mutating func report(
        _ service: inout SignificantService,
        _ here: CLLocationCoordinate2D,
        _ circumstances: Circumstances
    ) {
        let now = circumstances.now
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
        // Of several that nobody takes, the newest is of use.
        pending.removeAll { if case .significant = $0.event { true } else { false } }
        post(.significant(fix), circumstances)
    }

    private func plan(_ service: inout SignificantService, _ now: Date) {
        service.isPlanned = true
        service.due = nil
        guard let place = service.place else { return }
        let circle = Circle(center: place, radius: behavior.significantDistance)
        let soonest = service.reportedAt.addingTimeInterval(behavior.significantInterval.seconds)
        if let exit = track.first(.outside, of: circle, from: now) {
            // A moment later, so that no rounding says that they are still inside.
            service.due = max(exit.addingTimeInterval(0.01), soonest)
        }
        if let heartbeat = behavior.significantHeartbeat {
            let beat = service.reportedAt.addingTimeInterval(heartbeat.seconds)
            service.due = max(now, min(service.due ?? beat, beat))
        }
    }
}
