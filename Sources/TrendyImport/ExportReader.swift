import TrendyHealth
import TrendyModel

/// Reads the elements of an export and passes their samples to the spools.
struct ExportReader {
    private static let progressStep: Int64 = 4 << 20
    /// The memory limit for workouts in bytes; twenty workouts a day for ten years use half of it.
    private static let maximumWorkoutBytes = 32 << 20
    /// The maximum number of Apple's daily sums.
    private static let maximumActivitySummaries = 100_000

    enum Context {
        case top, record, correlation, workout, workoutInner
    }

    var dates = ExportDates()
    var context = Context.top
    /// The sample of the open record, and the index of its category's spool.
    private var pending: (categoryIndex: Int, sample: HealthSample)?
    /// The zone of the open night, as an index into ``zones``.
    private var pendingZone: Int?
    private var workout: WorkoutBuilder?
    var correlation = OpenCorrelation()
    /// The creation date of the open element; parsed only when ``onArrival`` is set.
    private var created: Instant?
    /// Receives each sample and workout in the order of the file.
    var onArrival: ((ExportArrival) -> Void)?
    /// The creation date of each route by its path; parsed only when ``onArrival`` is set.
    private(set) var routesCreated: [String: Instant] = [:]
    private var routeCreated: Instant?
    private var isRootClosed = false

    var summary = ImportSummary()
    private(set) var sources = SourceTable()
    private(set) var workouts: [WorkoutSample] = []
    private(set) var zones = ExportZones()
    let types = ExportTypes()
    private let sleepIndex: Int?
    private let spools: [SampleSpool]
    private let path: String
    private var workoutBytes = 0

    init(path: String, spoolDirectory: String) throws(ImportError) {
        self.path = path
        var spools: [SampleSpool] = []
        for _ in types.categories { spools.append(try SampleSpool(directory: spoolDirectory)) }
        self.spools = spools
        sleepIndex = types.categories.firstIndex(of: .sleep)
    }

    /// The spools by category.
    var spoolsByCategory: [HealthMetric: SampleSpool] {
        Dictionary(uniqueKeysWithValues: zip(types.categories, spools))
    }

    /// Reads everything readable.
    mutating func read(
        _ stream: any ExportStream,
        progress: (Int64) -> Void
    ) throws {
        var tokenizer = XMLTokenizer(stream)
        var nextProgress = Self.progressStep
        reading: while true {
            switch try tokenizer.next() {
            case .open(let isEmpty):
                try open(tokenizer, isEmpty: isEmpty)
            case .close:
                try close(tokenizer.name, at: tokenizer.tagOffset)
            case .damaged:
                note(tokenizer.tagOffset, element: element(tokenizer), "the element is malformed")
            case .end(let isTruncated):
                summary.bytes = tokenizer.offset
                finishReading(tokenizer, isInsideTag: isTruncated)
                if isRootClosed, let zip = stream as? ZipStream, zip.isDamaged {
                    note(summary.bytes, element: "the zip", "its checksum does not match")
                }
                break reading
            }
            if tokenizer.offset >= nextProgress {
                summary.bytes = tokenizer.offset
                nextProgress = tokenizer.offset + Self.progressStep
                try Task.checkCancellation()
                try checkLimits()
                progress(tokenizer.offset)
            }
        }
        try checkLimits()
        zones.finish()
        try checkLimits()
        for spool in spools { try spool.finish() }
        workouts.sort { ($0.start, $0.activity, $0.source) < ($1.start, $1.activity, $1.source) }
        summary.activitySummaries.sort { $0.day < $1.day }
    }

    /// Reads the routes of the workouts from the zip or folder of the XML.
    ///
    /// - `onRoute`: receives the points of each file.
    ///
    /// Throws only `CancellationError`: unreadable files are counted.
    mutating func readRoutes(
        beside stream: any ExportStream,
        onRoute: ((_ name: String, _ points: [RoutePoint]) -> Void)? = nil,
        progress: (Int64) -> Void
    ) throws {
        var routes = RouteReader(workouts)
        routes.onRoute = onRoute
        let location: RouteReader.Location =
            if let zip = stream as? ZipStream {
                .archive(path: path, limitBytes: zip.limitBytes)
            } else {
                .folder(path: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
            }
        let before = summary.bytes
        try routes.read(from: location) { progress(before + $0) }
        for index in workouts.indices { workouts[index].route = routes.route(of: workouts[index]) }
        routes.count(workouts, in: &summary)
    }

    /// Checks the limits of what stays in memory or is later read at once; samples are on disk.
    private func checkLimits() throws(ImportError) {
        let excess: String? =
            if workoutBytes > Self.maximumWorkoutBytes {
                "more workouts"
            } else if summary.activitySummaries.count > Self.maximumActivitySummaries {
                "more activity summaries"
            } else if zones.isOverfull {
                "more journeys"
            } else if spools.contains(where: { $0.isOverfull }) {
                "more samples in one day"
            } else {
                nil
            }
        guard let excess else { return }
        throw ImportError(
            .tooLarge,
            path: path,
            "The export has \(excess) than is plausible, before byte \(summary.bytes) of the XML. "
                + "Reading stopped, and nothing was stored. Provide an export from the Health app."
        )
    }

    private mutating func finishReading(_ tokenizer: borrowing XMLTokenizer, isInsideTag: Bool) {
        guard !isRootClosed else { return }
        summary.isTruncated = true
        if context == .correlation { summary.damages += correlation.strays }
        note(
            isInsideTag ? tokenizer.tagOffset : tokenizer.offset,
            element: isInsideTag ? element(tokenizer) : "HealthData",
            "the export ends here, in the middle"
        )
    }

    private func element(_ tokenizer: borrowing XMLTokenizer) -> String {
        tokenizer.name.isEmpty
            ? "the markup" : "<\(String(decoding: tokenizer.name.prefix(40), as: UTF8.self))>"
    }

    mutating func note(_ offset: Int64, element: String, _ message: String) {
        summary.damages += 1
        if summary.firstDamage == nil {
            summary.firstDamage = .init(offset: offset, element: element, message: message)
        }
    }

    private mutating func open(
        _ tokenizer: borrowing XMLTokenizer,
        isEmpty: Bool
    ) throws(ImportError) {
        let name = tokenizer.name
        if context == .workout || context == .workoutInner {
            return openInWorkout(tokenizer, isEmpty: isEmpty)
        }
        if context == .correlation {
            guard !isInOpenCorrelation(tokenizer) else { return }
            endBrokenCorrelation(before: tokenizer.tagOffset)
        }
        if name.equals("Record") {
            try flushPending()
            summary.records += 1
            readRecord(tokenizer)
            readCreation(tokenizer)
            if isEmpty { try flushPending() } else { context = .record }
        } else if name.equals("MetadataEntry") {
            if pending != nil, tokenizer.value(of: "key")?.equals("HKWasUserEntered") == true,
                tokenizer.value(of: "value")?.equals("1") == true
            {
                pending?.sample.isUserEntered = true
            }
            readZone(tokenizer)
        } else if name.equals("Workout") {
            try flushPending()
            summary.records += 1
            workout = WorkoutBuilder(tokenizer, dates: &dates, sources: &sources)
            if workout == nil { reject(.noDate) }
            readCreation(tokenizer)
            if isEmpty { finishWorkout() } else { context = .workout }
        } else if name.equals("Correlation") {
            try flushPending()
            if !isEmpty {
                context = .correlation
                correlation = OpenCorrelation(tokenizer, dates: &dates)
            }
        } else if name.equals("ActivitySummary") {
            readActivitySummary(tokenizer)
        } else if name.equals("ExportDate") {
            summary.exportedAt = tokenizer.value(of: "value").flatMap { dates.parse($0) }
        }
    }

    private mutating func openInWorkout(_ tokenizer: borrowing XMLTokenizer, isEmpty: Bool) {
        let name = tokenizer.name
        if name.equals("Record") || OpenCorrelation.topElements.contains(where: { name.equals($0) })
        {
            // The end tag before this element was lost to damage.
            endBrokenWorkout(before: tokenizer.tagOffset)
            do throws(ImportError) {
                try open(tokenizer, isEmpty: isEmpty)
            } catch {
                note(tokenizer.tagOffset, element: "<Record>", error.message)
            }
            return
        }
        // Parts of a workout repeat its statistics; only those of the workout itself count.
        if context == .workout {
            workout?.read(tokenizer)
            readRouteCreation(tokenizer)
            if !isEmpty, name.equals("WorkoutActivity") { context = .workoutInner }
        }
    }

    private mutating func close(
        _ name: UnsafeRawBufferPointer,
        at offset: Int64
    ) throws(ImportError) {
        switch context {
        case .workout, .workoutInner:
            if name.equals("WorkoutActivity") { context = .workout }
            if name.equals("Workout") { finishWorkout() }
        case .correlation:
            if name.equals("Correlation") { context = .top }
        case .record:
            if name.equals("Record") {
                try flushPending()
                context = .top
            }
        case .top:
            break
        }
        if name.equals("HealthData") {
            try flushPending()
            if context == .correlation { endBrokenCorrelation(before: offset) }
            if context == .workout || context == .workoutInner { endBrokenWorkout(before: offset) }
            isRootClosed = true
        }
    }

    /// Closes a workout whose end tag was lost to damage.
    private mutating func endBrokenWorkout(before offset: Int64) {
        note(offset, element: "<Workout>", "its end tag is missing")
        finishWorkout()
    }

    private mutating func finishWorkout() {
        if let builder = workout {
            var finished = builder.workout
            let impossible = builder.impossibleValues + finished.removeImpossible()
            if let rejection = SampleRejection.of(
                .workout,
                start: finished.start,
                end: finished.end,
                value: 0
            ) {
                reject(rejection)
            } else {
                for _ in 0..<impossible { reject(.impossibleWorkoutValue) }
                workouts.append(finished)
                onArrival?(ExportArrival(.workout(finished), of: .workout, at: created))
                workoutBytes += finished.sizeBytes
                if let zone = finished.timeZone {
                    zones.add(zone, from: finished.start, to: finished.end)
                }
                use(until: finished.end)
            }
        }
        workout = nil
        context = .top
    }

    private mutating func flushPending() throws(ImportError) {
        if context == .record { context = .top }
        guard let (categoryIndex, sample) = pending else { return }
        pending = nil
        if let zone = pendingZone { zones.add(zone, from: sample.start, to: sample.end) }
        pendingZone = nil
        use(until: sample.end)
        onArrival?(ExportArrival(.sample(sample), of: types.categories[categoryIndex], at: created))
        try spools[categoryIndex].append(sample)
    }

    private mutating func use(until end: Instant) {
        summary.used += 1
        summary.newestAt = summary.newestAt.map { max($0, end) } ?? end
    }

    private mutating func reject(_ rejection: SampleRejection) {
        summary.rejections[rejection, default: 0] += 1
    }

    private mutating func readRecord(_ tokenizer: borrowing XMLTokenizer) {
        guard let type = tokenizer.value(of: "type"), let wanted = types.type(named: type) else {
            return
        }
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
        else { return reject(.noDate) }
        guard let number = wanted.number(value, unit: unit) else { return reject(.noValue) }
        if let rejection = SampleRejection.of(wanted.kind, start: start, end: end, value: number) {
            return reject(rejection)
        }
        let sourceIndex = sources.index(
            source ?? UnsafeRawBufferPointer(start: nil, count: 0),
            version: version,
            device: device
        )
        pending = (
            wanted.categoryIndex,
            HealthSample(
                start: start,
                end: end,
                value: number,
                source: sourceIndex,
                type: wanted.type
            )
        )
    }

    private mutating func readZone(_ tokenizer: borrowing XMLTokenizer) {
        guard pending?.categoryIndex == sleepIndex,
            tokenizer.value(of: "key")?.equals("HKTimeZone") == true,
            let name = tokenizer.value(of: "value")
        else { return }
        pendingZone = zones.index(of: name)
    }

    private mutating func readCreation(_ tokenizer: borrowing XMLTokenizer) {
        guard onArrival != nil else { return }
        created = tokenizer.value(of: "creationDate").flatMap { dates.parse($0) }
    }

    private mutating func readRouteCreation(_ tokenizer: borrowing XMLTokenizer) {
        guard onArrival != nil else { return }
        if tokenizer.name.equals("WorkoutRoute") {
            routeCreated = tokenizer.value(of: "creationDate").flatMap { dates.parse($0) }
        } else if tokenizer.name.equals("FileReference"), let path = tokenizer.value(of: "path") {
            routesCreated[xmlText(path)] = routeCreated
        }
    }

    private mutating func readActivitySummary(_ tokenizer: borrowing XMLTokenizer) {
        guard let text = tokenizer.value(of: "dateComponents"),
            let day = CalendarDay(String(decoding: text, as: UTF8.self)),
            let value = tokenizer.value(of: "activeEnergyBurned"),
            let number = ExportNumbers.parse(value)
        else { return }
        let unit = tokenizer.value(of: "activeEnergyBurnedUnit")
        guard let factor = unit.map({ ExportUnits.energy($0) }) ?? 1 else { return }
        summary.activitySummaries.append(
            ActivitySummary(day: day, activeEnergyKilocalories: number * factor)
        )
    }
}
