import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Workouts of Apple Health exports")
struct WorkoutElementTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func workout(
        _ attributes: String = "",
        _ body: String = "",
        type: String = "HKWorkoutActivityTypeRunning",
        hour: Int = 10,
        end: String = "</Workout>"
    ) -> String {
        """
        <Workout workoutActivityType="\(type)" sourceName="Watch" \(attributes) \
        startDate="2026-01-15 \(hour):00:00 +0000" endDate="2026-01-15 \(hour):30:00 +0000">\
        \(body)\(end)
        """
    }

    private func statistics(_ type: String, _ values: String, _ unit: String) -> String {
        "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" \(values) unit=\"\(unit)\"/>"
    }

    private func one(_ xml: String) async throws -> WorkoutSample {
        let workouts = try await scratch.read(xml: export(xml)).allWorkouts()
        #expect(workouts.count == 1)
        return try #require(workouts.first)
    }

    @Test(
        "The activity is the type without Apple's prefix",
        arguments: [
            ("HKWorkoutActivityTypeYoga", "Yoga"), ("Running", "Running"), ("", ""),
            ("HKWorkoutActivityType", ""), ("Tai &amp; Chi", "Tai & Chi"),
        ]
    )
    func activity(type: String, activity: String) async throws {
        #expect(try await one(workout(type: type)).activity == activity)
    }

    @Test(
        "A duration is read in the printed unit",
        arguments: [
            ("min", 120), ("s", 2), ("sec", 2), ("h", 7200), ("hr", 7200), ("ms", 0.002),
            ("day", nil), ("", nil),
        ] as [(String, Double?)]
    )
    func duration(unit: String, seconds: Double?) async throws {
        let found = try await one(workout("duration=\"2\" durationUnit=\"\(unit)\""))

        #expect(found.duration == seconds.map { Duration(clampedSeconds: $0) })
    }

    @Test(
        "A distance is read in the printed unit",
        arguments: [
            ("km", 2000), ("mi", 3218.688), ("m", 2), ("yd", 1.8288), ("ft", 0.6096), ("cm", 0.02),
            ("au", nil),
        ] as [(String, Double?)]
    )
    func distance(unit: String, meters: Double?) async throws {
        let attributes = "totalDistance=\"2\" totalDistanceUnit=\"\(unit)\""
        let sum = statistics("DistanceSwimming", "sum=\"2\"", unit)

        #expect(try await one(workout(attributes)).distanceMeters == meters)
        #expect(try await one(workout("", sum)).distanceMeters == meters)
    }

    @Test("Distances of all kinds add up, and the first statistics of energy count")
    func sums() async throws {
        let found = try await one(
            workout(
                "",
                statistics("DistanceSwimming", "sum=\"1500\"", "m")
                    + statistics("DistanceCycling", "sum=\"40\"", "km")
                    + statistics("DistanceWalkingRunning", "average=\"3\"", "km")
                    + statistics("ActiveEnergyBurned", "sum=\"700\"", "kcal")
                    + statistics("ActiveEnergyBurned", "sum=\"900\"", "kcal")
                    + statistics("BasalEnergyBurned", "sum=\"90\"", "kcal")
            )
        )

        #expect(found.distanceMeters == 41_500)
        #expect(found.energyKilocalories == 700)
    }

    @Test("The heart rate comes from its own statistics, in beats per minute")
    func heartRate() async throws {
        let found = try await one(
            workout(
                "",
                statistics("HeartRate", "average=\"2.5\" maximum=\"3\"", "count/s")
                    + statistics("CyclingCadence", "average=\"90\" maximum=\"99\"", "count/min")
                    + statistics("HeartRate", "average=\"1\" maximum=\"1\"", "parsec")
            )
        )

        #expect(found.averageHeartRate == 150)
        #expect(found.maximumHeartRate == 180)
    }

    @Test("Pauses are counted, and metadata of a workout is its zone and its place")
    func metadata() async throws {
        func event(_ type: String) -> String {
            "<WorkoutEvent type=\"HKWorkoutEventType\(type)\"/>"
        }
        func entry(_ key: String, _ value: String) -> String {
            "<MetadataEntry key=\"\(key)\" value=\"\(value)\"/>"
        }

        let found = try await one(
            workout(
                "",
                event("Pause") + event("Resume") + event("Pause") + event("Lap")
                    + entry("HKTimeZone", "Europe/Paris") + entry("HKIndoorWorkout", "1")
                    + entry("HKOther", "0")
            )
        )

        #expect(found.pauses == 2)
        #expect(found.timeZone == "Europe/Paris")
        #expect(found.isIndoor == true)
        let outdoor = try await one(workout("", entry("HKIndoorWorkout", "0")))
        #expect(outdoor.isIndoor == false)
        #expect(outdoor.timeZone == nil)
        #expect(try await one(workout()).isIndoor == nil)
    }

    @Test("A workout without dates, or that ends before it starts, is rejected")
    func dates() async throws {
        let noDate = workout().replacing("startDate", with: "start")
        let noEnd = workout().replacing("endDate", with: "end")
        let reversed = workout().replacing("10:30:00", with: "09:30:00")

        let read = try scratch.read(xml: export(noDate + noEnd + reversed))

        #expect(await read.allWorkouts().isEmpty)
        #expect(read.summary.records == 3)
        #expect(read.summary.used == 0)
        #expect(read.summary.rejections == [.noDate: 2, .endBeforeStart: 1])
    }

    @Test("Workouts are in the order of their start, activity and source, from start to end")
    func order() async throws {
        let body =
            workout(hour: 12) + workout(type: "B").replacing("Watch", with: "Phone")
            + workout(type: "B") + workout(type: "A") + workout(hour: 11)
        let read = try scratch.read(xml: export(body))

        let workouts = await read.allWorkouts()
        #expect(workouts.map(\.activity) == ["A", "B", "B", "Running", "Running"])
        #expect(workouts.map(\.source) == [0, 0, 1, 0, 0])
        let start = try #require(Instant(rfc3339: "2026-01-15T11:00:00Z"))
        let end = start + .seconds(3600)
        #expect(await read.workouts(startingIn: start..<end).count == 1)
        #expect(await read.workouts(startingIn: start - .milliseconds(1)..<start).isEmpty)
    }

    @Test("A lost end tag of a workout is reported, and nothing else is lost")
    func lostEnd() async throws {
        let record = steps("10", "2026-01-15 08:00:00 +0000", "2026-01-15 08:10:00 +0000")
        let day = "<ActivitySummary dateComponents=\"2026-01-15\" activeEnergyBurned=\"7\"/>"

        let read = try scratch.read(
            xml: export(workout(end: "") + record + workout(hour: 11, end: "") + workout(hour: 12))
        )
        let last = try scratch.read(xml: export(record + workout(end: "") + day))

        #expect(await read.allWorkouts().count == 3)
        #expect(try await read.all(.steps).count == 1)
        #expect(read.summary.damages == 2)
        #expect(read.summary.firstDamage?.element == "<Workout>")
        #expect(read.summary.firstDamage?.message == "its end tag is missing")
        #expect(await last.allWorkouts().count == 1)
        #expect(last.summary.activitySummaries.count == 1)
        #expect(last.summary.damages == 1)
        #expect(last.summary.firstDamage?.element == "<Workout>")
        #expect(!last.summary.isTruncated)
        let only = try scratch.read(xml: export(workout(end: "")))
        #expect(await only.allWorkouts().count == 1)
        #expect(only.summary.damages == 1)
    }

    @Test("A lost tag in a part of a workout does not add the part's statistics to the workout's")
    func lostPart() async throws {
        let sum = statistics("DistanceCycling", "sum=\"7\"", "km")
        let open = "<WorkoutActivity uuid=\"a\"><WorkoutEvent>"
        let lostStart = workout(
            "",
            "<WorkoutActivity uuid=\"a\"></WorkoutEvent>\(sum)</WorkoutActivity>\(sum)"
        )
        let lostEnd = workout("", "\(sum)\(open)</WorkoutEvent>\(sum)")
        let lostInner = workout("", "\(open)\(sum)</WorkoutActivity>\(sum)")

        #expect(try await one(lostStart).distanceMeters == 7000)
        #expect(try await one(lostInner).distanceMeters == 7000)
        #expect(try await one(lostEnd).distanceMeters == 7000)
    }

    @Test("A route that a workout names twice counts once, and further routes than 100 are ignored")
    func routes() async throws {
        func route(_ name: String) -> String {
            "<WorkoutRoute><FileReference path=\"/\(name).gpx\"/></WorkoutRoute>"
        }
        let twice = try await one(workout("", route("a") + route("b") + route("a")))
        let many = try await one(workout("", (0...100).map { route("\($0)") }.joined()))

        #expect(twice.routes == ["/a.gpx", "/b.gpx"])
        #expect(many.routes.count == 100)
        #expect(many.routes.last == "/99.gpx")
    }
}
