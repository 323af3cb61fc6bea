import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// What must hold of visits when all is calm.
struct PlaceChecks {
    /// Entries that lie so far apart at most are of one visit.
    private static let sameEntry = Duration.seconds(15 * 60)

    /// Seconds that the system is late at most.
    private static let maximumDelay = 900.0
    /// Within this time an app has asked for a fix and dealt with it, in seconds.
    private static let search = 60.0
    /// So many steps of that may be late, each as much as the seed lets the machine stall.
    private static let lateSteps = 10.0

    let world: World
    let account: String
    /// What the server has of the account.
    let server: [EntityID: Entity]
    /// What some device has changed, and the server did not take.
    let undecided: Set<EntityID>

    func check() {
        var visits: [EntityID: [(id: EntityID, event: Event)]] = [:]
        for (id, entity) in server where entity.kind == .event {
            // What is no event is told by others.
            guard Self.isVisit(entity), let event = try? Event(document: entity.document()),
                let place = event.geofenceID, !isTouched(id)
            else { continue }
            visits[place, default: []].append((id, event))
            if let type = type(of: place), server[type] == nil {
                world.coverage.reached(.typeOfPlaceGone)
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
                world.violate("regions", "\(device.name) had \(most) regions watched")
            }
            // The system takes no more, whatever it is asked for; where the machine stands still
            // now and then, an app asks before it can see what became of what it asked for.
            let refused = counters.refusalsForLackOfSlots
            if refused > 0, world.simulation.policy.stallPerMille == 0 {
                world.violate("regions", "\(device.name) asked for \(refused) regions too many")
            }
        }
    }

    /// Whether an event is a visit that a phone found out.
    static func isVisit(_ entity: Entity) -> Bool {
        guard let key = try? entity.document()["natural_key"]?.string else { return false }
        return key == "visit/\(entity.id)"
    }

    /// Whether a person gave it up, deleted it or took that back: then it is theirs.
    ///
    /// So is what was refused, and waits for them to decide.
    private func isTouched(_ id: EntityID) -> Bool {
        undecided.contains(id) || world.model.givenUp.contains(id)
            || world.model.deletions.contains { $0.entity == id }
    }

    /// The largest radius that a place has had, in metres.
    private func radius(of place: EntityID) -> Double {
        guard let entity = server[place], let geofence = try? Geofence(document: entity.document())
        else { return 300 }
        return max(300, geofence.radiusMeters)
    }

    /// The type that visits to a place are to be of.
    private func type(of place: EntityID) -> EntityID? {
        // What is no place is told by others.
        server[place].flatMap { try? Geofence(document: $0.document()) }?.eventTypeEntryID
    }

    /// Nobody is at two places, and no visit goes on where nobody is.
    private func checkOpen(_ visits: [(id: EntityID, event: Event)], at place: EntityID) {
        guard let home = world.locationOracle[account]?.places["Home"] else { return }
        for visit in visits where visit.event.endDate == nil {
            let there = visit.event.locationLatitude.flatMap { latitude in
                visit.event.locationLongitude.flatMap {
                    Coordinate(latitude: latitude, longitude: $0)
                }
            }
            guard let there, there.distance(to: home) > 1_000 + radius(of: place) else { continue }
            world.tell(place, of: account)
            world.violate("open", "visit \(visit.id) goes on, and the person is at home")
        }
    }

    /// One visit is recorded once, by however many phones.
    private func checkDoubles(_ visits: [(id: EntityID, event: Event)]) {
        for (first, second) in zip(visits, visits.dropFirst()) {
            let apart = second.event.timestamp - first.event.timestamp
            guard apart <= Self.sameEntry,
                (first.event.endDate ?? .distant) > second.event.timestamp
            else { continue }
            world.violate("doubled", "\(first.id) and \(second.id) are one visit")
        }
    }

    /// The person was there, or where the edge of a region is noticed late.
    private func checkTruth(_ id: EntityID, _ event: Event) {
        guard let whereabouts = world.locationOracle[account],
            let latitude = event.locationLatitude, let longitude = event.locationLongitude,
            let there = Coordinate(latitude: latitude, longitude: longitude)
        else { return }
        let reach = event.geofenceID.map { radius(of: $0) } ?? 150
        var entry = Simulation.beginning
        // Both ends at once: an app that stood still for hours was told of them when it went on.
        if case .instant(let earliest)? = event.properties["entry_earliest"],
            event.endDate != event.timestamp
        {
            entry = earliest
        }
        // So was one that stood still when it happened, be it that the exit was told later.
        for stall in world.stalls.reversed()
        where Simulation.beginning + stall.lowerBound < entry
            && entry <= Simulation.beginning + stall.upperBound + .seconds(60)
        {
            entry = Simulation.beginning + stall.lowerBound
        }
        // A phone that missed the way out goes on saying that the person is inside; of its visit
        // that is left which came after the end that another phone saw.
        let isSaid = [.text("state"), .text("missed")].contains(event.properties["entry_source"])
        // So does one that may not know where it is as they leave.
        let missesExits =
            world.faults.hasPoorRegions || world.faults.restrictions != nil
            || world.faults.signalLosses != nil
        if missesExits, isSaid { entry = Simulation.beginning }
        let first = Date(min(entry, event.timestamp)).addingTimeInterval(-Self.maximumDelay)
        let last = Date(event.endDate ?? event.timestamp).addingTimeInterval(Self.maximumDelay)
        if whereabouts.wasWithin(250 + reach, of: there, first...max(first, last)) { return }
        // A system that missed the exit says that they are inside, and a fix at once that they are
        // not.
        if event.properties["entry_source"] == .text("state"), let end = event.endDate,
            end - event.timestamp <= VisitTracker.exitDebounce
        {
            return
        }
        if let place = event.geofenceID {
            // One that is told long after it happened is put right by the next fix; that comes
            // late where the app stood still as it was told, or the phone could not find out where
            // it is. The end may be told as late, by another phone too.
            let told = Date(event.timestamp)
            let search = Self.search + world.maximumDeliveryDelay * Self.lateSteps
            let span = told...told.addingTimeInterval(search)
            let isShort =
                event.endDate.map { $0 - event.timestamp <= VisitTracker.exitDebounce } ?? false
            let isEndLate =
                event.endDate.map { !lateTellers(Date($0), isEntry: false, of: place).isEmpty }
                ?? false
            let isLate = lateTellers(told, isEntry: true, of: place).contains { device in
                isShort || isEndLate
                    || [.coarse, .restricted, .lost].contains { device.log.had($0, span) }
                    || !device.log.ranSmoothly(account, span, stalls: world.stallDates)
            }
            if isLate { return }
            world.tell(place, of: account)
        }
        world.violate(
            "invented",
            "visit \(id) from \(event.timestamp) to \(event.endDate.map { "\($0)" } ?? "now"), "
                + "known by \(event.properties["entry_source"].map { "\($0)" } ?? "nothing"), "
                + "and the person was never there"
        )
    }

    /// The phones whose systems told of a crossing that they had noticed long before, as of one that
    /// waited for a suspended app: they do not say when that was, and a visit begins, or ends, when
    /// it is told.
    private func lateTellers(
        _ told: Date,
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
                    return abs(delivered.timeIntervalSince(told)) <= 1
                        && delivered.timeIntervalSince(crossing.noticed) > Self.maximumDelay
                } ?? false
        }
    }

    /// An end lies in the interval that it says.
    private func checkInterval(_ id: EntityID, _ event: Event) {
        guard let end = event.endDate,
            case .instant(let earliest)? = event.properties["exit_earliest"]
        else { return }
        var isInside = earliest <= end
        if case .instant(let latest)? = event.properties["exit_latest"] {
            isInside = isInside && end <= latest
        }
        if !isInside || end < event.timestamp {
            world.violate("interval", "visit \(id) ends outside of what is known of its end")
        }
    }
}

extension Instant {
    /// Later than all that happens.
    fileprivate static let distant = Instant(milliseconds: .max)
}
