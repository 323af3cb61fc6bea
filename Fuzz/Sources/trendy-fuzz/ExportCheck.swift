@testable import TrendyHealth
@testable import TrendyImport
@testable import TrendyModel

/// Invariants of every readable export, for any bytes.
struct ExportCheck {
    /// A range that contains every possible instant of a sample.
    private static let always = Instant(seconds: -1 << 40)..<Instant(seconds: 1 << 40)

    let export: AppleHealthExport

    init(_ export: AppleHealthExport) {
        self.export = export
    }

    /// Reads all data of the export.
    func run() async {
        var used = 0
        let metrics = export.metrics
        expect(Set(metrics).count == metrics.count, "Each metric is listed once")
        for category in Set(HealthMetric.allCases).union(metrics).sorted(by: {
            $0.rawValue < $1.rawValue
        }) {
            let changes = await export.changes(of: category, since: nil, limit: 1000)
            await checkChanges(changes, of: category)
            var count =
                category == .workout
                ? await checkWorkouts() : await checkSamples(of: category, changes.spans)
            count += await export.summaries(of: category, in: Self.always).count
            expect(changes.spans.isEmpty == (count == 0), "Samples of \(category) lie in spans")
            expect(count == 0 || metrics.contains(category), "\(category) is listed")
            // The resting heart rate is a part of the heart rate as well.
            used += category.rawValue == "resting_heart_rate" ? 0 : count
        }
        let summary = export.summary
        expect(used == summary.used, "\(summary.used) were used, \(used) are returned")
        // A route is a file, not a record; a value is a part of a record.
        let parts: Set<SampleRejection> = [.unreadableRoute, .impossibleWorkoutValue]
        let rejected = summary.rejections.reduce(0) { parts.contains($1.key) ? $0 : $0 + $1.value }
        expect(used + rejected <= summary.records, "More records were used or rejected than exist")
        checkKinds(summary)
        expect((summary.warning == nil) == (summary.damages == 0), "Damage comes with a warning")
        expect(summary.bytes >= 0, "An XML has no fewer than 0 bytes")
    }

    /// Every record is counted by the name of its type, except one whose end was lost to damage.
    private func checkKinds(_ summary: ImportSummary) {
        let isWhole = summary.damages == 0
        let named = summary.kinds.values.reduce(0) { $0 + $1.records }
        expect(
            isWhole ? named == summary.records : named <= summary.records,
            "\(named) of \(summary.records) records are counted by the name of their type"
        )
        for (name, kind) in summary.kinds {
            let accounted = kind.used + kind.rejections.values.reduce(0, +)
            let isOther = name == "ClinicalRecord" || name == "VisionPrescription"
            expect(
                isWhole && !isOther ? accounted == kind.records : accounted <= kind.records,
                "\(accounted) of \(kind.records) \(name) are used or rejected"
            )
        }
    }

    private func checkChanges(_ changes: HealthChanges, of category: HealthMetric) async {
        var end = Self.always.lowerBound
        for span in changes.spans {
            expect(span.lowerBound > end || end == Self.always.lowerBound, "Spans lie apart")
            expect(!span.isEmpty, "No span is empty")
            end = span.upperBound
        }
        let next = await export.changes(of: category, since: changes.anchor, limit: 1000)
        expect(next.anchor == changes.anchor, "The same export ends at the same anchor")
    }

    /// Checks and counts the samples.
    private func checkSamples(
        of category: HealthMetric,
        _ spans: [Range<Instant>]
    ) async -> Int {
        let samples = await read(category, Self.always)
        for (sample, next) in zip(samples, samples.dropFirst()) {
            expect(key(sample) <= key(next), "Samples of \(category) are in order")
        }
        let sources = export.sources.count
        var spans = spans[...]
        for sample in samples {
            expect(
                SampleRejection.of(
                    category.types[Int(sample.type)].kind,
                    start: sample.start,
                    end: sample.end,
                    value: sample.value
                ) == nil,
                "Every returned sample is valid: \(sample)"
            )
            expect((0..<sources).contains(sample.source), "\(sample) has a source")
            expect(Int(sample.type) < category.types.count, "\(sample) has a type")
            while let span = spans.first, span.upperBound <= sample.start { spans.removeFirst() }
            expect(
                spans.first.map { $0.contains(sample.start) && $0.contains(sample.end) } ?? false,
                "\(sample) lies in a span of changes"
            )
        }
        await checkParts(of: category, samples)
        return samples.count
    }

    /// A part of the time range contains exactly the samples of the whole range in that part.
    private func checkParts(of category: HealthMetric, _ samples: [HealthSample]) async {
        guard let last = samples.last else { return }
        let middle = samples[samples.count / 2].start
        let end = samples[samples.count / 2].end
        for span in [
            middle..<middle + .milliseconds(1), middle..<middle + .seconds(86_400),
            middle..<max(middle, last.start) + .seconds(1), samples[0].start..<middle,
            middle + .seconds(1)..<last.start + .seconds(3600 * 7), end..<end + .seconds(3600),
        ] where !span.isEmpty {
            let expected = samples.filter { sample in
                let reaches =
                    sample.end > sample.start
                    ? sample.end > span.lowerBound : sample.start >= span.lowerBound
                return sample.start < span.upperBound && reaches
            }
            expect(
                await read(category, span) == expected,
                "\(category) in \(span) is what lies there"
            )
        }
    }

    /// Counts the workouts.
    private func checkWorkouts() async -> Int {
        let workouts = await export.workouts(startingIn: Self.always)
        for (workout, next) in zip(workouts, workouts.dropFirst()) {
            expect(
                (workout.start, workout.activity, workout.source)
                    <= (next.start, next.activity, next.source),
                "Workouts are in order"
            )
        }
        for workout in workouts {
            expect(
                SampleRejection.of(.workout, start: workout.start, end: workout.end, value: 0)
                    == nil,
                "Every returned workout is valid: \(workout)"
            )
            expect(
                (0..<export.sources.count).contains(workout.source),
                "The workout of \(workout.start) has a source"
            )
            if case .summary(let route) = workout.route {
                expect(
                    route.meters >= 0 && route.meters.isFinite && route.points >= 0,
                    "A route has a length: \(route)"
                )
            }
        }
        return workouts.count
    }

    private func read(
        _ category: HealthMetric,
        _ span: Range<Instant>
    ) async -> [HealthSample] {
        do {
            return try await export.samples(of: category, in: span)
        } catch {
            expect(false, "What was gathered cannot be read back: \(error)")
            return []
        }
    }

    private func key(_ sample: HealthSample) -> (Instant, Instant, Double, Int) {
        (sample.start, sample.end, sample.value, sample.source)
    }
}
