import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulationKit
import TrendyModel
import TrendyPlaces

/// Checks that phones monitor the right regions, from the records of their systems.
///
/// No person reaches an unmonitored place without leaving the sentinel; the region around the
/// person stays monitored; a monitored region is not registered again.
struct RotationChecks {
    /// The time in which one batch of registrations completes without stalls, in seconds.
    private static let minimumPass = 5.0
    /// The number of steps of one batch that may each be delayed by a stall.
    private static let lateSteps = 10.0
    /// The time for which the person must be inside of a region before and after its removal, in
    /// seconds.
    private static let stay = 300.0
    /// The time for which the machine must have run before, in seconds: queued signals lead from
    /// place to place.
    private static let backlog = 60.0
    /// Registrations of the same circle within this time may overlap, in seconds.
    private static let maximumOverlap = 2.0

    let world: World
    let account: String
    /// The places on the server.
    let places: [EntityID: Geofence]
    /// The number of further places of a phone that the server did not accept.
    let refusedPlaces: Int

    func check() {
        guard let oracle = world.locationOracle[account] else { return }
        for device in world.devices {
            guard let records = device.phone(of: account)?.location.regionRecords else { continue }
            let regions = RegionJournal.all(of: records)
            checkSentinels(regions, on: device)
            checkRemovals(regions, oracle, on: device)
            checkRepetitions(regions, on: device)
            if device.account == account, device.process != nil {
                checkState(regions, on: device)
            }
        }
    }

    /// Checks that the finally monitored regions match the places.
    private func checkState(_ regions: [String: RegionJournal], on device: SimulatedDevice) {
        let places = places.sorted { $0.key < $1.key }
        // Regions of another part of the app are gone where the system dropped them.
        let others = regions.count { identifier, journal in
            RegionIdentity(identifier) == .foreign && journal.circle(at: device.date) != nil
        }
        let slots = RegionSelection.systemLimit - others
        for (id, place) in places {
            let identifier = RegionIdentity.identifier(of: id)
            let circle = regions[identifier]?.circle(at: device.date)
            guard let circle else {
                guard places.count + refusedPlaces <= slots else { continue }
                return world.violate("regions", "\(device.name) does not monitor \(identifier)")
            }
            guard abs(circle.radius - max(place.radiusMeters, RegionSelection.minimumRadius)) > 1
            else { continue }
            return world.violate(
                "regions",
                "\(device.name) monitors \(identifier) with radius \(Int(circle.radius)) m, and "
                    + "the place has one of \(Int(place.radiusMeters)) m"
            )
        }
        if places.count > slots,
            regions[RegionIdentity.sentinelIdentifier]?.circle(at: device.date) == nil
        {
            world.violate(
                "regions",
                "\(device.name) has \(places.count) places but no sentinel"
            )
        }
    }

    /// Whether a region belongs to an existing place.
    private func isPlace(_ identifier: String) -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        return places[id] != nil
    }

    /// Whether a person discarded a change of the region's place that could not be sent.
    ///
    /// Until the phone pulls it from the server, the place does not exist there.
    private func isGivenUp(_ identifier: String) -> Bool {
        guard case .geofence(let id) = RegionIdentity(identifier) else { return false }
        return world.model.givenUp.contains(id)
    }

    /// The time in which one batch of registrations completes, in seconds.
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
        // Under a location restriction the system refuses regions or delivers no location.
        return device.log.ranSmoothly(account, span, stalls: world.stallDates)
            && ![.restricted, .lost, .refused].contains { device.log.had($0, span) }
    }

    /// Whether a sentinel was placed after a crossing alone, without a fix: around the place, with
    /// the possible distance of the person from its centre as radius.
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

    /// Checks that the sentinel contains no known place that is not monitored.
    private func checkSentinels(
        _ regions: [String: RegionJournal],
        on device: SimulatedDevice
    ) {
        guard let sentinels = regions[RegionIdentity.sentinelIdentifier] else { return }
        let changes = Self.changes(regions)
        for (change, next) in zip(changes, changes.dropFirst() + [.distantFuture]) {
            let date = change.addingTimeInterval(pass)
            // A phone without a location places the sentinel around its possible area.
            guard next > date, let sentinel = sentinels.circle(at: date),
                sentinel.radius > RegionSelection.minimumSentinelRadius,
                // A sentinel from a coarse fix is as large as the fix's accuracy.
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
                // Known on this phone since it was first monitored.
                guard journal.circle(at: date) == nil,
                    let last = journal.spans.last(where: { $0.start < change })
                else { continue }
                let edge = last.circle.distanceToEdge(from: sentinel.center)
                guard edge < sentinel.radius else { continue }
                logRecords(device, around: date)
                return world.violate(
                    "unwatched",
                    "\(identifier) is \(Int(edge)) m from the centre of the sentinel of "
                        + "\(Int(sentinel.radius)) m that \(device.name) had at "
                        + "\(Instant(date)), and is not monitored"
                )
            }
        }
    }

    /// Logs the records of a phone's system around a moment.
    private func logRecords(_ device: SimulatedDevice, around date: Date) {
        for record in device.phone(of: account)?.location.regionRecords ?? []
        where abs(record.date.timeIntervalSince(date)) < 300 {
            world.simulation.log(
                "\(device.name) \(Instant(record.date)) \(record.identifier) \(record.kind)"
            )
        }
    }

    /// The times at which the monitored regions changed.
    private static func changes(_ regions: [String: RegionJournal]) -> [Date] {
        regions.values.flatMap { $0.spans.flatMap { [$0.start, $0.end] } }.sorted()
    }

    private func wasLost(_ journal: RegionJournal, _ span: ClosedRange<Date>) -> Bool {
        journal.spans.contains { !$0.isStopped && span.contains($0.end) }
    }

    /// Checks that the region around the person stays monitored.
    private func checkRemovals(
        _ regions: [String: RegionJournal],
        _ oracle: LocationOracle,
        on device: SimulatedDevice
    ) {
        let changes = Self.changes(regions)
        // The system delivers a region's state once it monitors the region.
        let setupDelay = device.phone(of: account)?.location.behavior.setupDelay ?? .zero
        let pass = self.pass + setupDelay / .seconds(1)
        for (identifier, journal) in regions.sorted(by: { $0.key < $1.key })
        where isPlace(identifier) {
            for span in journal.spans where span.isStopped {
                let date = span.end
                guard let stay = oracle.stay(in: span.circle, at: date),
                    date.timeIntervalSince(stay.lowerBound) > Self.stay,
                    stay.upperBound.timeIntervalSince(date) > Self.stay
                else { continue }
                // Until the phone's location is known, the app selects regions repeatedly.
                let back = changes.drop { $0 < date }.reduce(date.addingTimeInterval(pass)) {
                    $1 <= $0 ? max($0, $1.addingTimeInterval(pass)) : $0
                }
                guard journal.circle(at: back) == nil, !isFull(regions, oracle, at: back),
                    !isExitUndelivered(regions, oracle, at: date),
                    ranSmoothly(device, date, before: Self.backlog, after: pass),
                    // A phone without a location ranks regions by its possible area.
                    !device.log.had(.coarse, date.addingTimeInterval(-Self.backlog)...back)
                else { continue }
                logRecords(device, around: date)
                return world.violate(
                    "unwatched",
                    "\(device.name) dropped \(identifier) at \(Instant(date)), where the person "
                        + "had been since \(Instant(stay.lowerBound))"
                )
            }
        }
    }

    /// Whether the person is outside of the sentinel without a delivered exit: the system missed
    /// it, lost it before delivery, or did not monitor the sentinel yet.
    private func isExitUndelivered(
        _ regions: [String: RegionJournal],
        _ oracle: LocationOracle,
        at date: Date
    ) -> Bool {
        guard let journal = regions[RegionIdentity.sentinelIdentifier],
            let span = journal.spans.last(where: { $0.start < date && date <= $0.end }),
            oracle.stay(in: span.circle, at: date) == nil
        else { return false }
        return !journal.crossings.contains {
            !$0.isEntry && $0.noticed >= span.start && $0.delivered.map { $0 <= date } == true
        }
    }

    /// Whether all slots are in use and none could be freed for the place around the person: places
    /// can overlap, and other parts of the app can leave one slot for them.
    private func isFull(
        _ regions: [String: RegionJournal],
        _ oracle: LocationOracle,
        at date: Date
    ) -> Bool {
        let monitored = regions.compactMapValues { $0.circle(at: date) }
        return monitored.count >= RegionSelection.systemLimit
            && monitored.allSatisfy { identifier, circle in
                !isPlace(identifier) || oracle.stay(in: circle, at: date) != nil
            }
    }

    /// Checks that monitored regions are not registered again.
    private func checkRepetitions(
        _ regions: [String: RegionJournal],
        on device: SimulatedDevice
    ) {
        for (identifier, journal) in regions.sorted(by: { $0.key < $1.key }) {
            for repetition in journal.repetitions
            where repetition.date.timeIntervalSince(repetition.since) > Self.maximumOverlap
                // Before the first unlock the system reports no regions.
                && ranSmoothly(device, repetition.date, before: 1, after: 0)
            {
                return world.violate(
                    "regions",
                    "\(device.name) registered \(identifier) again at \(Instant(repetition.date)), "
                        + "which was monitored since \(Instant(repetition.since))"
                )
            }
        }
    }
}
