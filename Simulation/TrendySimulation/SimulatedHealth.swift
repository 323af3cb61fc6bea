import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyHealth
import TrendyModel

/// HealthKit on one phone of a person.
///
/// It receives the person's samples late and in any order, and outlives the processes.
final class SimulatedHealth: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    /// A scheduled change.
    private struct Delivery {
        let number: Int
        let arrival: Duration
        let hand: () -> Void
    }

    let phone: Phone
    /// The background behaviour of the phone's system.
    var background: BackgroundWorkload?
    /// Claims that an app with an injected bug keeps on this phone, across processes.
    private var claims: Set<String> = []
    var activePlaces: Set<String> = []
    var processed: [String] = []
    private var remembered: [UInt32: HealthSample] = [:]
    private let simulation: Simulation
    private let watch = SimulatedSource.watch()
    private let iPhone = SimulatedSource.iPhone()
    private var inTransit: [Delivery] = []
    private var deliveries = 0
    private var arrivals: [UUID: Duration] = [:]
    /// The current identifiers of samples, by their original identifiers.
    private var renamed: [UUID: UUID] = [:]

    /// The types for which the app requests read access.
    static let types: [HKObjectType] = [
        HKQuantityType(.stepCount), HKQuantityType(.dietaryWater), HKQuantityType(.heartRate),
        HKQuantityType(.restingHeartRate), HKCategoryType(.sleepAnalysis), .workoutType(),
        HKSeriesType.workoutRoute(), HKQuantityType(.bodyMass), HKCategoryType(.mindfulSession),
        HKQuantityType(.activeEnergyBurned),
    ]

    /// The types of the rows of the catalogue that the person has data of.
    private let rowTypes: [HKObjectType]

    init(_ world: World, name: String) {
        simulation = world.simulation
        rowTypes = world.faults.healthOracles.compactMap { part in
            guard case .row(let metric) = part else { return nil }
            let identifier = metric.types[0].identifier
            return metric.unit == nil
                ? HKCategoryType(HKCategoryTypeIdentifier(rawValue: identifier))
                : HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier))
        }
        var random = simulation.random("health-\(name)")
        phone = Phone(
            name: name,
            timeline: SimulationTimeline(simulation),
            randomness: SeededRandomness(seed: random.next())
        )
        let health = phone.health
        setReading(isAllowed: true)
        // Behaviour that Apple does not specify is drawn for each phone.
        var behavior = health.behavior
        behavior.observerDelay = random.duration(.milliseconds(10), .seconds(60))
        behavior.jitter = random.pick([.zero, .seconds(30)])
        behavior.shortensPages = random.happens(500)
        behavior.firstPageHasDeletions = random.happens(500)
        behavior.predicateFiltersDeletions = random.happens(500)
        behavior.callsObserversInBackground = random.happens(500)
        behavior.unmergedDataWakes = random.happens(500)
        if world.faults.hasPoorHealthKit {
            var random = simulation.random("poor-health-\(name)")
            Self.worsen(&behavior, &random)
            if random.happens(200) {
                world.coverage.reached(.wakesForbidden)
                health.hasEntitlement = false
            }
        }
        health.behavior = behavior
    }

    /// Occasionally sets behaviour that Apple does not specify to the worst case.
    private static func worsen(_ behavior: inout HealthKitBehavior, _ random: inout SplitMix64) {
        behavior.foreignAnchor = random.pick([.isRefused, .isIgnored, .isBelieved])
        behavior.wakeDelay = random.pick([.zero, .seconds(60), .seconds(3600)])
        behavior.countsStrikesPerType = random.happens(500)
        behavior.answeringClearsStrikes = random.happens(500)
        behavior.reenablingClearsStrikes = random.happens(500)
        behavior.launchThatClearsStrikes = random.pick([.none, .byUser, .any])
        behavior.wakesAfterForceQuit = random.happens(500)
        behavior.wakesInLowPowerMode = random.happens(500)
        behavior.wakesWhileLocked = random.happens(500)
        behavior.anchoredUpdatesSurviveErrors = random.happens(500)
        behavior.statisticsUpdatesSurviveErrors = random.happens(500)
        behavior.emptyStatisticsThrow = random.happens(500)
        behavior.lockGracePeriod = random.pick([.zero, .seconds(600)])
    }

    /// Schedules the arrival of a Watch sample, which is the expected value.
    ///
    /// - `estimate`: the UUID of the iPhone's sample, which the Watch sample replaces.
    func scheduleArrival(
        _ place: Int64,
        steps: Double,
        id: UUID,
        estimate: (steps: Double, id: UUID)?,
        after delay: Duration
    ) {
        let health = phone.health
        let span = StepOracle.span(of: place)
        func sample(_ steps: Double, _ id: UUID, _ source: SimulatedSource) -> HKSample {
            health.quantity(
                .stepCount,
                steps,
                .count(),
                from: Date(span.lowerBound),
                to: Date(span.upperBound),
                source: source,
                uuid: id
            )
        }
        let watch = watch
        deliver(id, after: delay) { health.add(sample(steps, id, watch)) }
        if let estimate {
            let iPhone = iPhone
            deliver(estimate.id, after: delay / 3) {
                health.add(sample(estimate.steps, estimate.id, iPhone))
            }
        }
    }

    /// Schedules the deletion of samples, never before their arrival.
    func delete(_ ids: [UUID], after delay: Duration) {
        let health = phone.health
        for id in ids {
            deliver(id, after: delay) { [weak self] in
                guard let self else { return }
                health.delete(uuids: [current(id)])
            }
        }
    }

    /// Schedules a change of a sample, after all earlier changes of it.
    func scheduleArrival(
        _ key: UUID,
        after delay: Duration,
        _ hand: @escaping (SimulatedHealthStore) -> Void
    ) {
        let health = phone.health
        deliver(key, after: delay) { hand(health) }
    }

    /// Schedules the deletion of one version of a sample.
    func delete(_ id: UUID, of key: UUID, after delay: Duration) {
        scheduleArrival(key, after: delay) { [weak self] in
            guard let self else { return }
            $0.delete(uuids: [current(id)])
        }
    }

    /// Restores the store from a current backup; returns whether the store was accessible for that.
    func restore() -> Bool {
        // Changes that wait for the unlock are in no backup.
        guard phone.health.isAccessible else { return false }
        let names = phone.health.restore(from: phone)
        for (first, last) in renamed { renamed[first] = names[last] ?? last }
        renamed.merge(names) { first, _ in first }
        return true
    }

    /// Whether the store has been restored since the app first read it.
    var hasBeenRestored: Bool { !renamed.isEmpty }

    /// The current identifier of a sample.
    func current(_ id: UUID) -> UUID { renamed[id] ?? id }

    private func deliver(_ id: UUID, after delay: Duration, _ hand: @escaping () -> Void) {
        let arrival = max(simulation.now + delay, arrivals[id] ?? .zero)
        arrivals[id] = arrival
        deliveries += 1
        let number = deliveries
        inTransit.append(Delivery(number: number, arrival: arrival, hand: hand))
        simulation.after(arrival - simulation.now) { [weak self] in self?.arrive() }
    }

    /// Applies due changes in order, so that no deletion precedes its sample.
    private func arrive(until end: Duration? = nil) {
        let end = end ?? simulation.now
        let due = inTransit.filter { $0.arrival <= end }
        inTransit.removeAll { $0.arrival <= end }
        for delivery in due.sorted(by: { ($0.arrival, $0.number) < ($1.arrival, $1.number) }) {
            delivery.hand()
        }
    }

    /// Applies all scheduled changes on the unlocked phone.
    func deliverAll() {
        setReading(isAllowed: true)
        phone.unlock()
        arrive(until: .seconds(10_000 * 86_400))
    }

    /// Sets whether the app may read a type, or all types when `nil`.
    ///
    /// - `limit`: the earliest readable start under limited access.
    func setReading(isAllowed: Bool, from limit: Instant? = nil, _ type: HKObjectType? = nil) {
        for type in type.map({ [$0] }) ?? Self.types + rowTypes {
            if let limit {
                let date = Date(timeIntervalSince1970: Double(limit.seconds))
                phone.health.setReadAuthorization(.limited(from: date), for: type)
            } else {
                phone.health.setReadAuthorization(isAllowed ? .allowed : .denied, for: type)
            }
        }
    }

    // MARK: state of injected bugs

    /// Claims a range; returns whether it was not claimed before.
    func claim(_ category: HealthMetric, _ span: Range<Instant>) -> Bool {
        claim("\(category) \(span)")
    }

    /// Claims a name; returns whether it was not claimed before.
    func claim(_ name: String) -> Bool { claims.insert(name).inserted }

    /// The samples that were handed out before, and new ones that match these.
    func remembering(
        _ samples: [HealthSample],
        fits: (_ new: HealthSample, _ known: [HealthSample]) -> Bool
    ) -> [HealthSample] {
        let known = remembered.values.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        let kept = samples.filter { sample in
            sample.fingerprint.map { remembered[$0] != nil } == true || fits(sample, known)
        }
        for sample in kept { if let stamp = sample.fingerprint { remembered[stamp] = sample } }
        return kept
    }
}
