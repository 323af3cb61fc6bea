import Foundation
import HealthKit
import SimulatedPhone
import SimulationKit
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// What must hold of captured health data when all is calm.
struct HealthOracleChecks {
    let world: World
    let account: String
    /// What the server has of the account.
    let server: [EntityID: Entity]
    /// What somebody gave up, or has to decide about.
    let undecided: Set<EntityID>

    private var events: [EntityID: Event] {
        var events: [EntityID: Event] = [:]
        for (id, entity) in server where entity.kind == .event {
            // What is no event is told by others.
            guard let event = try? Event(document: entity.document()),
                event.sourceType == .healthKit, !undecided.contains(id)
            else { continue }
            events[id] = event
        }
        return events
    }

    /// Compares the server with the person's diary, and with one import of all that a phone has.
    func check(on process: SimulatedDevice.Process) async throws {
        let events = events
        if undecided.isEmpty {
            for diary in world.healthOracles[account] ?? [] { compare(diary, events) }
        }
        try await compareWithImport(on: process, events)
    }

    // MARK: the diary

    /// Each sample is in the result of its day, once.
    private func compare(_ diary: HealthOracle, _ events: [EntityID: Event]) {
        // The last one was deleted, and nobody was told of that: it looks like what may not be read
        // any more, and stays.
        if world.faults.mayKeepLast, diary.samples.isEmpty { return }
        let expected: [String]
        let found: [String]
        switch diary.part {
        case .water:
            expected = diary.sorted.map { "\($0.start) \(Int($0.value))" }
            found = values(.water, events) { "\($0.timestamp.seconds) \($0.whole("milliliters"))" }
        case .bodyMass:
            expected = diary.sorted.map { "\($0.start) \(Self.decimal($0.value))" }
            found = values(.bodyMass, events) {
                "\($0.timestamp.seconds) \($0.decimal("kilograms"))"
            }
        case .mindfulness:
            expected = diary.sorted.map { "\($0.start) \($0.end)" }
            found = values(.mindfulness, events) {
                "\($0.timestamp.seconds) \($0.endDate?.seconds ?? 0)"
            }
        case .activeEnergy:
            expected = sums(diary.sorted)
            found = values(.activeEnergy, events) {
                "\($0.naturalKey?.split(separator: "/").last ?? "") \($0.whole("kilocalories"))"
            }
        case .heartRate:
            expected = days(diary.sorted)
            found = values(.heartRate, events) { Self.line($0) }
        case .workouts:
            expected =
                diary.sorted.map { "\($0.start) \($0.end) \(Self.mean($0.readings))" }
                + days(diary.readings)
            found =
                values(.workout, events) {
                    "\($0.timestamp.seconds) \($0.endDate?.seconds ?? 0) "
                        + $0.decimal("average_heart_rate")
                } + values(.heartRate, events) { Self.line($0) }
        case .sleep:
            expected = nights(diary.sorted)
            found = values(.sleep, events) { event in
                let stages = ["in_bed", "asleep", "awake", "core", "deep", "rem"]
                    .map { event.whole($0) }
                return "\(event.naturalKey ?? "") \(event.timestamp.seconds) "
                    + "\(event.endDate?.seconds ?? 0) \(stages)"
            }
        }
        var rest = found.sorted()
        for line in expected.sorted() {
            guard let place = rest.firstIndex(of: line) else {
                return world.violate(
                    "samples",
                    "\(account) has \(line), and the server does not; it has \(rest.prefix(3))"
                )
            }
            rest.remove(at: place)
        }
        if let line = rest.first {
            world.violate("samples", "the server has \(line), which \(account) has not")
        }
    }

    private func values(
        _ category: HealthCategory,
        _ events: [EntityID: Event],
        _ line: (Event) -> String
    ) -> [String] {
        events.values.filter { $0.healthKitCategory == category.rawValue }.map(line)
    }

    /// The line of each day that has a sum.
    private func sums(_ samples: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        return Dictionary(grouping: samples) { walks.day(of: Instant(seconds: $0.start)) }
            .map { day, samples in "\(day) \(Int(samples.reduce(0) { $0 + $1.value }))" }
    }

    /// The line of each day that has readings.
    private func days(_ readings: [HealthOracle.Sample]) -> [String] {
        guard let walks = world.walks[account] else { return [] }
        let days = Dictionary(grouping: readings) { walks.day(of: Instant(seconds: $0.start)) }
        return days.sorted { $0.key < $1.key }.map { day, readings in
            let values = readings.map(\.value)
            return "\(day) \(readings.count) \(Int(values.min() ?? 0)) \(Int(values.max() ?? 0)) "
                + Self.mean(readings)
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

    /// The line of each session: samples with gaps of an hour at most, by the day they end on.
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

    /// The seconds of a stage that count: where the Watch measured as well, the app's do not.
    private func believed(_ sample: HealthOracle.Sample, _ session: [HealthOracle.Sample]) -> Int64
    {
        guard sample.source == .app else { return sample.end - sample.start }
        // What one source measured is never at one time.
        return session.filter { $0.source == .watch && $0.value != 0 }.reduce(
            sample.end - sample.start
        ) { $0 - max(0, min($1.end, sample.end) - max($1.start, sample.start)) }
    }

    /// The seconds that any source had them in bed.
    private func inBed(_ session: [HealthOracle.Sample]) -> Int64 {
        var (seconds, end): (Int64, Int64) = (0, .min)
        for sample in session where sample.value == 0 {
            seconds += max(0, sample.end - max(sample.start, end))
            end = max(end, sample.end)
        }
        return seconds
    }

    // MARK: one clean import

    /// A database that has seen nothing before gets the same events.
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
            categories: CaptureWorkload.categories(of: world),
            zones: { [world, account] in world.walks[account]?.zones ?? ZoneHistory(.gmt) }
        )
        try await coordinator.capture(trigger: .launch)
        var imported: [EntityID: Event] = [:]
        for entity in try await store.events(EventFilter(limit: 1_000_000)) {
            imported[entity.id] = try Event(document: entity.document())
        }
        try await store.close()
        let readable = Set(imported.values.compactMap(\.healthKitCategory))
        for id in Set(events.keys).union(imported.keys).sorted()
        where !undecided.contains(id) {
            // The last one was deleted, and nobody was told of that: it looks like what may not be
            // read any more, and stays.
            if world.faults.mayKeepLast, let category = events[id]?.healthKitCategory,
                !readable.contains(category)
            {
                continue
            }
            guard Self.facts(events[id]) == Self.facts(imported[id]) else {
                return world.violate(
                    "import",
                    "\(id) of \(account) is \(Self.facts(events[id])), and would be "
                        + "\(Self.facts(imported[id])) after an import"
                )
            }
        }
    }

    /// What was measured, whoever knew how much of it.
    private static func facts(_ event: Event?) -> [String] {
        guard let event else { return [] }
        return [
            event.naturalKey ?? "", "\(event.timestamp)", event.endDate.map { "\($0)" } ?? "",
            event.timeZone ?? "", "\(event.properties)",
        ]
    }
}

extension Event {
    /// A number of the event as text; "none" where it has none.
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
