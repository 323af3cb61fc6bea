import TrendyHealth
import TrendyModel

// Reads dated summaries, each of which becomes one event: rings of a day, hearing tests and
// electrocardiograms.
extension ExportReader {
    private static let activitySummaryName = "ActivitySummary"
    private static let audiogramName = "Audiogram"
    private static let electrocardiogramName = "Electrocardiogram"

    /// Reads Apple's totals and the goals of a day.
    mutating func readActivitySummary(_ tokenizer: borrowing XMLTokenizer) {
        summary.records += 1
        summary.kinds[Self.activitySummaryName, default: .init()].records += 1
        guard let text = tokenizer.value(of: "dateComponents"),
            let day = CalendarDay(String(decoding: text, as: UTF8.self)), day.isPlausible
        else { return rejectSummary(.noDate, Self.activitySummaryName) }
        let unit = tokenizer.value(of: "activeEnergyBurnedUnit")
        let factor = unit.map { ExportUnits.energy($0) } ?? 1
        func number(_ attribute: StaticString, _ factor: Double? = 1) -> Double? {
            guard let factor, let text = tokenizer.value(of: attribute),
                let number = ExportNumbers.parse(text), (0...1e6).contains(number * factor)
            else { return nil }
            return number * factor
        }
        let rings = ActivityRings(
            activeEnergyKilocalories: number("activeEnergyBurned", factor),
            activeEnergyGoalKilocalories: number("activeEnergyBurnedGoal", factor),
            moveMinutes: number("appleMoveTime"),
            moveGoalMinutes: number("appleMoveTimeGoal"),
            exerciseMinutes: number("appleExerciseTime"),
            exerciseGoalMinutes: number("appleExerciseTimeGoal"),
            standHours: number("appleStandHours"),
            standGoalHours: number("appleStandHoursGoal")
        )
        guard !rings.properties.isEmpty else {
            return rejectSummary(.noValue, Self.activitySummaryName)
        }
        useSummary(
            SummarySample(start: day.utcStart, day: day, properties: rings.properties),
            of: .activitySummary,
            Self.activitySummaryName
        )
        guard let energy = rings.activeEnergyKilocalories else { return }
        summary.activitySummaries.append(
            ActivitySummary(day: day, activeEnergyKilocalories: energy)
        )
    }

    /// Begins a hearing test.
    mutating func openAudiogram(_ tokenizer: borrowing XMLTokenizer, isEmpty: Bool) {
        finishAudiogram()
        summary.records += 1
        summary.kinds[Self.audiogramName, default: .init()].records += 1
        guard let start = tokenizer.value(of: "startDate").flatMap({ dates.parse($0) }) else {
            return rejectSummary(.noDate, Self.audiogramName)
        }
        audiogram = AudiogramBuilder(
            start: start.wholeSecond,
            end: tokenizer.value(of: "endDate").flatMap { dates.parse($0) }?.wholeSecond
        )
        if isEmpty { finishAudiogram() }
    }

    /// Reads the thresholds of one frequency.
    mutating func readSensitivityPoint(_ tokenizer: borrowing XMLTokenizer) {
        guard
            let frequency = tokenizer.value(of: "frequencyValue").flatMap({
                ExportNumbers.parse($0)
            })
        else { return }
        let unit = tokenizer.value(of: "frequencyUnit")
        let factor = unit?.equals("kHz") == true ? 1000.0 : 1
        audiogram?.audiogram.add(
            hertz: frequency * factor,
            left: tokenizer.value(of: "leftEarValue").flatMap { ExportNumbers.parse($0) },
            right: tokenizer.value(of: "rightEarValue").flatMap { ExportNumbers.parse($0) }
        )
    }

    /// Ends the open hearing test.
    mutating func finishAudiogram() {
        guard let open = audiogram else { return }
        audiogram = nil
        if let rejection = SampleRejection.of(
            .summary,
            start: open.start,
            end: open.end ?? open.start,
            value: 0
        ) {
            return rejectSummary(rejection, Self.audiogramName)
        }
        useSummary(
            SummarySample(
                start: open.start,
                end: open.end,
                properties: open.audiogram.properties
            ),
            of: .audiogram,
            Self.audiogramName
        )
    }

    /// Adds the electrocardiograms of an export, and counts the files.
    mutating func addElectrocardiograms(
        _ samples: [SummarySample],
        unreadable: [ImportSummary.UnreadFile]
    ) {
        let name = Self.electrocardiogramName
        guard !samples.isEmpty || !unreadable.isEmpty else { return }
        summary.records += samples.count + unreadable.count
        summary.kinds[name, default: .init()].records += samples.count + unreadable.count
        for sample in samples {
            if let rejection = SampleRejection.of(
                .summary,
                start: sample.start,
                end: sample.start,
                value: 0
            ) {
                rejectSummary(rejection, name)
            } else {
                useSummary(sample, of: .electrocardiogram, name)
            }
        }
        for _ in unreadable { rejectSummary(.unreadableElectrocardiogram, name) }
        summary.firstUnreadElectrocardiogram = unreadable.first
    }

    private mutating func useSummary(
        _ sample: SummarySample,
        of metric: HealthMetric,
        _ name: String
    ) {
        summaries[metric, default: []].append(sample)
        summary.used += 1
        summary.kinds[name]?.used += 1
    }

    private mutating func rejectSummary(_ rejection: SampleRejection, _ name: String) {
        summary.rejections[rejection, default: 0] += 1
        summary.kinds[name]?.rejections[rejection, default: 0] += 1
    }
}

/// A hearing test whose end has not been read.
struct AudiogramBuilder {
    let start: Instant
    let end: Instant?
    var audiogram = Audiogram()
}

extension CalendarDay {
    /// Whether the day is between 1970 and 2149.
    fileprivate var isPlausible: Bool { (0..<65_700).contains(daysSinceEpoch) }

    /// The start of the day in UTC.
    fileprivate var utcStart: Instant { Instant(seconds: Int64(daysSinceEpoch) * 86_400) }
}
