import Foundation
import TrendyModel

/// Writes the XML of a person's export and counts the expected totals.
struct Exporter {
    let person: Person
    let hasMalformedDTD: Bool
    let units: FixtureUnits
    let zones: ZoneHistory
    private let kinds: FixtureKinds
    private(set) var expectedTotals: ExpectedTotals
    /// The expected results by identifier, for an export of all types.
    var kindTotals: [String: [CalendarDay: KindTotal]] = [:]
    var records = 0
    private(set) var workouts: [WorkoutPlan] = []

    init(_ person: Person, _ options: FixtureOptions, hasMalformedDTD: Bool = false) {
        self.person = person
        self.hasMalformedDTD = hasMalformedDTD
        units = options.units
        zones = options.zones
        kinds = options.kinds
        expectedTotals = ExpectedTotals(
            days: Array(repeating: ExpectedTotals.Day(), count: person.days + 1)
        )
    }

    mutating func write(to sink: ByteSink) throws {
        sink.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        sink.text(hasMalformedDTD ? DocumentType.malformed : DocumentType.correct)
        sink.text("<HealthData locale=\"en_FR\">\n <ExportDate value=\"")
        sink.date(person.exportTime)
        sink.text(
            """
            "/>
             <Me HKCharacteristicTypeIdentifierDateOfBirth="1988-05-17" \
            HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" \
            HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet" \
            HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeNotSet" \
            HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse="None"/>

            """
        )
        for stream in Stream.allCases where stream.unit != nil { try write(stream, to: sink) }
        if kinds == .all { try write(GeneratedKind.quantities, to: sink) }
        for stream in Stream.allCases where stream.unit == nil { try write(stream, to: sink) }
        if kinds == .all {
            try write(GeneratedKind.categories, to: sink)
            try writeCorrelations(to: sink)
            writeAudiograms(to: sink)
        } else {
            writeCorrelation(to: sink)
        }
        let writer = WorkoutWriter(person: person)
        for index in 0..<person.days {
            guard let workout = person.plan(index).workout, workout.end + 60 < person.exportTime
            else { continue }
            writer.write(workout, to: sink)
            workouts.append(workout)
            expectedTotals.days[index].workouts += 1
            try sink.check()
        }
        writeActivity(to: sink)
        sink.text("</HealthData>\n")
        expectedTotals.days.removeLast()
        try sink.finish()
    }

    /// Writes one type, in the order in which its records arrived on the phone.
    private mutating func write(_ stream: Stream, to sink: ByteSink) throws {
        let writer = RecordWriter(stream, rng: person.rng)
        var pending: [Sample] = []
        var tally = KindTally(stream.kind, of: person, zones: zones)
        for index in 0..<person.days {
            let plan = person.plan(index)
            let first = pending.count
            addSamples(of: stream, plan: plan, to: &pending)
            if kinds == .all {
                let added = pending[first...].lazy.compactMap { KindSample($0, of: stream) }
                tally.add(added, ofDay: index)
            }
            // Later days contain nothing that was created more than an hour before they begin.
            let isLast = index == person.days - 1
            let limit = isLast ? person.exportTime : plan.end - 3600
            for position in pending.indices {
                pending[position].created = min(pending[position].created, person.exportTime)
            }
            // Samples that were created in the same second keep their order.
            let order = pending.indices.sorted {
                (pending[$0].created, $0) < (pending[$1].created, $1)
            }
            var kept: [Sample] = []
            for position in order {
                let sample = pending[position]
                if sample.created <= limit {
                    writer.write(sample, to: sink)
                    records += 1
                } else {
                    kept.append(sample)
                }
            }
            pending = kept
            try sink.check()
        }
        guard kinds == .all else { return }
        tally.finish()
        kindTotals["\(stream.type)"] = tally.totals
    }

    /// Generates a day's samples of one type and counts them.
    mutating func addSamples(
        of stream: Stream,
        plan: DayPlan,
        to samples: inout [Sample]
    ) {
        switch stream {
        case .water: person.addWater(plan: plan, to: &samples)
        case .bodyMass: person.addBodyMass(plan: plan, to: &samples)
        case .mindful: person.addMindful(plan: plan, to: &samples)
        case .sleep:
            expectedTotals.days[plan.index].asleepSeconds += person.addSleep(
                plan: plan,
                to: &samples
            )
        default: addSlots(of: stream, plan: plan, to: &samples)
        }
    }

    private mutating func addSlots(of stream: Stream, plan: DayPlan, to samples: inout [Sample]) {
        let positions = Slot.positions(from: plan.start, to: plan.end, rng: person.rng)
        for position in positions {
            let slot = Slot(position, rng: person.rng)
            guard slot.end <= person.exportTime else { return }
            let first = samples.count
            guard stream != .heartRate else {
                person.addHeartRate(plan: plan, slot: slot, to: &samples)
                for sample in samples[first...] {
                    let day = sample.start < plan.end ? plan.index : plan.index + 1
                    expectedTotals.days[day].heartRateSamples += 1
                }
                continue
            }
            person.addSamples(of: stream, in: slot, plan: plan, to: &samples)
            if stream == .steps {
                ExpectedTotals.merge(samples[first...], slot: slot, plan: plan, scale: 1) {
                    expectedTotals.days[$0].steps += $1
                }
            } else if stream == .activeEnergy {
                ExpectedTotals.merge(samples[first...], slot: slot, plan: plan, scale: 1000) {
                    expectedTotals.days[$0].activeEnergy += $1
                }
            } else if stream == .distance {
                ExpectedTotals.merge(samples[first...], slot: slot, plan: plan, scale: 1000) {
                    expectedTotals.days[$0].distanceMeters += $1
                }
            }
        }
    }

    /// Writes one blood pressure, with its records inside the correlation and at the top level.
    private mutating func writeCorrelation(to sink: ByteSink) {
        let time = person.dayStarts[person.days / 2] + 33_000
        func record(_ name: String, _ value: Int, indentation: String) {
            sink.text("\(indentation)<Record type=\"HKQuantityTypeIdentifierBloodPressure\(name)\"")
            sink.text(" sourceName=\"Anna’s iPhone\" sourceVersion=\"18.3\" unit=\"mmHg\"")
            dates()
            sink.text(" value=\"\(value)\"/>\n")
        }
        func dates() {
            for (index, name) in ["creationDate", "startDate", "endDate"].enumerated() {
                sink.text(" \(name)=\"")
                sink.date(time + (index == 0 ? 4 : 0))
                sink.text("\"")
            }
        }
        record("Systolic", 118, indentation: " ")
        record("Diastolic", 76, indentation: " ")
        sink.text(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"")
        sink.text(" sourceName=\"Anna’s iPhone\" sourceVersion=\"18.3\"")
        dates()
        sink.text(">\n")
        record("Systolic", 118, indentation: "  ")
        record("Diastolic", 76, indentation: "  ")
        sink.text(" </Correlation>\n")
        records += 4
    }

    private func writeActivity(to sink: ByteSink) {
        for index in 0..<person.days {
            let day = person.firstDay.advanced(by: index)
            let energy = expectedTotals.days[index].activeEnergy
            sink.text(
                " <ActivitySummary dateComponents=\"\(day)\" activeEnergyBurned=\"\(energy)\""
            )
            sink.text(" activeEnergyBurnedGoal=\"500\" activeEnergyBurnedUnit=\"kcal\"")
            let exercise = total("HKQuantityTypeIdentifierAppleExerciseTime", on: day)?.sum ?? 31
            let stand =
                total("HKCategoryTypeIdentifierAppleStandHour", on: day)?.counts["stood"] ?? 12
            sink.text(" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"")
            sink.text(" appleExerciseTime=\"\(String(format: "%g", exercise))\"")
            sink.text(" appleExerciseTimeGoal=\"30\" appleStandHours=\"\(stand)\"")
            sink.text(" appleStandHoursGoal=\"12\"/>\n")
        }
    }
}
