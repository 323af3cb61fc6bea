import TrendyLocalization
import TrendyModel

extension HealthCategory {
    /// Nights and naps, one event each.
    ///
    /// What begins on a day can end two days later, and counts to the day it ends on.
    public static let sleep = HealthCategory(
        "sleep",
        reading: [
            HealthType(
                identifier: "HKCategoryTypeIdentifierSleepAnalysis",
                kind: .sleepAnalysis
            )
        ],
        as: Strings.Categories.sleep,
        color: "#5B5EA6",
        icon: "bed.double.fill",
        reach: .seconds(2 * 86_400),
        gap: .milliseconds(SleepProcessor.maximumGap),
        numbersResults: true,
        processing: .samples { SleepProcessor().process($0, $1) }
    )
}

/// Sleep: sessions of samples without a long gap, each counted to the day it ended on.
///
/// At any moment the source with the highest priority that knows the stage is believed, so that
/// several sources never add up. Time in bed is the union of what all say.
struct SleepProcessor {
    /// A longer gap than this parts two sessions.
    static let maximumGap: Int64 = 60 * 60_000
    /// What ends within a day, or so long before, counts for the day's nights, whatever day it is
    /// of: a sample that comes or goes can make what is there another day's, and whoever knows more
    /// must not count for less.
    static let evening = Duration.seconds(12 * 3600)

    /// - `samples`: by their start, of the days computed and two days on each side.
    func process(
        _ samples: [HealthSample],
        _ context: ProcessingContext
    ) -> [ProcessedHealthData] {
        var numbers: [CalendarDay: Int] = [:]
        let sessions = sessions(samples).compactMap { samples -> Session? in
            guard let first = samples.first else { return nil }
            let end = samples.reduce(first.end) { max($0, $1.end) }
            return Session(
                samples: samples,
                first: first,
                end: end,
                wakeDay: context.zones.day(containing: end)
            )
        }
        let evidence = evidence(of: sessions, context)
        return sessions.compactMap { session in
            let wakeDay = session.wakeDay
            numbers[wakeDay, default: 0] += 1
            guard context.index(of: session.end) != nil else { return nil }
            return ProcessedHealthData(
                category: HealthCategory.sleep.rawValue,
                key: "\(wakeDay)/\(numbers[wakeDay] ?? 1)",
                day: wakeDay,
                start: session.first.start,
                end: session.end,
                properties: properties(session.samples, priority: context.priority),
                evidence: Evidence(
                    evidence[wakeDay] ?? [],
                    deletedCount: context.deletions[wakeDay] ?? 0
                )
            )
        }
    }

    /// The samples that count for the nights of each day.
    private func evidence(
        of sessions: [Session],
        _ context: ProcessingContext
    ) -> [CalendarDay: [HealthSample]] {
        var evidence: [CalendarDay: [HealthSample]] = [:]
        for sample in sessions.lazy.flatMap(\.samples) {
            let day = context.zones.day(containing: sample.end)
            evidence[day, default: []].append(sample)
            let next = context.zones.day(containing: sample.end + Self.evening)
            if next != day { evidence[next, default: []].append(sample) }
        }
        return evidence
    }

    private struct Session {
        var samples: [HealthSample]
        var first: HealthSample
        var end: Instant
        var wakeDay: CalendarDay
    }

    private func sessions(_ samples: [HealthSample]) -> [[HealthSample]] {
        var sessions: [[HealthSample]] = []
        var end: Int64 = .min
        for sample in samples where sample.end > sample.start && SleepStage(sample.value) != nil {
            if sessions.isEmpty || sample.start.milliseconds - end > Self.maximumGap {
                sessions.append([])
            }
            sessions[sessions.count - 1].append(sample)
            end = max(end, sample.end.milliseconds)
        }
        return sessions
    }

    private func properties(
        _ session: [HealthSample],
        priority: SourcePriority
    ) -> PropertyBag {
        var coverage = IntervalSet()
        var inBed = IntervalSet()
        var milliseconds: [SleepStage: Int64] = [:]
        // Within a source, what says more about a moment is believed: a stage inside a long span
        // of unspecified sleep stands, and so does a waking.
        let ranked = session.enumerated().sorted { left, right in
            (priority.rank(of: left.element), Self.detail(left.element), left.offset)
                < (priority.rank(of: right.element), Self.detail(right.element), right.offset)
        }
        for (_, sample) in ranked {
            guard let stage = SleepStage(sample.value) else { continue }
            if stage == .inBed {
                inBed.formUnion(CollectionOfOne(sample.span))
                continue
            }
            var cursor = 0
            coverage.forEachGap(in: sample.span, cursor: &cursor) { gap in
                milliseconds[stage, default: 0] += gap.upperBound - gap.lowerBound
            }
            coverage.formUnion(CollectionOfOne(sample.span))
        }
        let asleep: [SleepStage] = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
        var bag = PropertyBag()
        let slept = asleep.reduce(0) { $0 + (milliseconds[$1] ?? 0) }
        bag["asleep"] = seconds(slept)
        for (key, stage) in [
            ("awake", SleepStage.awake), ("core", .asleepCore), ("deep", .asleepDeep),
            ("rem", .asleepREM),
        ] {
            if let value = milliseconds[stage] { bag[key] = seconds(value) }
        }
        if inBed.milliseconds > 0 { bag["in_bed"] = seconds(inBed.milliseconds) }
        // Where nothing says when the person was in bed, it was while asleep or awake.
        let bed = max(inBed.milliseconds, slept + (milliseconds[.awake] ?? 0))
        if slept > 0, bed > 0 {
            bag["efficiency"] = .number(rounded(Double(slept) / Double(bed)))
        }
        return bag
    }

    private static func detail(_ sample: HealthSample) -> Int {
        switch SleepStage(sample.value) {
        case .awake: 0
        case .asleepDeep: 1
        case .asleepREM: 2
        case .asleepCore: 3
        case .asleepUnspecified: 4
        case .inBed, nil: 5
        }
    }

    private func seconds(_ milliseconds: Int64) -> PropertyValue {
        .duration(seconds: rounded(Double(milliseconds) / 1000))
    }
}
