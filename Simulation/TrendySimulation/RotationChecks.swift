import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// Whether phones watch the right regions, by the records of what their systems were asked for.
///
/// Nobody comes to a place that is not watched without leaving the sentinel; the region in which
/// the person is stays watched; and what is there is not registered again.
struct RotationChecks {
    /// What was asked for at one go is done within this time, where the machine does not stall, in
    /// seconds.
    private static let minimumPass = 5.0
    /// So many steps of one go may be late, each as much as the seed lets the machine stall.
    private static let lateSteps = 10.0
    /// How long the person must be inside of a region before and after it is given up, in seconds.
    private static let stay = 300.0
    /// Before that the machine must have run: what had waited leads from place to place, in seconds.
    private static let backlog = 60.0
    /// Registrations of the same circle that lie so close may have been under way, in seconds.
    private static let underWay = 2.0

    let world: World
    let account: String
    /// The places that the server has.
    let places: [EntityID: Geofence]
    /// How many more a phone may have that the server did not take.
    let refusedPlaces: Int

    func check() {
        guard let whereabouts = world.locationOracle[account] else { return }
        for device in world.devices {
            guard let records = device.phone(of: account)?.location.regionRecords else { continue }
            let regions = RegionJournal.all(of: records)
            checkSentinels(regions, on: device)
            checkGivenUp(regions, whereabouts, on: device)
            checkRepetitions(regions, on: device)
            if device.account == account, device.process != nil {
                checkState(regions, on: device)
            }
        }
    }

    /// What is watched in the end is what the places are.
    private func checkState(_ regions: [String: RegionJournal], on device: SimulatedDevice) {
        let places = places.sorted { $0.key < $1.key }
        // What another part of the app has is gone where the system lost it.
        let others = regions.count { identifier, journal in
            RegionIdentity(identifier) == .foreign && journal.circle(at: device.date) != nil
        }
        let slots = RegionSelection.systemLimit - others
        for (id, place) in places {
            let identifier = RegionIdentity.identifier(of: id)
            let circle = regions[identifier]?.circle(at: device.date)
            guard let circle else {
                guard places.count + refusedPlaces <= slots else { continue }
                return world.violate("regions", "\(device.name) does not watch \(identifier)")
            }
            guard abs(circle.radius - max(place.radiusMeters, RegionSelection.minimumRadius)) > 1
            else { continue }
            return world.violate(
                "regions",
                "\(device.name) watches \(identifier) in a circle of \(Int(circle.radius)) m, and "
                    + "it is one of \(Int(place.radiusMeters)) m"
            )
        }
        if places.count > slots,
            regions[RegionIdentity.sentinelIdentifier]?.circle(at: device.date) == nil
        {
            world.violate(
                "regions",
                "\(device.name) has \(places.count) places, and no sentinel"
            )
        }
    }

    /// Whether a region is that of a place that is still there.
    private func isPlace(_ identifier: String) -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        return places[id] != nil
    }

    /// Whether somebody gave up what a phone could not send of a region's place: until the phone
    /// hears that the server has it, the place is not there.
    private func isGivenUp(_ identifier: String) -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        return world.model.givenUp.contains(id)
    }

    /// What was asked for at one go is done within this time, in seconds.
    private var pass: Double { Self.minimumPass + world.maximumDeliveryDelay * Self.lateSteps }

    private func ranSmoothly(
        _ device: SimulatedDevice,
        _ date: Date,
        before: Double = 0,
        after: Double
    ) -> Bool {
        let policy = world.simulation.policy
        guard policy.stallPerMille == 0 || policy.horizon <= .seconds(1) else { return false }
        let span = date.addingTimeInterval(-before)...date.addingTimeInterval(after)
        // Where the app may know less, the system takes no regions, or tells nothing of the place.
        return device.log.ranSmoothly(account, span, stalls: world.stallDates)
            && ![.restricted, .lost, .refused].contains { device.log.had($0, span) }
    }

    /// Whether a sentinel was drawn by a crossing alone, without a fix: around the place, and as
    /// large as the person may be off its middle.
    private func isDrawnAroundPlace(
        _ sentinel: MonitoredRegion,
        _ regions: [String: RegionJournal],
        _ date: Date
    ) -> Bool {
        regions.contains { identifier, journal in
            guard isPlace(identifier), let circle = journal.circle(at: date) else { return false }
            return circle.center == sentinel.center && sentinel.radius <= circle.radius + 300
        }
    }

    /// No place lies in the sentinel that the phone knows and does not have watched.
    private func checkSentinels(
        _ regions: [String: RegionJournal],
        on device: SimulatedDevice
    ) {
        guard let sentinels = regions[RegionIdentity.sentinelIdentifier] else { return }
        let changes = Self.changes(regions)
        for (change, next) in zip(changes, changes.dropFirst() + [.distantFuture]) {
            let date = change.addingTimeInterval(pass)
            // Where the phone is lost, the sentinel is drawn around where it may be.
            guard next > date, let sentinel = sentinels.circle(at: date),
                sentinel.radius > RegionSelection.minimumSentinelRadius,
                // Drawn by a rough place, it is as large as the phone may be off.
                sentinel.radius != PlaceWorkload.coarseAccuracy,
                ranSmoothly(device, change, after: pass),
                !device.log.had(.coarse, change.addingTimeInterval(-60)...date),
                !regions.values.contains(where: {
                    wasLost($0, change.addingTimeInterval(-60)...date)
                }),
                !isDrawnAroundPlace(sentinel, regions, date)
            else { continue }
            world.coverage.reached(.sentinelJudged)
            for (identifier, journal) in regions.sorted(by: { $0.key < $1.key })
            where isPlace(identifier) && !isGivenUp(identifier) {
                // Known here since it was watched for the first time.
                guard journal.circle(at: date) == nil,
                    let last = journal.spans.last(where: { $0.start < change })
                else { continue }
                let edge = last.circle.distanceToEdge(from: sentinel.center)
                guard edge < sentinel.radius else { continue }
                tell(device, around: date)
                return world.violate(
                    "unwatched",
                    "\(identifier) lies \(Int(edge)) m from the middle of the sentinel of "
                        + "\(Int(sentinel.radius)) m that \(device.name) had at "
                        + "\(Instant(date)), and is not watched"
                )
            }
        }
    }

    /// Writes down what a phone's system had to do around a moment.
    private func tell(_ device: SimulatedDevice, around date: Date) {
        for record in device.phone(of: account)?.location.regionRecords ?? []
        where abs(record.date.timeIntervalSince(date)) < 300 {
            world.simulation.log(
                "\(device.name) \(Instant(record.date)) \(record.identifier) \(record.kind)"
            )
        }
    }

    /// When regions were watched from then on, or no more.
    private static func changes(_ regions: [String: RegionJournal]) -> [Date] {
        regions.values.flatMap { $0.spans.flatMap { [$0.start, $0.end] } }.sorted()
    }

    private func wasLost(_ journal: RegionJournal, _ span: ClosedRange<Date>) -> Bool {
        journal.spans.contains { !$0.isStopped && span.contains($0.end) }
    }

    /// The region in which the person is stays watched.
    private func checkGivenUp(
        _ regions: [String: RegionJournal],
        _ whereabouts: LocationOracle,
        on device: SimulatedDevice
    ) {
        let changes = Self.changes(regions)
        // The system tells on which side of a region they are once it watches that.
        let setupDelay = device.phone(of: account)?.location.behavior.setupDelay ?? .zero
        let pass = self.pass + setupDelay / .seconds(1)
        for (identifier, journal) in regions.sorted(by: { $0.key < $1.key })
        where isPlace(identifier) {
            for span in journal.spans where span.isStopped {
                let date = span.end
                guard let stay = whereabouts.stay(in: span.circle, at: date),
                    date.timeIntervalSince(stay.lowerBound) > Self.stay,
                    stay.upperBound.timeIntervalSince(date) > Self.stay
                else { continue }
                // Until it is known where the phone is, it chooses again and again.
                let back = changes.drop { $0 < date }.reduce(date.addingTimeInterval(pass)) {
                    $1 <= $0 ? max($0, $1.addingTimeInterval(pass)) : $0
                }
                guard journal.circle(at: back) == nil, !isFull(regions, whereabouts, at: back),
                    !isUntold(regions, whereabouts, at: date),
                    ranSmoothly(device, date, before: Self.backlog, after: pass),
                    // Where the phone is lost, what is near is chosen by where it may be.
                    !device.log.had(.coarse, date.addingTimeInterval(-Self.backlog)...back)
                else { continue }
                tell(device, around: date)
                return world.violate(
                    "unwatched",
                    "\(device.name) gave up \(identifier) at \(Instant(date)), where the person "
                        + "had been since \(Instant(stay.lowerBound))"
                )
            }
        }
    }

    /// Whether the person is outside of the sentinel, and the phone was not told: its system did not
    /// notice it, lost it on the way, or was not yet watching.
    private func isUntold(
        _ regions: [String: RegionJournal],
        _ whereabouts: LocationOracle,
        at date: Date
    ) -> Bool {
        guard let journal = regions[RegionIdentity.sentinelIdentifier],
            let span = journal.spans.last(where: { $0.start < date && date <= $0.end }),
            whereabouts.stay(in: span.circle, at: date) == nil
        else { return false }
        return !journal.crossings.contains {
            !$0.isEntry && $0.noticed >= span.start && $0.delivered.map { $0 <= date } == true
        }
    }

    /// Whether all slots are taken, and by nothing that could be given up instead of a place in
    /// which the person is: places lie in one another, and others may leave one slot for them.
    private func isFull(
        _ regions: [String: RegionJournal],
        _ whereabouts: LocationOracle,
        at date: Date
    ) -> Bool {
        let watched = regions.compactMapValues { $0.circle(at: date) }
        return watched.count >= RegionSelection.systemLimit
            && watched.allSatisfy { identifier, circle in
                !isPlace(identifier) || whereabouts.stay(in: circle, at: date) != nil
            }
    }

    /// What is watched is not registered again.
    private func checkRepetitions(
        _ regions: [String: RegionJournal],
        on device: SimulatedDevice
    ) {
        for (identifier, journal) in regions.sorted(by: { $0.key < $1.key }) {
            for repetition in journal.repetitions
            where repetition.date.timeIntervalSince(repetition.since) > Self.underWay
                // Before the first unlock the system shows no regions.
                && ranSmoothly(device, repetition.date, before: 1, after: 0)
            {
                return world.violate(
                    "regions",
                    "\(device.name) registered \(identifier) again at \(Instant(repetition.date)), "
                        + "which was watched since \(Instant(repetition.since))"
                )
            }
        }
    }
}
