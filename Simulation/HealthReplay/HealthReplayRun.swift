import Foundation
import SimulatedHealthKit
import SimulationKit
import Synchronization
import TrendyFixture
import TrendyHealth
import TrendyModel

/// Lives a generated life on a simulated phone, day by day in virtual time, while the app captures
/// it into a real database.
public struct HealthReplayRun: Sendable {
    /// How long after the last day everything has arrived.
    private static let lastArrivals = Duration.seconds(20 * 86_400)

    private let options: ReplayOptions

    /// A run of a life.
    public init(_ options: ReplayOptions) {
        self.options = options
    }

    /// Lives it to its end, and compares each day with the truth.
    ///
    /// Blocks; must not be called from inside a simulation.
    ///
    /// - `progress`: called at the beginning of each day with its place.
    public func run(progress: @escaping @Sendable (Int) -> Void = { _ in }) -> ReplayReport {
        let result = Mutex(ReplayReport(failure: nil))
        let limits = Simulation.Options(
            timeLimit: .seconds((options.days + 100) * 86_400),
            stepLimit: .max,
            refusesClockReadings: false
        )
        let run = Simulation.run(seed: options.seed, options: limits) { [self] simulation in
            let report = try await live(simulation, progress)
            result.withLock { $0 = report }
        }
        guard let failure = run.failure else { return result.withLock { $0 } }
        return ReplayReport(failure: "\(failure)\n\(run.trace.lines.joined(separator: "\n"))")
    }

    private func live(
        _ simulation: Simulation,
        _ progress: @Sendable (Int) -> Void
    ) async throws -> ReplayReport {
        let firstDay = CalendarDay(
            daysSinceEpoch: Int(Simulation.beginning.seconds / 86_400) + 1
        )
        var generated = FixtureOptions(seed: options.seed)
        generated.density = options.density
        if options.hasFaults {
            generated.moves = TravelSchedule.moves(simulation, from: firstDay, days: options.days)
        }
        var life = GeneratedHealthHistory(generated, from: firstDay, days: options.days)
        let zones = life.zones
        let phone = ReplayPhone(simulation) { [unowned simulation] in
            // A move is known once it has happened.
            let now = simulation.wallTime
            return ZoneHistory(zones.firstZone, changes: zones.changes.filter { $0.start <= now })
        }
        let courier = SampleDelivery(phone)
        var sender = WorkloadSender(courier, simulation, hasFaults: options.hasFaults)
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
        courier.bringAll()
        var report = ReplayReport(life.expectedTotals(), try await settle(phone))
        report.samples = courier.delivered
        report.deleted = courier.deleted
        report.condensed = courier.condensed
        report.launches = phone.counts.launches
        report.deaths = phone.counts.deaths
        report.passes = phone.counts.passes
        report.failedPasses = phone.counts.failedPasses
        report.revocations = phone.counts.revocations
        return report
    }

    /// The phone lies open and nothing goes wrong any more; periodic passes go over every day once.
    private func settle(
        _ phone: ReplayPhone
    ) async throws -> [CalendarDay: [GeneratedMeasure: Double]] {
        phone.health.systemAllowsWakes = true
        phone.kill()
        phone.open()
        guard let app = phone.app else {
            throw ReplayError("The app does not open although nothing goes wrong any more.")
        }
        // What is dated ahead is not gone over; years of days lie between it and the others.
        for _ in 0...options.days / 30 + 2 {
            try await app.coordinator.capture(trigger: .periodic)
        }
        let stored = try await StoredMeasures.read(app.store, zones: phone.zones())
        try await phone.close()
        return stored
    }
}

/// Why a life could not be lived to its end.
struct ReplayError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
