import TrendyHealth
import TrendyModel

/// Reads the elements of an export and passes their samples to the spools.
struct ExportReader {
    private static let workoutName = "HKWorkoutTypeIdentifier"
    private static let progressStep: Int64 = 4 << 20
    /// The memory limit for workouts in bytes; twenty workouts a day for ten years use half of it.
    private static let maximumWorkoutBytes = 32 << 20
    /// The maximum number of dated summaries of a metric.
    private static let maximumSummaries = 100_000

    enum Context {
        case top, record, correlation, workout, workoutInner
    }

    var dates = ExportDates()
    var context = Context.top
    /// The maximum number of samples in memory, over all spools.
    static let maximumBuffered = 262_144

    /// The sample of the open record, and the index of its kind.
    var pending: (kind: Int, sample: HealthSample)?
    /// The zone of the open night, as an index into ``zones``.
    var pendingZone: Int?
    private var workout: WorkoutBuilder?
    var correlation = OpenCorrelation()
    /// The creation date of the open element; parsed only when ``onArrival`` is set.
    var created: Instant?
    /// Receives each sample and workout in the order of the file.
    var onArrival: ((ExportArrival) -> Void)?
    /// Receives each tag; see ``ExportRecordSink``.
    var sink: (any ExportRecordSink)?
    /// The creation date of each route by its path; parsed only when ``onArrival`` is set.
    private(set) var routesCreated: [String: Instant] = [:]
    private var routeCreated: Instant?
    private var isRootClosed = false

    var summary = ImportSummary()
    var sources = SourceTable()
    private(set) var workouts: [WorkoutSample] = []
    /// The dated summaries: rings and hearing tests.
    var summaries: [HealthMetric: [SummarySample]] = [:]
    var audiogram: AudiogramBuilder?
    var zones = ExportZones()
    var kinds = ExportKinds()
    let sleepIndex: Int?
    var spools: [SampleSpool]
    let spoolDirectory: String
    var buffered = 0
    let path: String
    private var workoutBytes = 0

    init(path: String, spoolDirectory: String) {
        self.path = path
        self.spoolDirectory = spoolDirectory
        spools = kinds.metrics.map { _ in SampleSpool(directory: spoolDirectory) }
        sleepIndex = kinds.metrics.firstIndex(of: .sleep)
    }

    /// The spools with samples by metric, in the order of the catalogue.
    var spoolsByMetric: [(metric: HealthMetric, spool: SampleSpool)] {
        zip(kinds.allMetrics(), spools).filter { !$0.1.isEmpty && !$0.1.isOverfull }
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
                try sink?.open(tokenizer.element(isEmpty: isEmpty))
                try open(tokenizer, isEmpty: isEmpty)
            case .close:
                try sink?.close(tokenizer.name)
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
        countKinds()
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
        let before = summary.bytes
        try routes.read(from: ExportLocation(of: stream, path: path)) { progress(before + $0) }
        for index in workouts.indices { workouts[index].route = routes.route(of: workouts[index]) }
        routes.count(workouts, in: &summary)
    }

    /// Reads the electrocardiograms in the zip or folder of the XML.
    ///
    /// Throws only `CancellationError`: unreadable files are counted.
    mutating func readElectrocardiograms(
        beside stream: any ExportStream,
        progress: (Int64) -> Void
    ) throws {
        var reader = ElectrocardiogramReader()
        let before = summary.bytes
        try reader.read(
            from: ExportLocation(of: stream, path: path),
            isKnownDamage: summary.damages > 0
        ) { progress(before + $0) }
        addElectrocardiograms(reader.samples, unreadable: reader.unreadable)
    }

    /// Checks the limits of what stays in memory or is later read at once; samples are on disk.
    private func checkLimits() throws(ImportError) {
        let excess: String? =
            if workoutBytes > Self.maximumWorkoutBytes {
                "more workouts"
            } else if summaries.values.contains(where: { $0.count > Self.maximumSummaries }) {
                "more activity summaries or hearing tests"
            } else if zones.isOverfull {
                "more journeys"
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
            finishAudiogram()
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
            if workout == nil {
                reject(.noDate)
                summary.kinds[Self.workoutName, default: .init()].records += 1
                summary.kinds[Self.workoutName]?.rejections[.noDate, default: 0] += 1
            }
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
        } else if name.equals("Audiogram") {
            try flushPending()
            openAudiogram(tokenizer, isEmpty: isEmpty)
        } else if name.equals("SensitivityPoint") {
            readSensitivityPoint(tokenizer)
        } else if name.equals("ClinicalRecord") || name.equals("VisionPrescription") {
            try flushPending()
            countUnused(name)
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
        if name.equals("Audiogram") { finishAudiogram() }
        if name.equals("HealthData") {
            try flushPending()
            finishAudiogram()
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
            summary.kinds[Self.workoutName, default: .init()].records += 1
            if let rejection = SampleRejection.of(
                .workout,
                start: finished.start,
                end: finished.end,
                value: 0
            ) {
                reject(rejection)
                summary.kinds[Self.workoutName]?.rejections[rejection, default: 0] += 1
            } else {
                summary.kinds[Self.workoutName]?.used += 1
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
}
