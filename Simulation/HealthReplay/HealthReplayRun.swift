import Foundation
import SimulatedHealthKit
import SimulationKit
import Synchronization
import TrendyFixture
import TrendyHealth
import TrendyModel

/// Simulates a generated life on a phone, day by day in virtual time, while the app captures it
/// into a real database.
package struct HealthReplayRun: Sendable {
    /// The time after the last day within which every sample has arrived.
    private static let lastArrivals = Duration.seconds(20 * 86_400)

    private let options: ReplayOptions

    /// A run with options.
    package init(_ options: ReplayOptions) {
        self.options = options
    }

    /// Runs to the end and compares every day with its expected totals.
    ///
    /// Blocks the calling thread; must not be called from inside a simulation.
    ///
    /// - `progress`: called at the start of each day with the index of the day.
    package func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) -> ReplayReport {
        let result = Mutex(ReplayReport(failure: nil))
        let limits = Simulation.Options(
            timeLimit: .seconds((options.days + 100) * 86_400),
            stepLimit: .max,
            refusesClockReadings: false
        )
        let run = Simulation.run(seed: options.seed, options: limits) { [self] simulation in
            let report = try await simulate(simulation, progress)
            result.withLock { $0 = report }
        }
        guard let failure = run.failure else { return result.withLock { $0 } }
        return ReplayReport(failure: "\(failure)\n\(run.trace.lines.joined(separator: "\n"))")
    }

    private func simulate(
        _ simulation: Simulation,
        _ progress: @Sendable (Int) -> Void
    ) async throws -> ReplayReport {
        let firstDay = CalendarDay(
            daysSinceEpoch: Int(Simulation.beginning.seconds / 86_400) + 1
        )
        var generated = FixtureOptions(seed: options.seed)
        generated.density = options.density
        generated.kinds = options.kinds
        if options.hasFaults {
            generated.moves = TravelSchedule.moves(simulation, from: firstDay, days: options.days)
        }
        var life = GeneratedHealthHistory(generated, from: firstDay, days: options.days)
        let zones = life.zones
        let phone = ReplayPhone(
            simulation,
            capturesEverything: options.kinds == .all
        ) { [unowned simulation] in
            // The device learns of a time-zone change when the change happens.
            let now = simulation.wallTime
            return ZoneHistory(zones.firstZone, changes: zones.changes.filter { $0.start <= now })
        }
        let delivery = SampleDelivery(phone)
        var sender = WorkloadSender(delivery, simulation, hasFaults: options.hasFaults)
        sender.lastArrival = life.start(of: options.days) + Self.lastArrivals
        var faults = options.hasFaults ? ReplayFaults(phone) : nil
        phone.open()
        while let samples = life.nextDay() {
            let day = sender.days
            let start = life.start(of: day)
            try await simulation.sleep(until: start - Simulation.beginning)
            progress(day)
            sender.send(samples, zone: life.zones.zone(at: start))
            faults?.planDay()
        }
        try await simulation.sleep(until: life.start(of: options.days) - Simulation.beginning)
        try await simulation.sleep(for: Self.lastArrivals + .seconds(5 * 86_400))
        phone.turnOn()
        phone.unlock()
        delivery.deliverAll()
        return report(of: life, try await finish(phone), phone, delivery)
    }

    /// Compares the stored events with the generated life.
    private func report(
        of life: GeneratedHealthHistory,
        _ events: [Event],
        _ phone: ReplayPhone,
        _ delivery: SampleDelivery
    ) -> ReplayReport {
        var report = ReplayReport(
            life.expectedTotals(),
            StoredMeasures.of(events, zones: phone.zones())
        )
        if options.kinds == .all {
            report.kindDifferences = KindComparison.differences(
                between: life.expectedKindTotals(),
                and: Dictionary(grouping: events) { $0.healthKitCategory ?? "" },
                zones: phone.zones()
            )
        }
        report.samples = delivery.delivered
        report.deleted = delivery.deleted
        report.condensed = delivery.condensed
        report.launches = phone.counts.launches
        report.deaths = phone.counts.deaths
        report.passes = phone.counts.passes
        report.failedPasses = phone.counts.failedPasses
        report.revocations = phone.counts.revocations
        return report
    }

    /// Keeps the phone unlocked without faults until periodic passes have rescanned every day once,
    /// and returns the stored events.
    private func finish(_ phone: ReplayPhone) async throws -> [Event] {
        phone.health.systemAllowsWakes = true
        phone.kill()
        phone.open()
        guard let app = phone.app else {
            throw ReplayError("The app does not open although no faults are injected any more.")
        }
        // Days with samples dated in the future are not rescanned; they lie years away from the
        // others.
        for _ in 0...options.days / 30 + 2 {
            try await app.coordinator.capture(trigger: .periodic)
        }
        let stored = try await StoredMeasures.events(of: app.store)
        try await phone.close()
        return stored
    }
}

/// The reason why a replay failed.
struct ReplayError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
