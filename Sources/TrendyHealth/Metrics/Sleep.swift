import TrendyLocalization
import TrendyModel

extension HealthMetric {
    /// Nights and naps, one event for each session.
    ///
    /// A session can end two days after the day it began on; it belongs to the day it ends on.
    package static let sleep = HealthMetric(
        "sleep",
        reading: [
            HealthType(
                identifier: "HKCategoryTypeIdentifierSleepAnalysis",
                kind: .sleepAnalysis
            )
        ],
        as: Strings.Categories.sleep,
        group: .sleep,
        aggregation: .event,
        valueProperty: "asleep",
        color: "#5B5EA6",
        icon: "bed.double.fill",
        isStandard: true,
        lookaround: .seconds(2 * 86_400),
        gap: .milliseconds(SleepProcessor.maximumGap),
        numbersResults: true,
        processing: .samples { SleepProcessor().process($0, $1) }
    )
}

/// Groups sleep samples into sessions and assigns each session to the day it ended on.
///
/// At any moment the highest-priority source that knows the stage is used, so that several sources
/// never add up. Time in bed is the union over all sources.
struct SleepProcessor {
    /// The longest gap within a session, in milliseconds.
    static let maximumGap: Int64 = 60 * 60_000
    /// Sessions that end within a day, or up to this long before it, are evidence for the day's
    /// nights.
    ///
    /// A sample that appears or disappears can move a session to another day, and a device with
    /// more samples must not rank lower because of it.
    static let evening = Duration.seconds(12 * 3600)

    /// - `samples`: sorted by start, from the computed days and two days on each side.
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
                category: HealthMetric.sleep.rawValue,
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

    /// The samples that are evidence for the nights of each day.
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
        // Within a source, the more specific sample wins: a stage or an awakening inside a long
        // span of unspecified sleep is kept.
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
        // Without in-bed samples, time in bed is the time asleep or awake.
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
