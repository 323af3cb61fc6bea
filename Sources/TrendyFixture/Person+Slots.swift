/// Ten minutes in ten cells of about a minute.
///
/// No sample of any source crosses a cell boundary.
struct Slot {
    static let cellCount = 10
    /// The offset of slots in seconds, so that one slot of each day spans midnight.
    private static let phase: Int64 = 220

    let position: Int
    /// The boundaries of the cells, one more than the number of cells.
    let bounds: [Int64]

    init(_ position: Int, rng: SeededRNG) {
        self.position = position
        bounds = (0...Self.cellCount).map { index in
            let cell = position * Self.cellCount + index
            return Int64(cell) * 60 + Self.phase + Int64(rng.pick(0..<45, 20, cell))
        }
    }

    /// The indices of the slots that start within a span.
    static func positions(from start: Int64, to end: Int64, rng: SeededRNG) -> Range<Int> {
        func first(atOrAfter time: Int64) -> Int {
            var position = Int((time - phase - 45) / 600) - 1
            while Slot.start(position, rng: rng) < time { position += 1 }
            return position
        }
        return first(atOrAfter: start)..<first(atOrAfter: end)
    }

    private static func start(_ position: Int, rng: SeededRNG) -> Int64 {
        Int64(position) * 600 + phase + Int64(rng.pick(0..<45, 20, position * cellCount))
    }

    var start: Int64 { bounds[0] }
    var end: Int64 { bounds[Self.cellCount] }
}

extension Person {
    /// Appends the samples of a summed stream in one slot, in the order of sources.
    func addSamples(of stream: Stream, in slot: Slot, plan: DayPlan, to samples: inout [Sample]) {
        guard isKept(stream, slot.position) else { return }
        let exercise = plan.workout.map { slot.start >= $0.start && slot.end <= $0.end } ?? false
        let isActive = exercise || isActive(slot, plan)
        let wears = plan.wearsWatch(at: slot.start)
        switch stream {
        case .steps, .distance:
            guard isActive else { return }
            if wears { addWatch(stream, slot, plan, exercise, to: &samples) }
            addOthers(stream, slot, plan, exercise, to: &samples)
        case .activeEnergy:
            if wears {
                let share = plan.isAsleep(at: slot.start) ? 0.3 : 0.72
                for cell in 0..<Slot.cellCount
                where rng.unit(stream.rawValue + 1, slot.position, cell) < share {
                    add(.watch, cell..<cell + 1, stream, slot, plan, exercise, to: &samples)
                }
            }
            if isActive, rng.unit(stream.rawValue + 2, slot.position) < 0.6 {
                addOthers(stream, slot, plan, exercise, to: &samples)
            }
        default:
            guard wears else { return }
            add(.watch, 0..<5, stream, slot, plan, exercise, to: &samples)
            add(.watch, 5..<10, stream, slot, plan, exercise, to: &samples)
        }
    }

    /// Whether a stream has records at an index under the density.
    func isKept(_ stream: Stream, _ position: Int) -> Bool {
        density >= 1 || rng.unit(stream.rawValue + 9, position) < density
    }

    private func isActive(_ slot: Slot, _ plan: DayPlan) -> Bool {
        let luck = rng.unit(30, slot.position)
        if slot.end > plan.end { return luck < 0.6 }
        return luck < (plan.isAsleep(at: slot.start) ? 0.02 : 0.6)
    }

    private func addWatch(
        _ stream: Stream,
        _ slot: Slot,
        _ plan: DayPlan,
        _ exercise: Bool,
        to samples: inout [Sample]
    ) {
        switch rng.pick(0..<4, stream.rawValue + 3, slot.position) {
        case 0: add(.watch, 0..<10, stream, slot, plan, exercise, to: &samples)
        case 1: add(.watch, 0..<6, stream, slot, plan, exercise, to: &samples)
        case 2: add(.watch, 2..<9, stream, slot, plan, exercise, to: &samples)
        default:
            add(.watch, 0..<4, stream, slot, plan, exercise, to: &samples)
            add(.watch, 5..<10, stream, slot, plan, exercise, to: &samples)
        }
    }

    private func addOthers(
        _ stream: Stream,
        _ slot: Slot,
        _ plan: DayPlan,
        _ exercise: Bool,
        to samples: inout [Sample]
    ) {
        // The phone is carried or left behind for an hour at a time.
        if rng.unit(31, slot.position / 6) < 0.7 {
            let spans = [0..<10, 3..<10, 0..<5]
            let span = spans[rng.pick(0..<3, stream.rawValue + 4, slot.position)]
            add(.phone, span, stream, slot, plan, exercise, to: &samples)
        }
        if plan.hasPedometer, rng.unit(32, slot.position / 18) < 0.75 {
            let span = rng.unit(stream.rawValue + 5, slot.position) < 0.5 ? 0..<10 : 1..<9
            add(.pedometer, span, stream, slot, plan, exercise, to: &samples)
        }
    }

    private func add(
        _ source: Source,
        _ cells: Range<Int>,
        _ stream: Stream,
        _ slot: Slot,
        _ plan: DayPlan,
        _ exercise: Bool,
        to samples: inout [Sample]
    ) {
        let start = slot.bounds[cells.lowerBound]
        let end = slot.bounds[cells.upperBound]
        let pace = exercise ? plan.workout?.kind : nil
        // One activity level for the slot, with a small error for each source.
        let level = 0.15 + rng.unit(33, slot.position)
        let mark = source.rawValue * 16 + cells.lowerBound
        let noise = 0.92 + 0.16 * rng.unit(stream.rawValue + 6, slot.position, mark)
        let perMinute: Double =
            switch stream {
            case .steps: pace?.stepsPerMinute ?? 34 * level
            case .distance: 1e6 * (pace?.kilometresPerMinute ?? 0.025 * level)
            case .activeEnergy: 1e3 * (pace?.kcalPerMinute ?? 0.8 * level)
            default: 1e3 * (1.05 + 0.05 * level)
            }
        let value = max(1, Int((perMinute * noise * Double(end - start) / 60).rounded()))
        samples.append(
            Sample(
                source: source,
                start: start,
                end: end,
                value: value,
                created: created(
                    source,
                    start: start,
                    end: end,
                    position: slot.position,
                    plan: plan
                ),
                cells: cells
            )
        )
    }

    /// The time at which a sample arrived in the phone's store.
    func created(
        _ source: Source,
        start: Int64,
        end: Int64,
        position: Int,
        plan: DayPlan
    ) -> Int64 {
        let luck = rng.unit(40 + UInt64(source.rawValue), position)
        switch source {
        case .watch:
            // The Watch was out of reach for some blocks of three hours.
            let late = rng.unit(44, position / 18)
            return end + Int64(5 + luck * 500) + (late < 0.1 ? Int64(late * 324_000) : 0)
        case .phone:
            return luck < 0.007 ? max(start, end - 240) : end + Int64(luck * 800)
        case .pedometer:
            return end + 600 + Int64(luck * 900) + plan.pedometerDelay
        }
    }
}

extension ExpectedTotals {
    /// Counts the samples of one slot and type: the parts that no higher-priority source covers.
    static func merge(
        _ samples: ArraySlice<Sample>,
        slot: Slot,
        plan: DayPlan,
        scale: Double,
        add: (_ day: Int, _ value: Double) -> Void
    ) {
        var covered: [UInt16] = [0, 0, 0]
        for sample in samples {
            for cell in sample.cells { covered[sample.source.rawValue] |= 1 << UInt16(cell) }
        }
        for sample in samples {
            let higher = covered[..<sample.source.rawValue].reduce(0, |)
            let perSecond = Double(sample.value) / scale / Double(sample.end - sample.start)
            for cell in sample.cells where higher & (1 << UInt16(cell)) == 0 {
                let start = slot.bounds[cell]
                let end = slot.bounds[cell + 1]
                let before = min(max(plan.end - start, 0), end - start)
                if before > 0 { add(plan.index, perSecond * Double(before)) }
                if before < end - start {
                    add(plan.index + 1, perSecond * Double(end - start - before))
                }
            }
        }
    }
}
