import Foundation
import TrendyModel

/// Writes workouts and their routes.
struct WorkoutWriter {
    let person: Person

    /// The name of a route file: the local time of its end.
    func routeName(_ workout: WorkoutPlan) -> String {
        let end = Date(timeIntervalSince1970: Double(workout.end))
        let local = workout.end + Int64(person.zone.secondsFromGMT(for: end))
        let day = CalendarDay(daysSinceEpoch: Int(local / 86_400))
        let minute = Int(local % 86_400) / 60
        let hour = (minute / 60 + 11) % 12 + 1
        let minutes = String(decoding: twoDigits(minute % 60), as: UTF8.self)
        return "route_\(day)_\(hour).\(minutes)\(minute < 720 ? "am" : "pm").gpx"
    }

    func hasRoute(_ workout: WorkoutPlan) -> Bool { workout.kind.hasRoute && workout.isOnWatch }

    func write(_ workout: WorkoutPlan, to sink: ByteSink) {
        let source: Source = workout.isOnWatch ? .watch : .pedometer
        let pointer = person.rng.bits(51, Int(workout.start))
        sink.text(" <Workout workoutActivityType=\"HKWorkoutActivityType\(workout.kind.rawValue)\"")
        sink.text(" duration=\"\(workout.minutes)\" durationUnit=\"min\"")
        sink.text(source.attributes(pointer: pointer))
        sink.text(" creationDate=\"")
        sink.date(workout.end + 9)
        dates(workout, to: sink)
        sink.text(
            "\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"\(person.zone.identifier)\"/>\n"
        )
        guard workout.isOnWatch else {
            sink.text(" </Workout>\n")
            return
        }
        sink.text("  <WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\"")
        sink.date(workout.start)
        sink.text("\" duration=\"\(workout.minutes)\" durationUnit=\"min\"/>\n")
        if workout.kind == .swimBikeRun {
            sink.text("  <WorkoutActivity uuid=\"\(uuid(workout))\" startDate=\"")
            sink.date(workout.start)
            sink.text("\" endDate=\"")
            sink.date(workout.end)
            sink.text("\" duration=\"\(workout.minutes)\" durationUnit=\"min\">\n")
            statistics(workout, to: sink)
            sink.text("  </WorkoutActivity>\n")
        }
        statistics(workout, to: sink)
        if hasRoute(workout) {
            sink.text("  <WorkoutRoute\(source.attributes(pointer: pointer)) creationDate=\"")
            sink.date(workout.end + 12)
            dates(workout, to: sink)
            let path = "/workout-routes/\(routeName(workout))"
            sink.text("\">\n   <FileReference path=\"\(path)\"/>\n  </WorkoutRoute>\n")
        }
        sink.text(" </Workout>\n")
    }

    /// A short GPX track of a workout over two hills, formatted like Apple's.
    func route(_ workout: WorkoutPlan) -> [UInt8] {
        var gpx = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" \
            xmlns="http://www.topografix.com/GPX/1/1">
              <metadata><time>\(time(person.exportTime))</time></metadata>
              <trk><name>Route</name><trkseg>

            """
        for step in 0..<30 {
            let position = Int(workout.start)
            let longitude = 2.35 + Double(step) * 0.0008 + person.rng.unit(52, position, step) / 1e4
            let latitude = 48.85 + Double(step) * 0.0004 + person.rng.unit(53, position, step) / 1e4
            let altitude = 35.2 + 12 * sin(Double(step) * 4 * .pi / 29)
            let at = workout.start + (workout.end - workout.start) * Int64(step) / 29
            gpx += "<trkpt lon=\"\(decimal(longitude))\" lat=\"\(decimal(latitude))\">"
            gpx += "<ele>\(decimal(altitude))</ele>"
            gpx += "<time>\(time(at))</time><extensions><speed>2.6</speed><course>61</course>"
            gpx += "<hAcc>1.400000</hAcc><vAcc>1.100000</vAcc></extensions></trkpt>\n"
        }
        return Array((gpx + "</trkseg></trk>\n</gpx>\n").utf8)
    }

    private func decimal(_ value: Double) -> String { String(format: "%.6f", value) }

    private func time(_ seconds: Int64) -> String {
        Instant(seconds: seconds).rfc3339.replacingOccurrences(of: ".000Z", with: "Z")
    }

    private func uuid(_ workout: WorkoutPlan) -> String {
        let hex = Array(String(person.rng.bits(54, Int(workout.start)) | 1 << 63, radix: 16))
        let upper = String(hex).uppercased()
        return "\(upper.prefix(8))-\(upper.suffix(4))-4\(upper.prefix(3))-8000-\(upper.prefix(12))"
    }

    private func dates(_ workout: WorkoutPlan, to sink: ByteSink) {
        sink.text("\" startDate=\"")
        sink.date(workout.start)
        sink.text("\" endDate=\"")
        sink.date(workout.end)
    }

    private func statistics(_ workout: WorkoutPlan, to sink: ByteSink) {
        func element(_ type: StaticString, _ values: String) {
            sink.text("  <WorkoutStatistics type=\"")
            sink.text(type)
            dates(workout, to: sink)
            sink.text("\" \(values)/>\n")
        }
        let energy = workout.minutes * workout.kind.kcalPerMinute
        element(Stream.activeEnergy.type, "sum=\"\(energy)\" unit=\"kcal\"")
        element(
            Stream.heartRate.type,
            "average=\"134.5\" minimum=\"124\" maximum=\"145\" unit=\"count/min\""
        )
        let distance = workout.minutes * workout.kind.kilometresPerMinute
        guard distance > 0 else { return }
        if workout.kind == .cycling {
            element("HKQuantityTypeIdentifierDistanceCycling", "sum=\"\(distance)\" unit=\"km\"")
        } else {
            element(Stream.distance.type, "sum=\"\(distance)\" unit=\"km\"")
        }
    }
}
