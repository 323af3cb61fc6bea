import Foundation
import TrendyModel

/// Generates the samples of one type of the table, day by day.
struct KindGenerator {
    /// The seconds of an exercise of this generator: twenty minutes.
    private static let exerciseSeconds: Int64 = 1200

    let kind: GeneratedKind
    private let person: Person
    private let printed: GeneratedUnit.Printed?
    private let salt: UInt64

    init(_ kind: GeneratedKind, of person: Person, in units: FixtureUnits) {
        self.kind = kind
        self.person = person
        salt = kind.salt
        guard case .amounts(let unit, _) = kind.values else {
            printed = nil
            return
        }
        printed = unit.printed(in: units)
    }

    /// The printed unit; `nil` for a category type.
    var unit: String? { printed?.name }

    /// The samples that belong to a day, in the order of their arrival.
    ///
    /// Some begin on the evening before or the morning after.
    func samples(of plan: DayPlan) -> [KindSample] {
        var samples: [KindSample] = []
        for (index, span) in spans(of: plan).enumerated() where span.upperBound < person.exportTime
        {
            add(span, index, plan, to: &samples)
        }
        return samples.enumerated()
            .sorted { ($0.element.created, $0.offset) < ($1.element.created, $1.offset) }
            .map(\.element)
    }

    /// The times of the samples of the main source, as starts and ends.
    private func spans(of plan: DayPlan) -> [Range<Int64>] {
        let day = Int(plan.start / 3600)
        func instant(_ time: Int64) -> Range<Int64> { time..<time }
        switch kind.rhythm {
        case .hourly:
            return hours(of: plan).compactMap { hour in
                let key = Int(hour / 3600)
                guard plan.wearsWatch(at: hour), isKept(key) else { return nil }
                let start = hour + Int64(pick(0..<600, key, 1))
                return start..<start + Int64(pick(240..<3_600, key, 2))
            }
        case .standHours:
            return hours(of: plan).filter { $0 >= plan.wake && plan.wearsWatch(at: $0) }
                .map { $0..<$0 + 3600 }
        case .meals:
            let lasts = kind.way == .duration
            return (0..<3).map { meal in
                let start = person.mealTime(meal, plan)
                return lasts ? start..<start + Int64(pick(40..<180, day, meal)) : instant(start)
            }
        case .wholeDay:
            return [plan.start..<plan.end]
        case .night:
            return plan.sleepsWithWatch ? [plan.bed..<plan.wake] : []
        case .nightly:
            guard plan.sleepsWithWatch else { return [] }
            return stride(from: plan.bed, to: plan.wake, by: 1800).map { instant($0) }
        case .daily:
            return [instant(plan.wake + 900)]
        case .weekLong:
            return isDue(plan, every: 7) ? [plan.start..<plan.start + 7 * 86_400] : []
        case .every(let days):
            guard isDue(plan, every: days) else { return [] }
            let start = plan.start + Int64(pick(28_800..<75_600, day, 3))
            return (0...pick(0..<2, day, 4)).map { index in
                let start = start + Int64(index) * 4_000
                return kind.isEntered
                    ? instant(start) : start..<start + Int64(pick(0..<600, day, 5))
            }
        case .exercise(let days):
            guard isDue(plan, every: days) else { return [] }
            let start = plan.start + Int64(pick(59_000..<64_000, day, 3))
            return stride(from: start, to: start + Self.exerciseSeconds, by: 60).map {
                $0..<$0 + 60
            }
        }
    }

    /// The beginnings of the hours of a day: 23, 24 or 25, and more or fewer on a day of travel.
    private func hours(of plan: DayPlan) -> [Int64] {
        Array(stride(from: plan.start, to: plan.end, by: 3600))
    }

    private func isDue(_ plan: DayPlan, every days: Int) -> Bool {
        (person.firstDay.daysSinceEpoch + plan.index + Int(salt % 97)).isMultiple(of: days)
    }

    /// Adds a sample and, for types with several sources, overlapping ones.
    private func add(
        _ span: Range<Int64>,
        _ index: Int,
        _ plan: DayPlan,
        to samples: inout [KindSample]
    ) {
        let key = Int(span.lowerBound / 60)
        // All that is in a meal has the same source.
        let isByHand =
            kind.isEntered || kind.rhythm == .meals && person.rng.unit(951, key) < 0.3
        let source: Source =
            switch kind.rhythm {
            case .daily where !isByHand, .hourly, .standHours, .night, .nightly, .weekLong,
                .exercise:
                .watch
            case .meals, .wholeDay: isByHand ? .phone : .pedometer
            case .daily, .every: isByHand ? .phone : plan.hasWatch ? .watch : .phone
            }
        samples.append(sample(source, span, key, isByHand: isByHand))
        guard kind.overlaps, index.isMultiple(of: 2) else { return }
        let shift = Int64(pick(-200..<200, key, 6))
        let start = span.lowerBound + shift
        let other = start..<start + max(span.upperBound - span.lowerBound, 120)
        guard other.upperBound < person.exportTime else { return }
        samples.append(sample(.phone, other, key + 1, isByHand: false))
        if index.isMultiple(of: 6) {
            let entered = span.lowerBound + 30..<span.lowerBound + 90
            samples.append(sample(.phone, entered, key + 2, isByHand: true))
        }
    }

    private func sample(
        _ source: Source,
        _ span: Range<Int64>,
        _ key: Int,
        isByHand: Bool
    ) -> KindSample {
        let value: Double
        let text: String
        switch kind.values {
        case .labels(let labels):
            let index = pick(0..<labels.labels.count, key, 7)
            value = Double(index)
            text = labels.labels[index]
        case .amounts(let unit, let range):
            var amount =
                range.lowerBound + unitValue(key) * (range.upperBound - range.lowerBound)
            if unit.isWhole { amount.round() }
            let printed = printed ?? GeneratedUnit.Printed(name: unit.name)
            // Apple prints all amounts with six significant digits.
            text = String(format: "%g", printed.printed(amount))
            value = printed.amount(of: Double(text) ?? 0)
        }
        return KindSample(
            source: source,
            start: span.lowerBound,
            end: span.upperBound,
            value: value,
            text: text,
            created: min(span.upperBound + Int64(pick(1..<40, key, 8)), person.exportTime),
            isEntered: isByHand
        )
    }

    private func isKept(_ key: Int) -> Bool { unit(key, 10) < min(person.density, 0.85) }

    private func unitValue(_ key: Int) -> Double { unit(key, 11) }

    private func unit(_ key: Int, _ index: Int) -> Double { person.rng.unit(salt, key, index) }

    private func pick(_ range: Range<Int>, _ key: Int, _ index: Int) -> Int {
        person.rng.pick(range, salt, key, index)
    }
}

extension Person {
    /// The time of a meal, the same for all that is in it.
    func mealTime(_ meal: Int, _ plan: DayPlan) -> Int64 {
        let key = Int(plan.start / 3600)
        return plan.start + [27_000, 45_600, 68_400][meal]
            + Int64(rng.pick(0..<2_400, 950, key, meal))
    }
}
