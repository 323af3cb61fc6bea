import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// Checks that each true visit that a phone's system delivered to the app is recorded once, with
/// the right end.
///
/// A phone is accountable for a visit when it monitored the region, its system delivered the
/// crossing, and nothing kept the app from its work then. The exceptions are listed in
/// `docs/explanation/simulation.md`.
struct VisitRecallChecker {
    /// A shorter stay is passing by, in seconds.
    private static let minimumStay = 300.0
    /// The time that the app has to process a signal, in seconds.
    private static let work = 60.0
    /// Signals of the same region within this time belong together, in seconds.
    private static let exitDebounce = 600.0
    /// A shorter absence counts as part of the same visit, in seconds.
    private static let minimumAbsence = 1_800.0
    /// Entries of two phones at most this far apart belong to one visit, in seconds.
    private static let sameEntry = 900.0

    let world: World
    let account: String
    let locationOracle: LocationOracle
    /// All visits that exist or were deleted by a person.
    let visits: [EntityID: [Visit]]
    private let journals: [(device: SimulatedDevice, regions: [String: RegionJournal])]

    init?(world: World, account: String, visits: [Visit]) {
        guard let oracle = world.locationOracle[account] else { return nil }
        self.world = world
        self.account = account
        self.locationOracle = oracle
        var byPlace: [EntityID: [Visit]] = [:]
        for visit in visits.sorted(by: { ($0.start, $0.id) < ($1.start, $1.id) }) {
            if let place = visit.place { byPlace[place, default: []].append(visit) }
        }
        self.visits = byPlace
        journals = world.devices.compactMap { device in
            device.phone(of: account)?.location.regionRecords.map {
                (device, RegionJournal.all(of: $0))
            }
        }
    }

    /// The number of steps that may each be delayed by a stall before a launch processes the
    /// signal; the launch first compares the visits of all devices.
    private static let lateSteps = 120.0

    /// The time that an app may take for its work under the seed's stalls: each step of another
    /// attempt may be delayed.
    private var reconciliationWindow: Double {
        Self.work + world.maximumDeliveryDelay * Self.lateSteps
    }

    func check() {
        // Where the machine may stall for hours, the app's time has no bound.
        let policy = world.simulation.policy
        guard policy.stallPerMille == 0 || policy.horizon <= .seconds(60) else { return }
        for (device, regions) in journals {
            for (identifier, journal) in regions.sorted(by: { $0.key < $1.key }) {
                guard case .geofence(let place) = RegionIdentity(identifier) else { continue }
                check(journal, of: place, on: device)
            }
        }
    }

    private func check(_ journal: RegionJournal, of place: EntityID, on device: SimulatedDevice) {
        var lastDelivery = Date.distantPast
        var judged = Date.distantPast
        for (index, crossing) in journal.crossings.enumerated() {
            let delivery = crossing.delivered
            // In a machine that stalled, both were delivered at the same time.
            defer { lastDelivery = delivery.map { max($0, stallEnd(at: $0)) } ?? lastDelivery }
            if let expired = crossing.expired { checkProcessed(crossing, expired, on: device) }
            if crossing.isSilent {
                world.violate("missed", "\(device.name) did not request events of \(place)")
            }
            if !crossing.isEntry, let delivery,
                delivery.timeIntervalSince(lastDelivery) > Self.exitDebounce
            {
                let before = journal.crossings[..<index]
                if !Self.returnedAtOnce(before) {
                    let last = before.last { $0.delivered != nil }
                    checkExitOnly(crossing, delivery, after: last, journal, of: place, on: device)
                }
            }
            guard crossing.isEntry, let delivery,
                delivery.timeIntervalSince(lastDelivery) > Self.exitDebounce,
                let stay = locationOracle.stay(in: crossing.circle, at: crossing.noticed),
                stay.lowerBound > judged, isVisit(stay, crossing.circle),
                !Self.isOver(crossing, journal.crossings[(index + 1)...]),
                worked(device, from: delivery)
            else { continue }
            judged = stay.lowerBound
            let left =
                journal.crossings[..<index].last { !$0.isEntry && $0.delivered != nil }?
                .delivered
            world.coverage.reached(.visitJudged)
            // The app does not know an exit that it could not store, and continues the visit.
            if let left, !worked(device, from: left), isInside(place, at: delivery) { continue }
            let known = journal.knownExit(before: index) ?? .distantPast
            judge(stay, crossing.circle, delivery, place, on: device, left: known)
        }
    }

    /// Whether the exit after an entry was observed at the same time: after a stall the system
    /// observed a stay that was already over, and the person may have returned since.
    private static func isOver(
        _ entry: RegionJournal.Crossing,
        _ next: ArraySlice<RegionJournal.Crossing>
    ) -> Bool {
        next.first.map { !$0.isEntry && $0.noticed.timeIntervalSince(entry.noticed) < 1 } ?? false
    }

    /// Whether a visit to a place is open at a moment, or ended a short time before.
    private func isInside(_ place: EntityID, at date: Date) -> Bool {
        (visits[place] ?? []).contains {
            $0.start <= date && $0.end.addingTimeInterval(Self.sameEntry) >= date
        }
    }

    /// Whether the last delivered signals are an exit and a return at the same time.
    ///
    /// The phone then continues the previous visit, whose end another phone may have observed.
    private static func returnedAtOnce(
        _ crossings: ArraySlice<RegionJournal.Crossing>
    ) -> Bool {
        let delivery = crossings.filter { $0.delivered != nil }.suffix(2)
        guard delivery.count == 2, let left = delivery.first, let back = delivery.last,
            !left.isEntry, back.isEntry, let first = left.delivered, let last = back.delivered
        else { return false }
        return last.timeIntervalSince(first) <= exitDebounce
    }

    /// Checks that a stay is recorded even if the phone received only its exit.
    ///
    /// - `last`: the previous crossing that was delivered to the phone.
    private func checkExitOnly(
        _ crossing: RegionJournal.Crossing,
        _ delivery: Date,
        after last: RegionJournal.Crossing?,
        _ journal: RegionJournal,
        of place: EntityID,
        on device: SimulatedDevice
    ) {
        let stay = locationOracle.stay(
            in: crossing.circle,
            endedBefore: delivery,
            within: Self.sameEntry
        )
        // A phone that received "outside" a moment before does not treat the exit as a new one.
        guard let stay, isVisit(stay, crossing.circle),
            journal.circle(at: stay.lowerBound) == crossing.circle,
            !journal.states.contains(where: {
                abs(delivery.timeIntervalSince($0)) <= Self.exitDebounce
            }
            ),
            worked(device, from: delivery)
        else { return }
        world.coverage.reached(.exitJudged)
        let isRecorded = (visits[place] ?? []).contains {
            $0.start <= delivery.addingTimeInterval(Self.sameEntry)
                && $0.end >= stay.lowerBound.addingTimeInterval(-Self.sameEntry)
        }
        // A phone that missed the end of an earlier stay takes this exit for that end, delivered
        // late. Another phone may have observed the true end.
        let known =
            last.flatMap { $0.isEntry ? $0.noticed : nil }
            ?? journal.insides.last { $0 < delivery && $0 > (last?.delivered ?? .distantPast) }
        let isTakenForEarlier = known.map {
            $0 < stay.lowerBound.addingTimeInterval(-Self.sameEntry)
        }
        guard !isRecorded, isTakenForEarlier != true else { return }
        logRecords(place)
        world.violate(
            "missed",
            "the stay at \(place) from \(Instant(stay.lowerBound)) to \(Instant(stay.upperBound)), "
                + "whose end \(device.name) received at \(Instant(delivery)), is not recorded"
        )
    }

    /// Whether a stay is long enough and separate from the previous one.
    private func isVisit(_ stay: ClosedRange<Date>, _ circle: MonitoredRegion) -> Bool {
        guard stay.upperBound.timeIntervalSince(stay.lowerBound) > Self.minimumStay else {
            return false
        }
        return stay.lowerBound == .distantPast
            || locationOracle.stay(
                in: circle,
                at: stay.lowerBound.addingTimeInterval(-Self.minimumAbsence)
            ) == nil
    }

    private func worked(_ device: SimulatedDevice, from date: Date) -> Bool {
        device.log.worked(account, from: date, for: reconciliationWindow, stalls: world.stallDates)
    }

    /// The end of the stall at a moment.
    private func stallEnd(at date: Date) -> Date {
        world.stallDates.reduce(date) { end, stall in
            stall.contains(end.addingTimeInterval(1)) ? max(end, stall.upperBound) : end
        }
    }

    /// Checks that a running app processes the signals that it receives.
    private func checkProcessed(
        _ crossing: RegionJournal.Crossing,
        _ expired: Date,
        on device: SimulatedDevice
    ) {
        guard crossing.noticed < expired,
            device.log.ranSmoothly(account, crossing.noticed...expired, stalls: world.stallDates)
        else { return }
        world.violate(
            "missed",
            "\(device.name) did not accept the crossing of \(Instant(crossing.noticed))"
        )
    }

    private func judge(
        _ stay: ClosedRange<Date>,
        _ circle: MonitoredRegion,
        _ delivery: Date,
        _ place: EntityID,
        on device: SimulatedDevice,
        left: Date
    ) {
        let latest = max(delivery, min(stay.upperBound, latestDelivery(place, in: stay)))
            .addingTimeInterval(Self.sameEntry)
        let found = (visits[place] ?? []).filter {
            $0.start >= stay.lowerBound.addingTimeInterval(-Self.work) && $0.start <= latest
                && $0.earliest <= delivery.addingTimeInterval(Self.sameEntry)
        }
        if found.filter({ !$0.isDeletedElsewhere }).count != 1 { logRecords(place) }
        let stayed =
            "the stay at \(place) from \(Instant(stay.lowerBound)) to "
            + "\(stay.upperBound == .distantFuture ? "the end" : "\(Instant(stay.upperBound))")"
        guard let visit = found.first else {
            // Another phone may have one visit for the whole time: it received an entry shortly
            // before this phone received the exit, which may belong to the same stay, or its visit
            // is an earlier one from which the person was hardly absent. A phone that received the
            // entry only after the person had left does not know the time of the exit.
            let first = min(
                left.addingTimeInterval(-Self.sameEntry),
                stay.lowerBound.addingTimeInterval(-Self.minimumAbsence)
            )
            // Or the system of one phone reported the entry early.
            let ahead = atEdge(stay, circle).addingTimeInterval(-Self.work)
            let there = min(delivery, stay.upperBound)
            let isCovered = (visits[place] ?? []).contains {
                $0.start <= delivery && $0.latestEnd.addingTimeInterval(Self.sameEntry) >= there
                    && ($0.start >= first && $0.end < .distantFuture || $0.start >= ahead)
            }
            guard !isCovered else { return }
            return world.violate(
                "missed",
                "\(stayed), delivered to \(device.name) at \(Instant(delivery)), is not recorded"
            )
        }
        // Which of several phones' late entries is kept is not determined in all cases.
        guard delivery.timeIntervalSince(stay.lowerBound) <= Self.sameEntry else { return }
        // A phone that received entry and exit together knows no visit of another phone. An open
        // visit without an observed end may have ended as far as other phones know.
        let standing = found.filter {
            !$0.isDeletedElsewhere && $0.end > $0.start && $0.moment("exit_latest") != nil
                && $0.start < stay.upperBound
                && $0.earliest <= visit.start.addingTimeInterval(Self.sameEntry)
        }
        if standing.count > 1, !isCutShort(stay, place) {
            world.violate("doubled", "\(stayed) is \(standing)")
        }
        if found.count == 1 { checkEnd(of: visit, stay, place, stayed) }
    }

    /// The time at which the person came so close that a system may have reported the entry to a
    /// stay; the boundary is only known to that accuracy.
    private func atEdge(_ stay: ClosedRange<Date>, _ circle: MonitoredRegion) -> Date {
        guard world.faults.hasNoisyFixes else { return stay.lowerBound }
        let wider = MonitoredRegion(
            identifier: circle.identifier,
            center: circle.center,
            radius: circle.radius + PlaceWorkload.maximumBoundaryNoise
        )
        return locationOracle.stay(in: wider, at: stay.lowerBound)?.lowerBound ?? stay.lowerBound
    }

    /// Whether a phone received, during a stay, an exit that its system had held since before the
    /// stay.
    ///
    /// If the entry is lost, that exit is indistinguishable from a current one.
    private func isCutShort(_ stay: ClosedRange<Date>, _ place: EntityID) -> Bool {
        crossings(of: place).contains { crossing in
            !crossing.isEntry && crossing.noticed < stay.lowerBound
                && crossing.delivered.map { stay.contains($0) } == true
        }
    }

    /// Logs the records of all phones' systems about a place, and the resulting visits.
    private func logRecords(_ place: EntityID) {
        guard !world.isViolated else { return }
        world.logRecords(place, of: account)
        for visit in visits[place] ?? [] {
            world.simulation.log("\(visit)\(visit.isDeletedElsewhere ? ", deleted" : "")")
        }
    }

    /// The last time at which a crossing of a stay was delivered to a phone.
    private func latestDelivery(_ place: EntityID, in stay: ClosedRange<Date>) -> Date {
        crossings(of: place).filter { belongs($0, to: stay) }.compactMap(\.delivered).max()
            ?? .distantPast
    }

    /// The crossings of a place on all phones.
    private func crossings(of place: EntityID) -> [RegionJournal.Crossing] {
        let id = RegionIdentity.identifier(of: place)
        return journals.flatMap { journal in journal.regions[id]?.crossings ?? [] }
    }

    private func belongs(_ crossing: RegionJournal.Crossing, to stay: ClosedRange<Date>) -> Bool {
        crossing.noticed >= stay.lowerBound
            && crossing.noticed <= stay.upperBound.addingTimeInterval(Self.sameEntry)
    }

    /// Whether all phones monitored the same circle the whole time.
    ///
    /// After a person changes the circle, a device inside the old circle may be outside the new
    /// one.
    private func isOneCircle(_ identifier: String, during stay: ClosedRange<Date>) -> Bool {
        let spans = journals.flatMap { journal in journal.regions[identifier]?.spans ?? [] }
        let during = spans.filter { $0.start < stay.upperBound && $0.end > stay.lowerBound }
        let (circles, first) = (during.map(\.circle), during.first?.circle)
        return circles.allSatisfy { $0.center == first?.center && $0.radius == first?.radius }
    }

    /// Checks that the true end lies in the visit's interval, except after late deliveries.
    ///
    /// A deleted visit has the content that the deleting device had.
    private func checkEnd(
        of visit: Visit,
        _ stay: ClosedRange<Date>,
        _ place: EntityID,
        _ stayed: String
    ) {
        guard !visit.isDeletedElsewhere, visit.event.endDate != nil,
            let earliest = visit.moment("exit_earliest"), stay.upperBound < .distantFuture
        else { return }
        let identifier = RegionIdentity.identifier(of: place)
        let end = stay.upperBound
        guard isOneCircle(identifier, during: stay), !isCutShort(stay, place) else { return }
        var delivery = end
        var isKnown = false
        for (device, journal) in journals.compactMap({ entry in
            entry.regions[identifier].map { (entry.device, $0) }
        }) {
            // A system that missed the exit or observed it late continues to report the person as
            // inside. So does an app whose region the system dropped meanwhile.
            guard journal.circle(at: end) != nil else {
                if journal.spans.contains(where: { $0.start < end && $0.end > stay.lowerBound }) {
                    return
                }
                continue
            }
            let crossings = journal.crossings.drop { $0.noticed < stay.lowerBound }
            guard let exit = crossings.firstIndex(where: { !$0.isEntry }),
                crossings[exit].noticed <= end.addingTimeInterval(Self.sameEntry)
            else { return }
            // An app that no signal wakes does not receive the exit either.
            guard let left = crossings[exit].delivered else { return }
            delivery = max(delivery, left)
            // Only other devices can know a signal that was lost with the process.
            guard worked(device, from: left) else { continue }
            isKnown = true
            // Exit and inside state delivered at the same time: the person was not absent.
            let back = crossings[exit...].dropFirst().first?.delivered
            let there = [back].compactMap(\.self) + journal.insides
            guard
                there.contains(where: {
                    (0...Self.exitDebounce).contains($0.timeIntervalSince(left))
                })
            else { continue }
            return
        }
        guard isKnown else { return }
        guard earliest <= delivery.addingTimeInterval(Self.work),
            visit.moment("exit_latest").map({ $0 >= end.addingTimeInterval(-Self.work) }) ?? true
        else {
            logRecords(place)
            return world.violate(
                "interval",
                "\(stayed) is \(visit)"
            )
        }
    }
}
