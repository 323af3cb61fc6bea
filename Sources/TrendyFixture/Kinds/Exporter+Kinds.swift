import Foundation
import TrendyModel

// Writes what only an export of all types has.
extension Exporter {
    private static let bloodPressure = [
        "HKQuantityTypeIdentifierBloodPressureSystolic",
        "HKQuantityTypeIdentifierBloodPressureDiastolic",
    ]
    private static let meal = [
        "HKQuantityTypeIdentifierDietaryEnergyConsumed",
        "HKQuantityTypeIdentifierDietaryCarbohydrates",
        "HKQuantityTypeIdentifierDietaryProtein", "HKQuantityTypeIdentifierDietaryFatTotal",
    ]
    /// The number of days between two hearing tests.
    private static let audiogramDays = 30

    /// Writes the records of types, one type after the other, and counts their expected results.
    mutating func write(_ kinds: [GeneratedKind], to sink: ByteSink) throws {
        for kind in kinds {
            let generator = KindGenerator(kind, of: person, in: units)
            let writer = KindRecordWriter(generator)
            var tally = KindTally(kind, of: person, zones: zones)
            for index in 0..<person.days {
                let samples = generator.samples(of: person.plan(index))
                for sample in samples { writer.write(sample, to: sink) }
                records += samples.count
                tally.add(samples, ofDay: index)
                try sink.check()
            }
            tally.finish()
            kindTotals[kind.identifier] = tally.totals
        }
    }

    /// Writes blood pressures and meals, whose records are also at the top level.
    mutating func writeCorrelations(to sink: ByteSink) throws {
        let pressures = generators(of: Self.bloodPressure)
        let meals = generators(of: Self.meal)
        for index in 0..<person.days {
            let plan = person.plan(index)
            write(pressures, "BloodPressure", at: nil, plan, to: sink)
            for meal in 0..<3 {
                write(meals, "Food", at: person.mealTime(meal, plan), plan, to: sink)
            }
            try sink.check()
        }
    }

    private func generators(of identifiers: [String]) -> [KindGenerator] {
        identifiers.compactMap { identifier in
            GeneratedKind.quantities.first { $0.identifier == identifier }
                .map { KindGenerator($0, of: person, in: units) }
        }
    }

    /// Writes a correlation of the samples of several types at one time.
    private mutating func write(
        _ generators: [KindGenerator],
        _ name: String,
        at time: Int64?,
        _ plan: DayPlan,
        to sink: ByteSink
    ) {
        let found = generators.compactMap { generator in
            generator.samples(of: plan).first { time == nil || $0.start == time }
                .map { (generator, $0) }
        }
        guard let first = found.first?.1 else { return }
        sink.text(" <Correlation type=\"HKCorrelationTypeIdentifier\(name)\"")
        sink.text(
            first.source.attributes(
                pointer: UInt64(truncatingIfNeeded: first.start),
                entered: first.isEntered
            )
        )
        sink.dates(of: first)
        sink.text(">\n")
        for (generator, sample) in found {
            KindRecordWriter(generator).write(sample, indentation: 2, to: sink)
        }
        sink.text(" </Correlation>\n")
        records += found.count
    }

    /// Writes a hearing test every month.
    func writeAudiograms(to sink: ByteSink) {
        for index in stride(from: 0, to: person.days, by: Self.audiogramDays) {
            let start = person.dayStarts[index] + 61_000
            guard start + 300 < person.exportTime else { return }
            let dates = KindSample(
                source: .phone,
                start: start,
                end: start + 300,
                value: 0,
                text: "",
                created: start + 302,
                isEntered: false
            )
            sink.text(" <Audiogram type=\"HKDataTypeIdentifierAudiogram\"")
            sink.text(Source.phone.attributes(pointer: UInt64(truncatingIfNeeded: start)))
            sink.dates(of: dates)
            sink.text(">\n")
            for (position, frequency) in [250, 500, 1000, 2000, 4000, 8000].enumerated() {
                let left = person.rng.pick(-5..<35, 961, Int(start), position)
                let right = person.rng.pick(-5..<35, 962, Int(start), position)
                sink.text("  <SensitivityPoint frequencyValue=\"\(frequency)\"")
                sink.text(" frequencyUnit=\"Hz\" leftEarValue=\"\(left)\" leftEarUnit=\"dBHL\"")
                sink.text(" rightEarValue=\"\(right)\" rightEarUnit=\"dBHL\"/>\n")
            }
            sink.text(" </Audiogram>\n")
        }
    }

    /// The expected results of a type on a day; `nil` when it has none.
    func total(_ identifier: String, on day: CalendarDay) -> KindTotal? {
        kindTotals[identifier]?[day]
    }
}
