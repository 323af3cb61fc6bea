import TrendyHealth
import TrendyModel

/// Builds a workout from its element and the elements inside it.
struct WorkoutBuilder {
    /// The maximum number of routes of a workout; further routes are ignored.
    private static let maximumRoutes = 100

    private(set) var workout: WorkoutSample
    /// The number of attributes with impossible values, which are ignored.
    private(set) var impossibleValues = 0
    private var energyOfStatistics: Double?
    private var distanceOfStatistics: Double?

    /// Reads the attributes of a `Workout` element; `nil` when a required one is missing.
    init?(
        _ tokenizer: borrowing XMLTokenizer,
        dates: inout ExportDates,
        sources: inout SourceTable
    ) {
        guard let start = tokenizer.value(of: "startDate").flatMap({ dates.parse($0) }),
            let end = tokenizer.value(of: "endDate").flatMap({ dates.parse($0) })
        else { return nil }
        let type = tokenizer.value(of: "workoutActivityType").map { xmlText($0) } ?? "Other"
        let prefix = "HKWorkoutActivityType"
        let empty = UnsafeRawBufferPointer(start: nil, count: 0)
        let source = sources.index(
            tokenizer.value(of: "sourceName") ?? tokenizer.value(of: "source") ?? empty,
            version: tokenizer.value(of: "sourceVersion"),
            device: tokenizer.value(of: "device")
        )
        workout = WorkoutSample(
            activity: type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type,
            start: start,
            end: end,
            source: source
        )
        if let number = parse(tokenizer, "duration"),
            let unit = ExportUnits.time(tokenizer.value(of: "durationUnit") ?? empty)
        {
            workout.duration = Duration(plausibleSeconds: number * unit)
            if workout.duration == nil { impossibleValues += 1 }
        }
        if let number = parse(tokenizer, "totalEnergyBurned"),
            let unit = ExportUnits.energy(tokenizer.value(of: "totalEnergyBurnedUnit") ?? empty)
        {
            workout.energyKilocalories = number * unit
        }
        if let number = parse(tokenizer, "totalDistance"),
            let unit = ExportUnits.distance(tokenizer.value(of: "totalDistanceUnit") ?? empty)
        {
            workout.distanceMeters = number * unit
        }
    }

    /// Reads an element directly inside the workout or its routes.
    mutating func read(_ tokenizer: borrowing XMLTokenizer) {
        if tokenizer.name.equals("WorkoutStatistics") {
            readStatistics(tokenizer)
        } else if tokenizer.name.equals("WorkoutEvent") {
            if tokenizer.value(of: "type")?.equals("HKWorkoutEventTypePause") == true {
                workout.pauses += 1
            }
        } else if tokenizer.name.equals("MetadataEntry") {
            readMetadata(tokenizer)
        } else if tokenizer.name.equals("FileReference"),
            workout.routes.count < Self.maximumRoutes,
            let path = tokenizer.value(of: "path").map({ xmlText($0) }),
            !workout.routes.contains(path)
        {
            workout.routes.append(path)
        }
    }

    private mutating func readStatistics(_ tokenizer: borrowing XMLTokenizer) {
        guard let type = tokenizer.value(of: "type").map({ xmlText($0) }) else { return }
        let unit = tokenizer.value(of: "unit") ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let sum = parse(tokenizer, "sum")
        if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
            guard energyOfStatistics == nil, let sum, let factor = ExportUnits.energy(unit) else {
                return
            }
            energyOfStatistics = sum * factor
            workout.energyKilocalories = energyOfStatistics
        } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
            guard let sum, let factor = ExportUnits.distance(unit) else { return }
            distanceOfStatistics = (distanceOfStatistics ?? 0) + sum * factor
            workout.distanceMeters = distanceOfStatistics
        } else if type == "HKQuantityTypeIdentifierHeartRate",
            let factor = ExportUnits.factor(unit, to: .perMinute)
        {
            workout.averageHeartRate = parse(tokenizer, "average").map { $0 * factor }
            workout.maximumHeartRate = parse(tokenizer, "maximum").map { $0 * factor }
        }
    }

    private mutating func readMetadata(_ tokenizer: borrowing XMLTokenizer) {
        guard let key = tokenizer.value(of: "key"), let value = tokenizer.value(of: "value")
        else { return }
        if key.equals("HKTimeZone") {
            workout.timeZone = xmlText(value)
        } else if key.equals("HKIndoorWorkout") {
            workout.isIndoor = value.equals("1")
        }
    }

    private mutating func parse(
        _ tokenizer: borrowing XMLTokenizer,
        _ attribute: StaticString
    ) -> Double? {
        guard let text = tokenizer.value(of: attribute) else { return nil }
        let number = ExportNumbers.parse(text)
        if number == nil { impossibleValues += 1 }
        return number
    }
}

extension WorkoutSample {
    /// The approximate memory use.
    var sizeBytes: Int {
        let texts = [activity, timeZone ?? ""] + routes
        return texts.reduce(MemoryLayout<WorkoutSample>.size) { $0 + 16 + $1.utf8.count }
    }
}
