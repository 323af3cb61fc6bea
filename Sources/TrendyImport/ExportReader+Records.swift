import TrendyHealth
import TrendyModel

// Reads records into the spools, and counts what becomes of them by type.
extension ExportReader {
    mutating func flushPending() throws(ImportError) {
        if context == .record { context = .top }
        guard let (kind, sample) = pending else { return }
        pending = nil
        if let zone = pendingZone { zones.add(zone, from: sample.start, to: sample.end) }
        pendingZone = nil
        use(until: sample.end)
        kinds[kind].count.used += 1
        for target in kinds[kind].targets {
            var sample = sample
            sample.type = target.type
            if let onArrival, target.spool < kinds.metrics.count {
                onArrival(
                    ExportArrival(.sample(sample), of: kinds.metrics[target.spool], at: created)
                )
            }
            // A metric with implausibly many samples a day is left out as a whole.
            guard !spools[target.spool].isOverfull else { continue }
            try spools[target.spool].append(sample)
            buffered += 1
        }
        if buffered >= Self.maximumBuffered {
            for spool in spools { try spool.flush() }
            buffered = 0
        }
    }

    /// Completes the counts of each type: samples of metrics that are left out are not used.
    mutating func countKinds() {
        for index in kinds.kinds.indices where kinds[index].count.records > 0 {
            let kind = kinds[index]
            if kind.targets.contains(where: { spools[$0.spool].isOverfull }) {
                let count = kind.count.used
                summary.used -= count
                kinds[index].count.used = 0
                kinds[index].count.rejections[.tooMany] = count
                summary.rejections[.tooMany, default: 0] += count
            }
            kinds[index].count.isUnknown = kind.kind == nil
            summary.kinds[kind.identifier] = kinds[index].count
        }
    }

    /// Counts an element of which nothing is made.
    mutating func countUnused(_ name: UnsafeRawBufferPointer) {
        summary.records += 1
        summary.kinds[xmlText(name), default: .init()].records += 1
    }

    mutating func use(until end: Instant) {
        summary.used += 1
        summary.newestAt = summary.newestAt.map { max($0, end) } ?? end
    }

    mutating func reject(_ rejection: SampleRejection, of kind: Int? = nil) {
        summary.rejections[rejection, default: 0] += 1
        if let kind { kinds[kind].count.rejections[rejection, default: 0] += 1 }
    }

    mutating func readRecord(_ tokenizer: borrowing XMLTokenizer) {
        guard let type = tokenizer.value(of: "type"), let kind = kinds.index(of: type) else {
            countUnnamed()
            return
        }
        while spools.count < kinds.spoolCount {
            spools.append(SampleSpool(directory: spoolDirectory))
        }
        kinds[kind].count.records += 1
        var value = UnsafeRawBufferPointer(start: nil, count: 0)
        var unit = value
        var source: UnsafeRawBufferPointer?
        var version: UnsafeRawBufferPointer?
        var device: UnsafeRawBufferPointer?
        var start: UnsafeRawBufferPointer?
        var end: UnsafeRawBufferPointer?
        for index in 0..<tokenizer.attributeCount {
            let attribute = tokenizer.attribute(index)
            switch attribute.name.count {
            case 4 where attribute.name.equals("unit"): unit = attribute.value
            case 5 where attribute.name.equals("value"): value = attribute.value
            case 6 where attribute.name.equals("device"): device = attribute.value
            case 6 where attribute.name.equals("source"): source = source ?? attribute.value
            case 7 where attribute.name.equals("endDate"): end = attribute.value
            case 9 where attribute.name.equals("startDate"): start = attribute.value
            case 10 where attribute.name.equals("sourceName"): source = attribute.value
            case 13 where attribute.name.equals("sourceVersion"): version = attribute.value
            default: break
            }
        }
        guard let start = start.flatMap({ dates.parse($0) }),
            let end = end.flatMap({ dates.parse($0) })
        else { return reject(.noDate, of: kind) }
        guard let number = kinds[kind].number(value, unit: unit) else {
            return reject(.noValue, of: kind)
        }
        if let rejection = kinds[kind].rejection(start: start, end: end, value: number) {
            return reject(rejection, of: kind)
        }
        let sourceIndex = sources.index(
            source ?? UnsafeRawBufferPointer(start: nil, count: 0),
            version: version,
            device: device
        )
        pending = (
            kind,
            HealthSample(start: start, end: end, value: number, source: sourceIndex)
        )
    }

    mutating func readZone(_ tokenizer: borrowing XMLTokenizer) {
        guard let kind = pending?.kind, let sleepIndex,
            kinds[kind].targets.contains(where: { $0.spool == sleepIndex }),
            tokenizer.value(of: "key")?.equals("HKTimeZone") == true,
            let name = tokenizer.value(of: "value")
        else { return }
        pendingZone = zones.index(of: name)
    }

    /// Counts a record without a type, or of one type too many.
    mutating func countUnnamed() {
        summary.kinds["Record", default: .init()].records += 1
        reject(.noValue)
        summary.kinds["Record", default: .init()].rejections[.noValue, default: 0] += 1
    }
}
