import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Arrivals of an Apple Health export")
struct ExportArrivalTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func record(_ value: Int, minute: Int, created: String?) -> String {
        let creation = created.map { "creationDate=\"2026-01-15 \($0):00 +0000\"" } ?? ""
        return """
            <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
            \(creation) startDate="2026-01-15 08:00:00 +0000" \
            endDate="2026-01-15 08:\(minute):00 +0000" value="\(value)"/>
            """
    }

    private func workout(_ routes: String, created: String, hour: Int = 10) -> String {
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
        creationDate="2026-01-15 \(created):00 +0000" startDate="2026-01-15 \(hour):00:00 +0000" \
        endDate="2026-01-15 \(hour):30:00 +0000">\(routes)</Workout>
        """
    }

    private func route(_ name: String, created: String?) -> String {
        let creation = created.map { "creationDate=\"2026-01-15 \($0):00 +0000\"" } ?? ""
        return "<WorkoutRoute \(creation)><FileReference path=\"/\(name)\"/></WorkoutRoute>"
    }

    /// The arrivals as their time and content.
    private func arrivals(_ entries: [(name: String, text: String)]) throws -> [String] {
        let found = try AppleHealthExport.arrivals(
            path: scratch.zip(entries),
            spoolDirectory: scratch.path
        )
        #expect(Set(found.arrivals.map(\.number)) == Set(found.arrivals.indices))
        return found.arrivals.map { arrival in
            let content =
                switch arrival.content {
                case .sample(let sample): "\(Int(sample.value)) \(arrival.category.rawValue)"
                case .workout: "workout \(arrival.number)"
                case .route(let points, let workout): "route of \(workout), \(points.count) points"
                }
            return "\(arrival.time.rfc3339.dropFirst(11).prefix(5)) \(content)"
        }
    }

    @Test("Elements arrive at their creation, or else at their end, and keep the export's order")
    func order() throws {
        let body =
            record(1, minute: 30, created: "09:00") + record(2, minute: 40, created: nil)
            + record(3, minute: 50, created: "08:40") + record(4, minute: 40, created: "07:00")
            + record(5, minute: 20, created: nil)

        #expect(
            try arrivals([("export.xml", export(body))])
                == [
                    "07:00 4 steps", "08:20 5 steps", "08:40 2 steps", "08:40 3 steps",
                    "09:00 1 steps",
                ]
        )
    }

    @Test("A route arrives after its workout, at its creation, unless it has no point")
    func routes() throws {
        let points = track(
            point(47, 8, "2026-01-15T10:00:00Z"),
            point(47.1, 8, "2026-01-15T10:01:00Z")
        )
        let body =
            workout(
                route("late.gpx", created: "11:30") + route("early.gpx", created: "09:00")
                    + route("none.gpx", created: nil) + route("empty.gpx", created: "11:10")
                    + route("missing.gpx", created: "11:10"),
                created: "11:00"
            )
            + workout("", created: "13:00", hour: 12)
            + record(1, minute: 10, created: "11:15")
        let names = ["late", "early", "none"].map { ("\($0).gpx", points) }

        #expect(
            try arrivals(names + [("empty.gpx", track(point(0, 0))), ("export.xml", export(body))])
                == [
                    "11:00 workout 0", "11:00 route of 0, 2 points", "11:00 route of 0, 2 points",
                    "11:15 1 steps", "11:30 route of 0, 2 points", "13:00 workout 1",
                ]
        )
    }

    @Test("The points of a route have their accuracies and altitudes")
    func points() throws {
        let text = track(
            "<trkpt lat=\"47\" lon=\"8\"><ele>12.5</ele><time>2026-01-15T10:00:00Z</time>"
                + "<extensions><hAcc>-1</hAcc><vAcc>3</vAcc></extensions></trkpt>",
            "<trkpt lat=\"48\" lon=\"9\"/>"
        )
        let body = workout(route("a.gpx", created: nil), created: "11:00")

        let found = try AppleHealthExport.arrivals(
            path: scratch.zip([("export.xml", export(body)), ("a.gpx", text)]),
            spoolDirectory: scratch.path
        )

        guard case .route(let points, let workout) = try #require(found.arrivals.last).content
        else {
            Issue.record("no route")
            return
        }
        #expect(workout == 0)
        #expect(points.count == 2)
        #expect(points.first?.altitude == 12.5)
        #expect(points.first?.horizontalAccuracy == -1)
        #expect(points.first?.verticalAccuracy == 3)
        #expect(points.first?.time?.rfc3339 == "2026-01-15T10:00:00.000Z")
        #expect(points.last?.coordinate == Coordinate(latitude: 48, longitude: 9))
        #expect(points.last?.altitude == nil)
        #expect(points.last?.horizontalAccuracy == nil)
        #expect(points.last?.time == nil)
        #expect(found.sources.map(\.name) == ["Watch"])
    }
}
