import Foundation
import SimulationKit
import TrendyFixture
import TrendyModel

/// Delivers the samples of a life's days to the phone: some late, some first as an estimate, and
/// some that are mistakes and are deleted later.
struct WorkloadSender {
    private static let names: [GeneratedSample.Source: ArrivingSample.Source] = [
        .watch: .watch("Anna’s Apple\u{A0}Watch"), .phone: .phone("Anna’s iPhone"),
        .pedometer: .app("Pedometer++"),
    ]

    /// The number of days sent.
    private(set) var days = 0
    /// The latest time of arrival.
    var lastArrival = Instant(seconds: 0)
    private let delivery: SampleDelivery
    private let simulation: Simulation
    private let hasFaults: Bool
    private var random: SplitMix64

    init(_ delivery: SampleDelivery, _ simulation: Simulation, hasFaults: Bool) {
        self.delivery = delivery
        self.simulation = simulation
        self.hasFaults = hasFaults
        random = simulation.random("life-sender")
    }

    /// Sends a day's samples.
    mutating func send(_ samples: [GeneratedSample], zone: TimeZone) {
        days += 1
        let lateness = hasFaults ? lateness() : 0
        var workout: (id: UUID, span: Range<Instant>)?
        // HealthKit rejects samples that end before they start.
        for sample in samples where sample.end >= sample.start {
            let arriving = arriving(sample, zone: zone, lateness: lateness)
            if case .workout = sample.kind, sample.source == .watch {
                workout = (arriving.id, sample.start..<sample.end)
                planCondensing(of: arriving)
            }
            let isPart =
                sample.source == .watch && workout?.span.contains(sample.start) == true
                && workout?.id != arriving.id
            send(arriving, workout: isPart ? workout?.id : nil)
        }
        if hasFaults { sendMistake() }
    }

    /// How many seconds later than usual a day's samples arrive: a Watch was out of range all day,
    /// or an app writes months later.
    private mutating func lateness() -> Int64 {
        let day: UInt64 = 86_400
        if random.happens(5) { return Int64(60 * day + random.next() % (120 * day)) }
        return random.happens(40) ? Int64(day + random.next() % (5 * day)) : 0
    }

    private mutating func send(_ sample: ArrivingSample, workout: UUID?) {
        guard hasFaults, case .quantity = sample.kind, random.happens(10) else {
            delivery.schedule(
                .add(sample, workout: workout, isVersioned: false),
                at: sample.arrival
            )
            return
        }
        // An estimate arrives first. It is replaced in one of two ways.
        var estimate = sample
        estimate.id = uuid()
        estimate.value *= 1.5
        let isVersioned = random.happens(500)
        let time = sample.arrival + random.duration(.seconds(3600), .seconds(15 * 86_400))
        let later = max(min(time, lastArrival), sample.arrival + .seconds(3600))
        delivery.schedule(
            .add(estimate, workout: workout, isVersioned: isVersioned),
            at: sample.arrival
        )
        if isVersioned {
            delivery.schedule(.replace(estimate.id, sample), at: later)
        } else {
            delivery.schedule(.delete(estimate.id), at: later)
            delivery.schedule(.add(sample, workout: workout, isVersioned: false), at: later)
        }
    }

    /// Plans that HealthKit condenses workouts that are some months old, some of them twice.
    private mutating func planCondensing(of workout: ArrivingSample) {
        guard hasFaults else { return }
        var time = workout.end + random.duration(.seconds(95 * 86_400), .seconds(130 * 86_400))
        delivery.schedule(.condense(workout.id), at: time)
        guard random.happens(200) else { return }
        time = time + .seconds(30 * 86_400)
        delivery.schedule(.condense(workout.id), at: time)
    }

    /// Sends a mistaken sample that is deleted after hours, days or weeks.
    private mutating func sendMistake() {
        guard random.happens(400) else { return }
        let now = simulation.wallTime
        let delay = random.duration(.seconds(9 * 3600), .seconds(20 * 3600))
        let start = Instant(seconds: (now + delay).seconds)
        let kinds: [(ArrivingSample.Kind, ArrivingSample.Source, Double, Duration)] = [
            (quantity("StepCount", "count"), .watch("Anna’s Apple\u{A0}Watch"), 777, .seconds(900)),
            (quantity("ActiveEnergyBurned", "kcal"), .phone("Anna’s iPhone"), 55, .seconds(300)),
            (quantity("HeartRate", "count/min"), .watch("Anna’s Apple\u{A0}Watch"), 199, .zero),
            (quantity("DietaryWater", "mL"), .phone("Anna’s iPhone"), 333, .zero),
            (quantity("BodyMass", "kg"), .phone("Anna’s iPhone"), 99, .zero),
            (
                .category(type: "HKCategoryTypeIdentifierMindfulSession"), .app("Calm"), 0,
                .seconds(600)
            ),
            (
                .category(type: "HKCategoryTypeIdentifierSleepAnalysis"), .app("Pillow"), 1,
                .seconds(3000)
            ),
            (
                .workout(activity: "Rowing", measured: [], timeZone: nil), .app("Row"), 0,
                .seconds(1800)
            ),
        ]
        let (kind, source, value, length) = random.pick(kinds)
        let mistaken = ArrivingSample(
            kind: kind,
            source: source,
            start: start,
            end: start + length,
            value: value,
            isUserEntered: false,
            arrival: start + length,
            id: uuid()
        )
        let longest: Int64 = random.happens(700) ? 2 : 60
        let end = mistaken.arrival + random.duration(.seconds(1800), .seconds(longest * 86_400))
        delivery.schedule(.add(mistaken, workout: nil, isVersioned: false), at: mistaken.arrival)
        delivery.schedule(.delete(mistaken.id), at: max(min(end, lastArrival), mistaken.arrival))
    }

    private func quantity(_ name: String, _ unit: String) -> ArrivingSample.Kind {
        .quantity(type: "HKQuantityTypeIdentifier\(name)", unit: unit)
    }

    private mutating func arriving(
        _ sample: GeneratedSample,
        zone: TimeZone,
        lateness: Int64
    ) -> ArrivingSample {
        let kind: ArrivingSample.Kind =
            switch sample.kind {
            case .quantity(let type, let unit): .quantity(type: type, unit: unit)
            case .sleep: .category(type: "HKCategoryTypeIdentifierSleepAnalysis")
            case .mindful: .category(type: "HKCategoryTypeIdentifierMindfulSession")
            case .category(let type): .category(type: type)
            case .workout(let activity, let kilocalories, let kilometres):
                .workout(
                    activity: activity,
                    measured: [
                        kilocalories.map {
                            .init(
                                type: "HKQuantityTypeIdentifierActiveEnergyBurned",
                                sum: $0,
                                unit: "kcal"
                            )
                        },
                        kilometres.map {
                            .init(
                                type: activity == "Cycling"
                                    ? "HKQuantityTypeIdentifierDistanceCycling"
                                    : "HKQuantityTypeIdentifierDistanceWalkingRunning",
                                sum: $0,
                                unit: "km"
                            )
                        },
                    ].compactMap(\.self),
                    timeZone: zone.identifier
                )
            }
        // Manual entries arrive at once.
        let isLate = lateness > 0 && sample.source != .phone
        let arrival = isLate ? sample.arrival + .seconds(lateness) : sample.arrival
        return ArrivingSample(
            kind: kind,
            source: Self.names[sample.source] ?? .app("unknown"),
            start: sample.start,
            end: sample.end,
            value: sample.value,
            isUserEntered: sample.isUserEntered,
            arrival: max(sample.arrival, min(arrival, lastArrival)),
            id: uuid()
        )
    }

    private mutating func uuid() -> UUID {
        var bytes = (random.next(), random.next())
        return withUnsafeBytes(of: &bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
