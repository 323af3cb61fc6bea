package import TrendyModel

/// The generated health history of a fictitious person, day by day: each sample with the time of
/// its arrival on the phone, and the expected totals of each day.
///
/// It is the history that ``FixtureGenerator`` writes; the same options give the same history.
/// Totals are counted while the samples are generated.
package struct GeneratedHealthHistory: Sendable {
    /// The person's time-zone history.
    package let zones: ZoneHistory
    /// The first day.
    package let firstDay: CalendarDay
    /// The number of days.
    package var dayCount: Int { exporter.person.days }

    private var exporter: Exporter
    private let kinds: FixtureKinds
    /// The expected results by identifier, for a history of all types.
    private var tallies: [String: KindTally] = [:]
    private var next = 0
    private var sums: [CalendarDay: [GeneratedMeasure: Double]] = [:]
    private var heartRates: [CalendarDay: [(start: Int64, end: Int64, value: Double)]] = [:]
    /// Recent workouts whose heart rates are not all generated yet.
    private var recentWorkouts: [OpenWorkout] = []

    private struct OpenWorkout {
        let plan: WorkoutPlan
        var beats = 0.0
        var readings = 0.0
    }

    /// Creates a history of some days from a first day.
    ///
    /// - `options`: the options; their days, last day and size are ignored.
    package init(_ options: FixtureOptions, from firstDay: CalendarDay, days: Int) {
        var options = options
        options.lastDay = firstDay.advanced(by: days - 1)
        self.firstDay = firstDay
        zones = options.zones
        let person = Person(options, days: days, density: options.density)
        exporter = Exporter(person, options)
        kinds = options.kinds
        for kind in kinds == .all ? GeneratedKind.all : [] {
            tallies[kind.identifier] = KindTally(kind, of: person, zones: zones)
        }
    }

    /// The start of a day.
    package func start(of day: Int) -> Instant {
        Instant(seconds: exporter.person.dayStarts[day])
    }

    /// Generates the samples of the next day, including workouts; `nil` after the last day.
    ///
    /// Resting energy, and all types that are not standard, only in a history of all types.
    package mutating func nextDay() -> [GeneratedSample]? {
        let person = exporter.person
        guard next < person.days else { return nil }
        let plan = person.plan(next)
        next += 1
        var found: [GeneratedSample] = []
        if let workout = plan.workout, workout.end + 60 < person.exportTime {
            finishWorkouts(before: plan.index)
            recentWorkouts.append(OpenWorkout(plan: workout))
            found.append(GeneratedSample(workout))
            note(workout)
        }
        for stream in Stream.allCases where stream != .basalEnergy || kinds == .all {
            var samples: [Sample] = []
            exporter.addSamples(of: stream, plan: plan, to: &samples)
            for sample in samples {
                found.append(GeneratedSample(sample, of: stream))
                note(sample, of: stream)
            }
            tallies["\(stream.type)"]?.add(
                samples.lazy.compactMap { KindSample($0, of: stream) },
                ofDay: plan.index
            )
        }
        if kinds == .all { addKinds(plan, to: &found) }
        return found
    }

    private mutating func addKinds(_ plan: DayPlan, to found: inout [GeneratedSample]) {
        for kind in GeneratedKind.quantities + GeneratedKind.categories {
            let samples = KindGenerator(kind, of: exporter.person, in: .metric).samples(of: plan)
            for sample in samples { found.append(GeneratedSample(sample, of: kind)) }
            tallies[kind.identifier]?.add(samples, ofDay: plan.index)
        }
    }

    /// The expected results of each type on the days generated so far, by identifier; empty unless
    /// the history has all types.
    package func expectedKindTotals() -> [String: [CalendarDay: KindTotal]] {
        tallies.mapValues { tally in
            var tally = tally
            tally.finish()
            return tally.totals
        }
    }

    /// The expected totals of the days generated so far; a day without a measure has no value for
    /// it.
    package func expectedTotals() -> [CalendarDay: [GeneratedMeasure: Double]] {
        var history = self
        history.finishWorkouts(before: .max)
        for (index, day) in exporter.expectedTotals.days.enumerated() {
            let date = firstDay.advanced(by: index)
            for (measure, value) in [
                (GeneratedMeasure.steps, day.steps), (.activeEnergy, day.activeEnergy),
                (.distance, day.distanceMeters), (.asleep, Double(day.asleepSeconds)),
            ] where value > 0 {
                history.sums[date, default: [:]][measure] = value
            }
        }
        return history.sums.mapValues { sums in
            var sums = sums
            sums[.heartRateAverage] = nil
            return sums
        }.merging(
            history.heartRates.map { day, readings in
                (day, [.heartRateAverage: history.weightedMean(readings, on: day)])
            }
        ) { $0.merging($1) { _, new in new } }
    }

    /// The mean of readings over the time that each one holds: until the next one begins, at most
    /// ten minutes after its end, and not beyond its day.
    private func weightedMean(
        _ readings: [(start: Int64, end: Int64, value: Double)],
        on day: CalendarDay
    ) -> Double {
        let sorted = readings.sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
        let dayEnd = zones.start(of: day.advanced(by: 1)).seconds
        var (sum, time) = (0.0, 0.0)
        for (index, reading) in sorted.enumerated() {
            var end = min(reading.end + 600, dayEnd)
            if index + 1 < sorted.count { end = min(end, sorted[index + 1].start) }
            sum += reading.value * Double(end - reading.start)
            time += Double(end - reading.start)
        }
        return time > 0 ? sum / time : 0
    }

    // MARK: what is true

    private mutating func note(_ sample: Sample, of stream: Stream) {
        // A sample that ends before it starts is invalid and counts nowhere.
        guard sample.end >= sample.start else { return }
        let value = Double(sample.value)
        let day = zones.day(containing: Instant(seconds: sample.start))
        switch stream {
        case .heartRate:
            add(day, .heartRateReadings, 1)
            heartRates[day, default: []].append((sample.start, sample.end, value))
            let known = sums[day, default: [:]]
            sums[day]?[.heartRateMinimum] = min(known[.heartRateMinimum] ?? value, value)
            sums[day]?[.heartRateMaximum] = max(known[.heartRateMaximum] ?? value, value)
            for index in recentWorkouts.indices
            where sample.start >= recentWorkouts[index].plan.start
                && sample.start < recentWorkouts[index].plan.end
            {
                recentWorkouts[index].beats += value
                recentWorkouts[index].readings += 1
            }
        case .water:
            add(day, .waterEntries, 1)
            add(day, .water, value)
        case .bodyMass:
            add(day, .bodyMassEntries, 1)
            add(day, .bodyMass, value / 10)
        case .mindful:
            add(day, .mindfulSessions, 1)
            add(day, .mindful, Double(sample.end - sample.start))
        case .steps, .distance, .activeEnergy, .basalEnergy, .sleep:
            break
        }
    }

    private mutating func note(_ workout: WorkoutPlan) {
        let day = zones.day(containing: Instant(seconds: workout.start))
        add(day, .workouts, 1)
        add(day, .workoutTime, Double(workout.end - workout.start))
        guard workout.isOnWatch else { return }
        add(day, .workoutEnergy, workout.minutes * workout.kind.kcalPerMinute)
        let kilometres = workout.minutes * workout.kind.kilometresPerMinute
        if kilometres > 0 { add(day, .workoutDistance, kilometres * 1000) }
    }

    /// Computes the heart rate of workouts that have ended.
    private mutating func finishWorkouts(before index: Int) {
        let limit = index == .max ? Int64.max : exporter.person.dayStarts[index] - 86_400
        for workout in recentWorkouts where workout.plan.end < limit && workout.readings > 0 {
            let day = zones.day(containing: Instant(seconds: workout.plan.start))
            add(day, .workoutHeartRate, workout.beats / workout.readings)
        }
        recentWorkouts.removeAll { $0.plan.end < limit }
    }

    private mutating func add(_ day: CalendarDay, _ measure: GeneratedMeasure, _ value: Double) {
        sums[day, default: [:]][measure, default: 0] += value
    }
}
