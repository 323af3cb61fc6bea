import Foundation
import HealthKit
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// Checks the captured health data at the end of the calm phase.
struct HealthOracleChecks {
    let world: World
    let account: String
    /// The account's entities on the server.
    let server: [EntityID: Entity]
    /// Entities that a person discarded or must decide about.
    let undecided: Set<EntityID>

    private var events: [EntityID: Event] {
        var events: [EntityID: Event] = [:]
        for (id, entity) in server where entity.kind == .event {
            // Other checks report an entity that is not an event.
            guard let event = try? Event(document: entity.document()),
                event.sourceType == .healthKit, !undecided.contains(id)
            else { continue }
            events[id] = event
        }
        return events
    }

    /// Compares the server with the person's expected data, and with one clean import of a phone's
    /// samples.
    func check(on process: SimulatedDevice.Process) async throws {
        let events = events
        if undecided.isEmpty {
            for oracle in world.healthOracles[account] ?? [] { compare(oracle, events) }
        }
        try await compareWithImport(on: process, events)
        try await checkFreshness(on: process)
    }

    /// The phone knows the end of the newest sample of each kind, from which it tells how current
    /// the data is.
    private func checkFreshness(on process: SimulatedDevice.Process) async throws {
        // A phone ignores samples after the present of its clock.
        guard world.faults.hasRightClocks else { return }
        for oracle in world.healthOracles[account] ?? [] {
            guard let end = oracle.samples.values.map(\.end).max() else { continue }
            let category = oracle.part.category
            let newest = try await process.engine.store.read {
                try $0.health.state(category: category.rawValue).newest
            }
            guard let newest, newest >= Instant(seconds: end) else {
                return world.violate(
                    "freshness",
                    "\(account) has \(category.rawValue) until \(end), and "
                        + "\(process.device.name) knows of \(newest.map { "\($0)" } ?? "nothing")"
                )
            }
        }
    }

    // MARK: expected data

    /// Each sample is contained exactly once in the result of its day.
    private func compare(_ oracle: HealthOracle, _ events: [EntityID: Event]) {
        // The last sample was deleted without a report by HealthKit. The category is
        // indistinguishable from one without read access, and its results are kept.
        if world.faults.mayKeepLast, oracle.samples.isEmpty { return }
        let expected: [String]
        let found: [String]
        switch oracle.part {
        case .water:
            expected = oracle.sorted.map { "\($0.start) \(Int($0.value))" }
            found = values(.water, events) { "\($0.timestamp.seconds) \($0.whole("milliliters"))" }
        case .bodyMass:
            expected = oracle.sorted.map { "\($0.start) \(Self.decimal($0.value))" }
            found = values(.bodyMass, events) {
                "\($0.timestamp.seconds) \($0.decimal("kilograms"))"
            }
        case .mindfulness:
            expected = oracle.sorted.map { "\($0.start) \($0.end)" }
            found = values(.mindfulness, events) {
                "\($0.timestamp.seconds) \($0.endDate?.seconds ?? 0)"
            }
        case .activeEnergy:
            expected = sums(oracle.sorted)
            found = values(.activeEnergy, events) {
                "\($0.naturalKey?.split(separator: "/").last ?? "") \($0.whole("kilocalories"))"
            }
        case .heartRate:
            expected = days(oracle.sorted)
            found = values(.heartRate, events) { Self.line($0) }
        case .workouts:
            expected =
                oracle.sorted.map { "\($0.start) \($0.end) \(Self.mean($0.readings))" }
                + days(oracle.readings)
            found =
                values(.workout, events) {
                    "\($0.timestamp.seconds) \($0.endDate?.seconds ?? 0) "
                        + $0.decimal("average_heart_rate")
                } + values(.heartRate, events) { Self.line($0) }
        case .row(let metric):
            expected = rows(metric, oracle.sorted)
            found = values(metric, events) { event in
                let key = event.naturalKey?.split(separator: "/").last ?? ""
                return "\(key) \(event.text(of: metric))"
            }
        case .sleep:
            expected = nights(oracle.sorted)
            found = values(.sleep, events) { event in
                let stages = ["in_bed", "asleep", "awake", "core", "deep", "rem"]
                    .map { event.whole($0) }
                return "\(event.naturalKey ?? "") \(event.timestamp.seconds) "
                    + "\(event.endDate?.seconds ?? 0) \(stages)"
            }
        }
        match(expected, found)
    }

    /// Each expected line is found exactly once, and nothing else.
    private func match(_ expected: [String], _ found: [String]) {
        var rest = found.sorted()
        for line in expected.sorted() {
            guard let place = rest.firstIndex(of: line) else {
                return world.violate(
                    "samples",
                    "\(account) has \(line), which the server lacks; it has \(rest.prefix(3))"
                )
            }
            rest.remove(at: place)
        }
        if let line = rest.first {
            world.violate("samples", "the server has \(line), which \(account) does not have")
        }
    }

    private func values(
        _ category: HealthMetric,
        _ events: [EntityID: Event],
        _ line: (Event) -> String
    ) -> [String] {
        events.values.filter { $0.healthKitCategory == category.rawValue }.map(line)
    }

    /// One line for each day with a sum.
    private func sums(_ samples: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        return Dictionary(grouping: samples) { walks.day(of: Instant(seconds: $0.start)) }
            .map { day, samples in "\(day) \(Int(samples.reduce(0) { $0 + $1.value }))" }
    }

    /// One line for each day with readings.
    private func days(_ readings: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        let days = Dictionary(grouping: readings) { walks.day(of: Instant(seconds: $0.start)) }
        return days.sorted { $0.key < $1.key }.map { day, readings in
            let values = readings.map(\.value)
            return "\(day) \(readings.count) \(Int(values.min() ?? 0)) \(Int(values.max() ?? 0)) "
                + Self.decimal(weightedMean(readings, on: day, walks.zones) ?? 0)
        }
    }

    /// The mean of readings over the time that each one holds: until the next one, at most ten
    /// minutes after its end, and not beyond its day.
    private func weightedMean(
        _ readings: [HealthOracle.Sample],
        on day: CalendarDay,
        _ zones: ZoneHistory
    ) -> Double? {
        let sorted = readings.sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
        let dayEnd = zones.start(of: day.advanced(by: 1)).seconds
        var (sum, time) = (0.0, 0.0)
        for (index, reading) in sorted.enumerated() {
            var end = min(reading.end + 600, dayEnd)
            if index + 1 < sorted.count { end = min(end, sorted[index + 1].start) }
            sum += reading.value * Double(end - reading.start)
            time += Double(end - reading.start)
        }
        return time > 0 ? sum / time : nil
    }

    /// One line for each day of a row of the catalogue.
    private func rows(_ metric: HealthMetric, _ samples: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        let days = Dictionary(grouping: samples) { walks.day(of: Instant(seconds: $0.start)) }
        return days.map { day, samples in
            let sorted = samples.sorted { $0.start < $1.start }
            let values = sorted.map(\.value)
            let mean =
                switch metric.aggregation {
                case .temporallyWeighted: weightedMean(sorted, on: day, walks.zones) ?? 0
                case .equivalentLevel:
                    // All samples last equally long.
                    10 * log10(values.reduce(0) { $0 + pow(10, $1 / 10) } / Double(values.count))
                default: values.reduce(0, +) / Double(values.count)
                }
            let present = values.count { metric.aggregation != .severity || $0 != 1 }
            let seconds = sorted.reduce(0) { $0 + $1.end - $1.start }
            let text =
                switch metric.aggregation {
                case .cumulative: Self.decimal(values.reduce(0, +))
                case .latest: Self.decimal(values.last ?? 0)
                case .duration: "\(values.count) \(seconds)"
                case .count, .severity, .value: "\(present)"
                case .discrete, .temporallyWeighted, .equivalentLevel, .event:
                    "\(values.count) \(Self.decimal(values.min() ?? 0)) "
                        + "\(Self.decimal(values.max() ?? 0)) \(Self.decimal(mean))"
                }
            return "\(day) \(text)"
        }
    }

    private static func line(_ event: Event) -> String {
        "\(event.naturalKey?.split(separator: "/").last ?? "") \(event.whole("readings")) "
            + "\(event.whole("minimum")) \(event.whole("maximum")) \(event.decimal("average"))"
    }

    private static func mean(_ readings: [HealthOracle.Sample]) -> String {
        guard !readings.isEmpty else { return "none" }
        let sum = readings.reduce(0) { $0 + $1.value }
        return decimal(sum / Double(readings.count))
    }

    static func decimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    /// One line for each session: samples with gaps of at most one hour, on the day on which they
    /// end.
    private func nights(_ samples: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        var sessions: [[HealthOracle.Sample]] = []
        for sample in samples {
            if let end = sessions.last?.map(\.end).max(), sample.start - end <= 3600 {
                sessions[sessions.count - 1].append(sample)
            } else {
                sessions.append([sample])
            }
        }
        var numbers: [CalendarDay: Int] = [:]
        return sessions.map { session in
            let end = session.map(\.end).max() ?? 0
            let day = walks.day(of: Instant(seconds: end))
            numbers[day, default: 0] += 1
            func slept(_ stage: Double) -> Int64 {
                session.filter { $0.value == stage }.reduce(0) { $0 + believed($1, session) }
            }
            let parts = [inBed(session)] + [2, 3, 4, 5].map(slept)
            var stages = parts.map { $0 == 0 ? "none" : "\($0)" }
            stages.insert("\(parts[2] + parts[3] + parts[4])", at: 1)
            return "sleep/\(day)/\(numbers[day] ?? 0) \(session.first?.start ?? 0) \(end) \(stages)"
        }
    }

    /// The seconds of a stage that count; an app's samples do not count where the Watch measured
    /// too.
    private func believed(_ sample: HealthOracle.Sample, _ session: [HealthOracle.Sample]) -> Int64
    {
        guard sample.source == .app else { return sample.end - sample.start }
        // The samples of one source never overlap.
        return session.filter { $0.source == .watch && $0.value != 0 }.reduce(
            sample.end - sample.start
        ) { $0 - max(0, min($1.end, sample.end) - max($1.start, sample.start)) }
    }

    /// The seconds for which any source recorded "in bed".
    private func inBed(_ session: [HealthOracle.Sample]) -> Int64 {
        var (seconds, end): (Int64, Int64) = (0, .min)
        for sample in session where sample.value == 0 {
            seconds += max(0, sample.end - max(sample.start, end))
            end = max(end, sample.end)
        }
        return seconds
    }

    // MARK: clean import

    private static var importOptions: HealthCaptureOptions {
        var options = HealthCaptureOptions()
        options.capturesEverything = true
        return options
    }

    /// A clean import into an empty database produces the same events.
    private func compareWithImport(
        on process: SimulatedDevice.Process,
        _ events: [EntityID: Event]
    ) async throws {
        let device = process.device
        let phone = device.health(of: account).phone
        let store = try DeviceStore(
            path: device.disk.path("import-\(account).sqlite"),
            dependencies: process.dependencies,
            files: device.disk.files
        )
        let coordinator = HealthCaptureCoordinator(
            store: store,
            source: HealthKitSource(phone.run { HKHealthStore() }),
            dependencies: process.dependencies,
            options: Self.importOptions,
            categories: CaptureWorkload.categories(of: world),
            zones: { [world, account] in world.walks[account]?.zones ?? ZoneHistory(.gmt) }
        )
        try await coordinator.capture(trigger: .launch)
        var imported: [EntityID: Event] = [:]
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: 1_000_000)) }
        ) {
            imported[entity.id] = try Event(document: entity.document())
        }
        try await store.close()
        let readable = Set(imported.values.compactMap(\.healthKitCategory))
        for id in Set(events.keys).union(imported.keys).sorted()
        where !undecided.contains(id) {
            // The last sample was deleted without a report by HealthKit. The category is
            // indistinguishable from one without read access, and its results are kept.
            if world.faults.mayKeepLast, let category = events[id]?.healthKitCategory,
                !readable.contains(category)
            {
                continue
            }
            guard Self.facts(events[id]) == Self.facts(imported[id]) else {
                return world.violate(
                    "import",
                    "\(id) of \(account) is \(Self.facts(events[id])), but is "
                        + "\(Self.facts(imported[id])) after an import"
                )
            }
        }
    }

    /// The measured values, independent of the device and its evidence.
    private static func facts(_ event: Event?) -> [String] {
        guard let event else { return [] }
        return [
            event.naturalKey ?? "", "\(event.timestamp)", event.endDate.map { "\($0)" } ?? "",
            event.timeZone ?? "", "\(event.properties)",
        ]
    }
}

extension Event {
    /// The values of a row of the catalogue, as the checks expect them.
    fileprivate func text(of metric: HealthMetric) -> String {
        switch metric.aggregation {
        case .cumulative: decimal("sum")
        case .latest: decimal("last")
        case .duration: "\(whole("count")) \(whole("duration"))"
        case .count, .severity, .value: whole("count")
        case .discrete, .temporallyWeighted, .equivalentLevel, .event:
            "\(whole("readings")) \(decimal("minimum")) \(decimal("maximum")) "
                + decimal("average")
        }
    }

    /// A number of the event as text; "none" when it is absent.
    fileprivate func whole(_ name: String) -> String { text(name) { "\(Int($0))" } }

    fileprivate func decimal(_ name: String) -> String {
        text(name) { HealthOracleChecks.decimal($0) }
    }

    private func text(_ name: String, _ text: (Double) -> String) -> String {
        switch properties[name] {
        case .number(let number)?, .duration(let number)?: text(number.double)
        default: "none"
        }
    }
}
