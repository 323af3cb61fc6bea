import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// Whether each true visit of which a phone's system told the app is recorded, once, and ends when
/// it did.
///
/// A phone answers for a visit when it had its region watched, its system told the app of it, and
/// nothing kept the app from its work then; `docs/simulation.md` names what excuses it.
struct VisitRecallChecker {
    /// Who stays for less only passes by, in seconds.
    private static let minimumStay = 300.0
    /// The app has this long for what it was told, in seconds.
    private static let work = 60.0
    /// What is told of the same region within this time belongs together, in seconds.
    private static let exitDebounce = 600.0
    /// Who was gone for less is taken for still there, or for back in the same visit, in seconds.
    private static let minimumAbsence = 1_800.0
    /// Entries of two phones that lie so far apart at most are of one visit, in seconds.
    private static let sameEntry = 900.0

    let world: World
    let account: String
    let locationOracle: LocationOracle
    /// All visits that were ever recorded and are there, or were deleted by a person.
    let visits: [EntityID: [Visit]]
    private let journals: [(device: SimulatedDevice, regions: [String: RegionJournal])]

    init?(world: World, account: String, visits: [Visit]) {
        guard let whereabouts = world.locationOracle[account] else { return nil }
        self.world = world
        self.account = account
        self.locationOracle = whereabouts
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

    /// So many steps of one launch may be late before it has come to what it was told: it first
    /// compares the visits of all devices.
    private static let lateSteps = 120.0

    /// The span that an app may take for its work, as the seed lets the machine stall: each of the
    /// steps of another try may be late.
    private var reconciliationWindow: Double {
        Self.work + world.maximumDeliveryDelay * Self.lateSteps
    }

    func check() {
        // Where the machine may stall for hours, nobody can say how long the app needs.
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
        var lastTold = Date.distantPast
        var judged = Date.distantPast
        for (index, crossing) in journal.crossings.enumerated() {
            let told = crossing.delivered
            // In a machine that stood still, both were heard at the same time.
            defer { lastTold = told.map { max($0, stallEnd(at: $0)) } ?? lastTold }
            if let expired = crossing.expired { checkTaken(crossing, expired, on: device) }
            if crossing.isSilent {
                world.violate("missed", "\(device.name) did not ask to be told of \(place)")
            }
            if !crossing.isEntry, let told, told.timeIntervalSince(lastTold) > Self.exitDebounce {
                let before = journal.crossings[..<index]
                if !Self.cameBackAtOnce(before) {
                    let last = before.last { $0.delivered != nil }
                    checkLeft(crossing, told, after: last, journal, of: place, on: device)
                }
            }
            guard crossing.isEntry, let told,
                told.timeIntervalSince(lastTold) > Self.exitDebounce,
                let stay = locationOracle.stay(in: crossing.circle, at: crossing.noticed),
                stay.lowerBound > judged, isVisit(stay, crossing.circle),
                !Self.isOver(crossing, journal.crossings[(index + 1)...]),
                worked(device, from: told)
            else { continue }
            judged = stay.lowerBound
            let left =
                journal.crossings[..<index].last { !$0.isEntry && $0.delivered != nil }?
                .delivered
            world.coverage.reached(.visitJudged)
            // What it could not keep it does not know, and goes on with the visit.
            if let left, !worked(device, from: left), isThere(place, at: told) { continue }
            let known = journal.knownExit(before: index) ?? .distantPast
            judge(stay, crossing.circle, told, place, on: device, left: known)
        }
    }

    /// Whether the exit after an entry was noticed at the same time: a system in a machine that had
    /// stood still noticed a stay that was over, and they may be there again.
    private static func isOver(
        _ entry: RegionJournal.Crossing,
        _ next: ArraySlice<RegionJournal.Crossing>
    ) -> Bool {
        next.first.map { !$0.isEntry && $0.noticed.timeIntervalSince(entry.noticed) < 1 } ?? false
    }

    /// Whether a visit to a place goes on at a moment, or ended a short time before.
    private func isThere(_ place: EntityID, at date: Date) -> Bool {
        (visits[place] ?? []).contains {
            $0.start <= date && $0.end.addingTimeInterval(Self.sameEntry) >= date
        }
    }

    /// Whether a phone was told last that they left and came back at the same time: it goes on with
    /// the visit of before, of which another phone may have seen the end.
    private static func cameBackAtOnce(
        _ crossings: ArraySlice<RegionJournal.Crossing>
    ) -> Bool {
        let told = crossings.filter { $0.delivered != nil }.suffix(2)
        guard told.count == 2, let left = told.first, let back = told.last,
            !left.isEntry, back.isEntry, let first = left.delivered, let last = back.delivered
        else { return false }
        return last.timeIntervalSince(first) <= exitDebounce
    }

    /// A stay of which a phone was told the end alone is recorded all the same.
    ///
    /// - `last`: the crossing that the phone was told of before.
    private func checkLeft(
        _ crossing: RegionJournal.Crossing,
        _ told: Date,
        after last: RegionJournal.Crossing?,
        _ journal: RegionJournal,
        of place: EntityID,
        on device: SimulatedDevice
    ) {
        let stay = locationOracle.stay(
            in: crossing.circle,
            endedBefore: told,
            within: Self.sameEntry
        )
        // Who was told a moment before that they are outside does not take the exit for another.
        guard let stay, isVisit(stay, crossing.circle),
            journal.circle(at: stay.lowerBound) == crossing.circle,
            !journal.states.contains(where: { abs(told.timeIntervalSince($0)) <= Self.exitDebounce }
            ),
            worked(device, from: told)
        else { return }
        world.coverage.reached(.exitJudged)
        let isRecorded = (visits[place] ?? []).contains {
            $0.start <= told.addingTimeInterval(Self.sameEntry)
                && $0.end >= stay.lowerBound.addingTimeInterval(-Self.sameEntry)
        }
        // Who missed the end of a stay before takes this one for that, told late; another phone may
        // have seen the true one.
        let known =
            last.flatMap { $0.isEntry ? $0.noticed : nil }
            ?? journal.insides.last { $0 < told && $0 > (last?.delivered ?? .distantPast) }
        let isTakenForEarlier = known.map {
            $0 < stay.lowerBound.addingTimeInterval(-Self.sameEntry)
        }
        guard !isRecorded, isTakenForEarlier != true else { return }
        tell(place)
        world.violate(
            "missed",
            "the stay at \(place) from \(Instant(stay.lowerBound)) to \(Instant(stay.upperBound)), "
                + "of whose end \(device.name) was told at \(Instant(told)), is not recorded"
        )
    }

    /// Whether a stay is long enough, and not the same as one before.
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

    /// When the machine went on that stood still at a moment.
    private func stallEnd(at date: Date) -> Date {
        world.stallDates.reduce(date) { end, stall in
            stall.contains(end.addingTimeInterval(1)) ? max(end, stall.upperBound) : end
        }
    }

    /// An app that runs takes what it is told.
    private func checkTaken(
        _ crossing: RegionJournal.Crossing,
        _ expired: Date,
        on device: SimulatedDevice
    ) {
        guard crossing.noticed < expired,
            device.log.ranSmoothly(account, crossing.noticed...expired, stalls: world.stallDates)
        else { return }
        world.violate(
            "missed",
            "nobody on \(device.name) took what was told at \(Instant(crossing.noticed))"
        )
    }

    private func judge(
        _ stay: ClosedRange<Date>,
        _ circle: MonitoredRegion,
        _ told: Date,
        _ place: EntityID,
        on device: SimulatedDevice,
        left: Date
    ) {
        let latest = max(told, min(stay.upperBound, latestTold(place, in: stay)))
            .addingTimeInterval(Self.sameEntry)
        let found = (visits[place] ?? []).filter {
            $0.start >= stay.lowerBound.addingTimeInterval(-Self.work) && $0.start <= latest
                && $0.earliest <= told.addingTimeInterval(Self.sameEntry)
        }
        if found.filter({ !$0.isDeletedElsewhere }).count != 1 { tell(place) }
        let stayed =
            "the stay at \(place) from \(Instant(stay.lowerBound)) to "
            + "\(stay.upperBound == .distantFuture ? "the end" : "\(Instant(stay.upperBound))")"
        guard let visit = found.first else {
            // Another phone has one visit of all the time, as far as this one and that one know:
            // told of the entry shortly before this one was of the exit, it may have been told
            // later of the same stay; or one of before, from which they were hardly gone. Told when
            // they had left again, this one knows no more of when that was.
            let first = min(
                left.addingTimeInterval(-Self.sameEntry),
                stay.lowerBound.addingTimeInterval(-Self.minimumAbsence)
            )
            // Or one phone's system noticed them before they were there.
            let ahead = atEdge(stay, circle).addingTimeInterval(-Self.work)
            let there = min(told, stay.upperBound)
            let isCovered = (visits[place] ?? []).contains {
                $0.start <= told && $0.latestEnd.addingTimeInterval(Self.sameEntry) >= there
                    && ($0.start >= first && $0.end < .distantFuture || $0.start >= ahead)
            }
            guard !isCovered else { return }
            return world.violate(
                "missed",
                "\(stayed), of which \(device.name) was told at \(Instant(told)), is not recorded"
            )
        }
        // Which of several phones' late entries stays is not settled in all cases.
        guard told.timeIntervalSince(stay.lowerBound) <= Self.sameEntry else { return }
        // A phone that was told at once that they came and left knows of no visit of another one;
        // and one that goes on, or that nobody saw end, may have ended for all that others know.
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

    /// When they came so near that a system may have noticed the entry to a stay: it does not know
    /// its edge better.
    private func atEdge(_ stay: ClosedRange<Date>, _ circle: MonitoredRegion) -> Date {
        guard world.faults.hasNoisyFixes else { return stay.lowerBound }
        let wider = MonitoredRegion(
            identifier: circle.identifier,
            center: circle.center,
            radius: circle.radius + PlaceWorkload.maximumBoundaryNoise
        )
        return locationOracle.stay(in: wider, at: stay.lowerBound)?.lowerBound ?? stay.lowerBound
    }

    /// Whether a phone was told within a stay that the person left, which its system had kept since
    /// before they came: where the entry is lost, nothing tells that from an exit of now.
    private func isCutShort(_ stay: ClosedRange<Date>, _ place: EntityID) -> Bool {
        let identifier = RegionIdentity.identifier(of: place)
        return journals.flatMap { $0.regions[identifier]?.crossings ?? [] }.contains {
            !$0.isEntry && $0.noticed < stay.lowerBound && $0.delivered.map(stay.contains) == true
        }
    }

    /// Writes down what all phones' systems had to do with a place, and what became of it.
    private func tell(_ place: EntityID) {
        guard !world.isViolated else { return }
        world.tell(place, of: account)
        for visit in visits[place] ?? [] {
            world.simulation.log("\(visit)\(visit.isDeletedElsewhere ? ", deleted" : "")")
        }
    }

    /// When a phone was told last of a crossing that belongs to a stay.
    private func latestTold(_ place: EntityID, in stay: ClosedRange<Date>) -> Date {
        let identifier = RegionIdentity.identifier(of: place)
        return journals.flatMap { $0.regions[identifier]?.crossings ?? [] }
            .filter { belongs($0, to: stay) }
            .compactMap(\.delivered).max() ?? .distantPast
    }

    private func belongs(
        _ crossing: RegionJournal.Crossing,
        to stay: ClosedRange<Date>
    ) -> Bool {
        crossing.noticed >= stay.lowerBound
            && crossing.noticed <= stay.upperBound.addingTimeInterval(Self.sameEntry)
    }

    /// Whether all phones watched the same circle all the time: where somebody gave the place
    /// another one, who was in the one may be outside of the other.
    private func isOneCircle(_ identifier: String, during stay: ClosedRange<Date>) -> Bool {
        let circles = journals.flatMap { $0.regions[identifier]?.spans ?? [] }
            .filter { $0.start < stay.upperBound && $0.end > stay.lowerBound }
            .map(\.circle)
        return circles.allSatisfy {
            $0.center == circles.first?.center && $0.radius == circles.first?.radius
        }
    }

    /// The true end lies in the interval that the visit says, but for what was told late.
    ///
    /// One that is gone says what whoever deleted it had heard.
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
        var told = end
        var isKnown = false
        for (device, journal) in journals.compactMap({ entry in
            entry.regions[identifier].map { (entry.device, $0) }
        }) {
            // A system that did not notice the exit, or late, goes on to say that they are inside.
            // So does an app whose region the system lost meanwhile.
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
            // Nor is the app told of it that was woken by none of it.
            guard let left = crossings[exit].delivered else { return }
            told = max(told, left)
            // What went with the process only others can know.
            guard worked(device, from: left) else { continue }
            isKnown = true
            // Told at the same time that they left and are there: they were not gone.
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
        guard earliest <= told.addingTimeInterval(Self.work),
            visit.moment("exit_latest").map({ $0 >= end.addingTimeInterval(-Self.work) }) ?? true
        else {
            tell(place)
            return world.violate(
                "interval",
                "\(stayed) is \(visit)"
            )
        }
    }
}
