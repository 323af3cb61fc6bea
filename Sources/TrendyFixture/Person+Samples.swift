extension Person {
    /// Adds heart-rate readings: every few minutes at rest, every half minute during exercise.
    func addHeartRate(plan: DayPlan, slot: Slot, to samples: inout [Sample]) {
        guard plan.wearsWatch(at: slot.start), isKept(.heartRate, slot.position) else { return }
        let exercise = plan.workout.map { slot.start >= $0.start && slot.end <= $0.end } ?? false
        let asleep = plan.isAsleep(at: slot.start)
        let step = exercise ? 1 : 4
        for cell in stride(from: 0, to: Slot.cellCount, by: step) {
            let times = exercise ? [slot.bounds[cell], slot.bounds[cell] + 8] : [slot.bounds[cell]]
            for (index, time) in times.enumerated() {
                let noise = rng.pick(0..<22, 501, slot.position, cell * 2 + index)
                var sample = Sample(
                    source: .watch,
                    start: time,
                    end: time,
                    value: (exercise ? 124 : asleep ? 48 : 64) + noise,
                    created: created(
                        .watch,
                        start: time,
                        end: time,
                        position: slot.position,
                        plan: plan
                    )
                )
                sample.note = exercise ? 3 : noise % 3 == 0 ? 2 : 0
                samples.append(sample)
            }
        }
    }

    /// Adds glasses of water, sometimes two of the same amount in one second.
    func addWater(plan: DayPlan, to samples: inout [Sample]) {
        let position = plan.start / 3600
        for glass in 0..<rng.pick(3..<9, 601, Int(position)) {
            let key = Int(position) + glass
            guard isKept(.water, key) else { continue }
            let time = plan.start + 30_000 + Int64(glass) * 5_400
            let start = time + Int64(rng.pick(0..<5_000, 602, key))
            var sample = Sample(
                source: .phone,
                start: start,
                end: start,
                value: 50 * rng.pick(3..<11, 603, key),
                created: start + 2
            )
            sample.note = 1
            samples.append(sample)
            if rng.unit(604, key) < 0.03 { samples.append(sample) }
        }
        if plan.index == days / 2 {
            let start = plan.start + 40_000
            samples.append(
                Sample(source: .phone, start: start, end: start - 60, value: 200, created: start)
            )
        }
    }

    /// Adds a body weight on most mornings; one is dated years ahead.
    func addBodyMass(plan: DayPlan, to samples: inout [Sample]) {
        let key = Int(plan.start / 3600)
        if plan.index == days / 3 {
            let ahead = exportTime + 4 * 365 * 86_400
            samples.append(
                Sample(
                    source: .phone,
                    start: ahead,
                    end: ahead,
                    value: 712,
                    created: plan.start + 26_000
                )
            )
        }
        guard rng.unit(701, key) < 0.6, isKept(.bodyMass, key) else { return }
        let start = plan.wake + 600
        var sample = Sample(
            source: .phone,
            start: start,
            end: start,
            value: rng.pick(700..<722, 702, key),
            created: start + 3
        )
        sample.note = 1
        samples.append(sample)
    }

    func addMindful(plan: DayPlan, to samples: inout [Sample]) {
        let key = Int(plan.start / 3600)
        guard rng.unit(901, key) < 0.3 else { return }
        let start = plan.start + 75_000 + Int64(rng.pick(0..<1_000, 902, key))
        let end = start + Int64(rng.pick(120..<900, 903, key))
        let source: Source = plan.hasWatch ? .watch : .phone
        samples.append(Sample(source: source, start: start, end: end, value: 0, created: end + 1))
    }

    /// Adds the night that ended on this day and sometimes a nap; returns the seconds asleep.
    func addSleep(plan: DayPlan, to samples: inout [Sample]) -> Int64 {
        let key = Int(plan.start / 3600)
        let created = plan.wake + 300
        var asleep: Int64 = 0
        func add(_ source: Source, _ label: SleepLabel, _ start: Int64, _ end: Int64) {
            samples.append(
                Sample(
                    source: source,
                    start: start,
                    end: end,
                    value: label.rawValue,
                    created: max(created, end + 60)
                )
            )
        }
        add(.phone, .inBed, plan.bed - 600, plan.wake + 120)
        if plan.sleepsWithWatch {
            let cycle: [SleepLabel] = [.core, .deep, .core, .rem, .awake]
            var start = plan.bed
            var part = 0
            while start < plan.wake {
                let label = cycle[part % cycle.count]
                let minutes =
                    label == .awake ? 1..<9 : label == .core ? 12..<35 : 8..<28
                let length = Int64(rng.pick(minutes, 801, key, part) * 60)
                let end = min(start + length, plan.wake)
                add(.watch, label, start, end)
                if label != .awake { asleep += end - start }
                start = end
                part += 1
            }
        }
        if !plan.sleepsWithWatch || rng.unit(802, key) < 0.2 {
            add(.pedometer, .unspecified, plan.bed, plan.wake)
        }
        if !plan.sleepsWithWatch { asleep = plan.wake - plan.bed }
        // No nap after the evening of the export, or on a day that a flight shortened.
        if plan.end - plan.start > 80_000, rng.unit(803, key) < 0.12 {
            let start = plan.start + 50_400 + Int64(rng.pick(0..<3_600, 804, key))
            let length = Int64(rng.pick(20..<55, 805, key) * 60)
            add(
                plan.hasWatch ? .watch : .pedometer,
                plan.hasWatch ? .core : .unspecified,
                start,
                start + length
            )
            asleep += length
        }
        return asleep
    }
}
