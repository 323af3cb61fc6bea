import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

/// The visit service while it is running.
struct VisitService: Sendable {
    /// The start of the search for the next visit.
    var from: Date?
    /// Whether the service has just been started and does not know the arrival.
    var isFirst = true
    /// The current visit.
    var stay: Stay?
    var didReportArrival = false
    var due: Date?
    var isPlanned = false
}

extension LocationState {
    mutating func startVisits(_ manager: Int, _ device: DeviceConditions) {
        managers[manager]?.wantsVisits = true
        if visits == nil { visits = VisitService() }
        outbox.append(.flush)
    }

    mutating func stopVisits(_ manager: Int) {
        managers[manager]?.wantsVisits = false
        let isWanted = managers.values.contains { $0.wantsVisits }
        if !isWanted { visits = nil }
    }

    mutating func tickVisits(_ device: DeviceConditions) {
        guard var service = visits else { return }
        defer { visits = service }
        let now = device.now
        guard device.isPoweredOn, device.hasUnlockedSinceBoot, hasSignal,
            permission.status == .authorizedAlways, !track.isEmpty
        else {
            service = VisitService()
            return
        }
        if !service.isPlanned { plan(&service, now) }
        while let due = service.due, due <= now {
            report(&service, device)
            plan(&service, now)
        }
    }

    private mutating func report(_ service: inout VisitService, _ device: DeviceConditions) {
        guard var stay = service.stay else { return }
        lastFix = makeFix(device.now) ?? lastFix
        if service.didReportArrival {
            post(.visit(stay), device)
            service.from = stay.departure
            service.stay = nil
            service.didReportArrival = false
        } else {
            service.didReportArrival = true
            service.isFirst = false
            stay.departure = .distantFuture
            post(.visit(stay), device)
        }
    }

    private func plan(_ service: inout VisitService, _ now: Date) {
        service.isPlanned = true
        service.due = nil
        if var stay = service.stay, service.didReportArrival {
            // The walk may have changed: recompute the departure.
            if stay.departure > now || stay.departure == .distantFuture {
                stay.departure =
                    track.first(.outside, of: circle(around: stay.coordinate), from: now)
                    ?? .distantFuture
                service.stay = stay
            }
            service.due = late(stay.departure)
            return
        }
        let from = service.from ?? now
        guard let (arrival, departure, place) = nextStay(from: from) else { return }
        let isUnknown = service.isFirst && arrival == from
        service.from = from
        service.stay = Stay(
            arrival: isUnknown ? .distantPast : arrival,
            departure: departure,
            coordinate: place,
            accuracy: behavior.horizontalAccuracy
        )
        service.due = late(arrival.addingTimeInterval(behavior.visitDwell.seconds))
    }

    private func late(_ date: Date) -> Date? {
        date == .distantFuture ? nil : date.addingTimeInterval(behavior.visitDelay.seconds)
    }

    private func circle(around place: CLLocationCoordinate2D) -> Circle {
        Circle(center: place, radius: behavior.visitRadius)
    }

    private func nextStay(from date: Date) -> (Date, Date, CLLocationCoordinate2D)? {
        var start = date
        while let place = track.coordinate(at: start) {
            let exit = track.first(.outside, of: circle(around: place), from: start)
            guard let exit, exit.timeIntervalSince(start) < behavior.visitDwell.seconds else {
                return (start, exit ?? .distantFuture, place)
            }
            guard let next = track.nextFix(after: start) else { return nil }
            start = next
        }
        return nil
    }
}
