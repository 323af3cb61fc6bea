import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// The checks of visits at the end of the calm phase.
struct PlaceChecks {
    /// Entries at most this far apart belong to one visit.
    private static let sameEntry = Duration.seconds(15 * 60)

    /// The largest delivery delay of the system in seconds.
    private static let maximumDelay = 900.0
    /// The time in which an app requests and processes a fix, in seconds.
    private static let search = 60.0
    /// The number of steps of that work that may each be delayed by a stall.
    private static let lateSteps = 10.0

    let world: World
    let account: String
    /// The account's entities on the server.
    let server: [EntityID: Entity]
    /// Entities with changes of a device that the server did not accept.
    let undecided: Set<EntityID>

    func check() {
        var visits: [EntityID: [(id: EntityID, event: Event)]] = [:]
        for (id, entity) in server where entity.kind == .event {
            // Other checks report an entity that is not an event.
            guard Self.isVisit(entity), let event = try? Event(document: entity.document()),
                let place = event.geofenceID, !isChangedByPerson(id)
            else { continue }
            visits[place, default: []].append((id, event))
            if let type = type(of: place), server[type] == nil {
                world.coverage.reached(.placeTypeDeleted)
            }
        }
        for place in visits.keys.sorted() {
            let sorted = (visits[place] ?? []).sorted {
                ($0.event.timestamp, $0.id) < ($1.event.timestamp, $1.id)
            }
            checkOpen(sorted, at: place)
            checkDoubles(sorted)
            for visit in sorted {
                checkInterval(visit.id, visit.event)
                checkTruth(visit.id, visit.event)
            }
        }
        for device in world.devices {
            guard let counters = device.phone(of: account)?.location.counters else { continue }
            let most = counters.highWaterMark
            if most > RegionSelection.systemLimit {
                world.violate("regions", "\(device.name) monitored \(most) regions")
            }
            // The system has a limit of regions. Where the machine stalls, an app may request a
            // region before it sees the result of its earlier requests.
            let refused = counters.refusalsForLackOfSlots
            if refused > 0, world.simulation.policy.stallPerMille == 0 {
                world.violate(
                    "regions",
                    "\(device.name) requested \(refused) regions beyond the limit"
                )
            }
        }
    }

    /// Whether an event is a visit that a phone detected.
    static func isVisit(_ entity: Entity) -> Bool {
        guard let key = try? entity.document()["natural_key"]?.string else { return false }
        return key == "visit/\(entity.id)"
    }

    /// Whether a person discarded, deleted or restored the visit, so that its content is their
    /// decision.
    ///
    /// A refused change that waits for a decision counts too.
    private func isChangedByPerson(_ id: EntityID) -> Bool {
        undecided.contains(id) || world.model.givenUp.contains(id)
            || world.model.deletions.contains { $0.entity == id }
    }

    /// The largest radius of a place over time, in metres.
    private func radius(of place: EntityID) -> Double {
        guard let entity = server[place], let geofence = try? Geofence(document: entity.document())
        else { return 300 }
        return max(300, geofence.radiusMeters)
    }

    /// The event type of visits to a place.
    private func type(of place: EntityID) -> EntityID? {
        // Other checks report an entity that is not a place.
        server[place].flatMap { try? Geofence(document: $0.document()) }?.eventTypeEntryID
    }

    /// No person has two open visits, and no open visit is at a place where the person is not.
    private func checkOpen(_ visits: [(id: EntityID, event: Event)], at place: EntityID) {
        guard let home = world.locationOracle[account]?.places["Home"] else { return }
        for visit in visits where visit.event.endDate == nil {
            let there = visit.event.locationLatitude.flatMap { latitude in
                visit.event.locationLongitude.flatMap {
                    Coordinate(latitude: latitude, longitude: $0)
                }
            }
            guard let there, there.distance(to: home) > 1_000 + radius(of: place) else { continue }
            world.logRecords(place, of: account)
            world.violate("open", "visit \(visit.id) is open while the person is at home")
        }
    }

    /// Each visit is recorded once, by any number of phones.
    private func checkDoubles(_ visits: [(id: EntityID, event: Event)]) {
        for (first, second) in zip(visits, visits.dropFirst()) {
            let apart = second.event.timestamp - first.event.timestamp
            guard apart <= Self.sameEntry,
                (first.event.endDate ?? .distant) > second.event.timestamp
            else { continue }
            world.violate("doubled", "\(first.id) and \(second.id) are the same visit")
        }
    }

    /// The person was there, or within the distance at which the system may report the region late.
    private func checkTruth(_ id: EntityID, _ event: Event) {
        guard let oracle = world.locationOracle[account],
            let latitude = event.locationLatitude, let longitude = event.locationLongitude,
            let there = Coordinate(latitude: latitude, longitude: longitude)
        else { return }
        let reach = event.geofenceID.map { radius(of: $0) } ?? 150
        var entry = Simulation.beginning
        // Both ends at once: an app that was suspended for hours received them when it was resumed.
        if case .instant(let earliest)? = event.properties["entry_earliest"],
            event.endDate != event.timestamp
        {
            entry = earliest
        }
        // So did an app in a machine that stalled at the entry, even if the exit was delivered
        // later.
        for stall in world.stalls.reversed()
        where Simulation.beginning + stall.lowerBound < entry
            && entry <= Simulation.beginning + stall.upperBound + .seconds(60)
        {
            entry = Simulation.beginning + stall.lowerBound
        }
        // A phone that missed the exit reports the person as inside. Of its visit, the part after
        // the end that another phone observed remains.
        let isReported = [.text("state"), .text("missed")].contains(
            event.properties["entry_source"]
        )
        // The same applies to a phone without location access during the exit.
        let missesExits =
            world.faults.hasPoorRegions || world.faults.restrictions != nil
            || world.faults.signalLosses != nil
        if missesExits, isReported { entry = Simulation.beginning }
        let first = Date(min(entry, event.timestamp)).addingTimeInterval(-Self.maximumDelay)
        let last = Date(event.endDate ?? event.timestamp).addingTimeInterval(Self.maximumDelay)
        if oracle.wasWithin(250 + reach, of: there, first...max(first, last)) { return }
        // A system that missed the exit reports the person as inside, and the next fix corrects it
        // at once.
        if event.properties["entry_source"] == .text("state"), let end = event.endDate,
            end - event.timestamp <= VisitTracker.exitDebounce
        {
            return
        }
        if let place = event.geofenceID {
            // A signal that is delivered long after the event is corrected by the next fix. That
            // fix is late when the app was suspended at delivery or the phone could not determine
            // its location. The exit may be delivered as late, also by another phone.
            let deliveredAt = Date(event.timestamp)
            let search = Self.search + world.maximumDeliveryDelay * Self.lateSteps
            let span = deliveredAt...deliveredAt.addingTimeInterval(search)
            let isShort =
                event.endDate.map { $0 - event.timestamp <= VisitTracker.exitDebounce } ?? false
            let isEndLate =
                event.endDate.map { !lateReporters(Date($0), isEntry: false, of: place).isEmpty }
                ?? false
            let isLate = lateReporters(deliveredAt, isEntry: true, of: place).contains { device in
                isShort || isEndLate
                    || [.coarse, .restricted, .lost].contains { device.log.had($0, span) }
                    || !device.log.ranSmoothly(account, span, stalls: world.stallDates)
            }
            if isLate { return }
            world.logRecords(place, of: account)
        }
        world.violate(
            "invented",
            "visit \(id) from \(event.timestamp) to \(event.endDate.map { "\($0)" } ?? "now"), "
                + "with source \(event.properties["entry_source"].map { "\($0)" } ?? "nothing"), "
                + "but the person was not there"
        )
    }

    /// The phones whose systems delivered a crossing long after they had observed it, for example
    /// because the app was suspended.
    ///
    /// A delivery carries no time of observation, so a visit starts or ends at its delivery.
    private func lateReporters(
        _ deliveredAt: Date,
        isEntry: Bool,
        of place: EntityID
    ) -> [SimulatedDevice] {
        let identifier = RegionIdentity.identifier(of: place)
        return world.devices.filter { device in
            let records = device.phone(of: account)?.location.regionRecords ?? []
            return RegionJournal.all(of: records)[identifier]?.crossings
                .contains { crossing in
                    guard crossing.isEntry == isEntry, let delivered = crossing.delivered else {
                        return false
                    }
                    return abs(delivered.timeIntervalSince(deliveredAt)) <= 1
                        && delivered.timeIntervalSince(crossing.noticed) > Self.maximumDelay
                } ?? false
        }
    }

    /// Checks that the end of a visit lies in its stated interval.
    private func checkInterval(_ id: EntityID, _ event: Event) {
        guard let end = event.endDate,
            case .instant(let earliest)? = event.properties["exit_earliest"]
        else { return }
        var isInside = earliest <= end
        if case .instant(let latest)? = event.properties["exit_latest"] {
            isInside = isInside && end <= latest
        }
        if !isInside || end < event.timestamp {
            world.violate("interval", "visit \(id) ends outside of its interval")
        }
    }
}

extension Instant {
    /// Later than any event.
    fileprivate static let distant = Instant(milliseconds: .max)
}
