import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Workout routes", .timeLimit(.minutes(20)))
struct RouteTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A GPX in Apple's format: points to the north at a fixed distance, each 10 m higher.
    private func gpx(_ points: Int, more: String = "") -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" \
            xmlns="http://www.topografix.com/GPX/1/1">
              <trk><name>Route</name><trkseg>

            """
        for point in 0..<points {
            let latitude = String(format: "%.6f", 48 + Double(point) / 1000)
            text +=
                "<trkpt lon=\"2.000000\" lat=\"\(latitude)\"><ele>\(100 + point * 10).000000</ele>"
            text += "<time>2026-01-05T10:00:\(10 + point)Z</time><extensions><speed>2.6</speed>"
            text += "<hAcc>4.000000</hAcc><vAcc>3.000000</vAcc></extensions></trkpt>\n"
        }
        return text + more + "</trkseg></trk>\n</gpx>\n"
    }

    private func point(hAcc: String, vAcc: String, ele: String = "900") -> String {
        "<trkpt lon=\"2.5\" lat=\"48.0\"><ele>\(ele)</ele><extensions><hAcc>\(hAcc)</hAcc>"
            + "<vAcc>\(vAcc)</vAcc></extensions></trkpt>"
    }

    private func workout(_ paths: String..., hour: Int = 10) -> String {
        let routes = paths.map {
            "<WorkoutRoute sourceName=\"Watch\"><FileReference path=\"\($0)\"/></WorkoutRoute>"
        }
        return "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"Watch\""
            + " startDate=\"2026-01-05 \(hour):00:00 +0000\" endDate=\"2026-01-05 \(hour):30:00 +0000\">"
            + routes.joined() + "</Workout>"
    }

    private func summary(_ read: AppleHealthExport) async throws -> RouteSummary {
        let workouts = await read.allWorkouts()
        guard case .summary(let summary) = try #require(workouts.first).route else {
            Issue.record("no summary: \(read.summary.routeWarning ?? "")")
            return RouteSummary()
        }
        return summary
    }

    private static let path = "/workout-routes/route_2026-01-05_11.30am.gpx"
    private static let inZip = "apple_health_export" + path

    @Test("A route is summarized wherever its file is in the zip", arguments: [true, false])
    func zip(isFirst: Bool) async throws {
        let xml = ("apple_health_export/export.xml", export(workout(Self.path)))
        let route = (Self.inZip, gpx(4))
        let others = [
            ("__MACOSX/apple_health_export\(Self.path)", "no GPX"),
            ("apple_health_export/workout-routes/other.gpx", "no GPX"),
        ]

        let read = try scratch.read(
            scratch.zip(isFirst ? others + [route, xml] : [xml] + others + [route])
        )

        let found = try await summary(read)
        #expect(found.points == 4)
        #expect(found.meters.rounded() == 334)
        #expect(found.ascentMeters == 30)
        #expect(found.descentMeters == 0)
        #expect(read.summary.routes == 1)
        #expect(read.summary.rejections.isEmpty)
        #expect(read.summary.routeWarning == nil)
    }

    @Test("A route in the folder beside a bare XML gives the same summary")
    func folder() async throws {
        let zip = try scratch.read(
            scratch.zip([("export.xml", export(workout(Self.path))), (Self.inZip, gpx(7))])
        )
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/workout-routes",
            withIntermediateDirectories: true
        )
        _ = try scratch.write(gpx(7), to: String(Self.path.dropFirst()))

        let bare = try scratch.read(xml: export(workout(Self.path)))

        #expect(try await summary(bare) == summary(zip))
        #expect(try await summary(bare).points == 7)
        #expect(bare.summary.routes == 1)
    }

    @Test("Invalid points are skipped, and several routes give one summary")
    func accuracy() async throws {
        let unknown =
            point(hAcc: "-1.000000", vAcc: "2") + "<trkpt lon=\"0.000000\" lat=\"-0.000000\"/>"
        let flat = point(hAcc: "5", vAcc: "-1.000000")

        let read = try scratch.read(
            scratch.zip([
                ("export.xml", export(workout("/a.gpx", "/b.gpx"))),
                ("x/a.gpx", gpx(4, more: unknown)), ("x/b.gpx", gpx(2, more: flat)),
            ])
        )

        let found = try await summary(read)
        #expect(found.points == 4 + 3)
        #expect(found.ascentMeters == 40)
        #expect(found.meters > 36_000)
        #expect(read.summary.routes == 2)
    }

    @Test("A file without any valid point is an empty route, not a damaged one")
    func nowhere() async throws {
        let read = try scratch.read(
            scratch.zip([
                ("export.xml", export(workout("/a.gpx"))),
                ("a.gpx", gpx(0, more: "<trkpt lon=\"0\" lat=\"0\"/>")),
            ])
        )

        #expect(try await summary(read) == RouteSummary())
        #expect(read.summary.routeWarning == nil)
    }

    @Test(
        "A workout with a missing, damaged or hostile route file loses only its route summary",
        arguments: [
            "missing", "empty", "cut", "foreign", "html", "entities", "directory", "escape",
            "absolute-escape", "dots",
        ]
    )
    func broken(kind: String) async throws {
        var path = "/workout-routes/a.gpx"
        var entries = [("apple_health_export/workout-routes/b.gpx", gpx(3))]
        switch kind {
        case "empty": entries.append(("x/workout-routes/a.gpx", ""))
        case "cut": entries.append(("x/workout-routes/a.gpx", String(gpx(9).dropLast(80))))
        case "foreign": entries.append(("x/workout-routes/a.gpx", "\u{0}\u{1}PK nothing"))
        case "html": entries.append(("x/workout-routes/a.gpx", "<html><body>404</body></html>"))
        case "entities":
            let bomb = "<!DOCTYPE gpx [<!ENTITY a \"&b;&b;\"><!ENTITY b \"&a;&a;\">]><gpx>&a;"
            entries.append(("x/workout-routes/a.gpx", bomb))
        case "directory": entries.append(("x/workout-routes/a.gpx/inner.gpx", gpx(3)))
        case "escape": path = "../../../etc/passwd"
        case "absolute-escape": path = "/workout-routes/../../../../../etc/passwd"
        case "dots": path = "/./"
        default: break
        }
        let xml = export(workout(path) + workout("/workout-routes/b.gpx", hour: 12))

        let read = try scratch.read(scratch.zip(entries + [("export.xml", xml)]), strict: true)

        let workouts = await read.allWorkouts()
        #expect(workouts.map(\.route).first == .unreadable)
        #expect(workouts.count == 2)
        #expect(workouts.last?.route != .unreadable)
        #expect(read.summary.routes == 1)
        #expect(read.summary.rejections == [.unreadableRoute: 1])
        #expect(read.summary.firstUnreadRoute?.path == path)
        #expect(read.summary.routeWarning?.contains(path) == true)
        #expect(read.summary.warning == nil)

        let bare = try scratch.read(xml: export(workout(path)), strict: true)
        #expect(await bare.allWorkouts().first?.route == .unreadable)
        #expect(bare.summary.rejections == [.unreadableRoute: 1])
    }

    @Test("A file that unpacks beyond the limit is skipped together with all files after it")
    func bomb() async throws {
        let spaces = String(repeating: " ", count: 40 << 20)
        let path = scratch.zip([
            ("export.xml", export(workout("/a.gpx") + workout("/b.gpx", hour: 12))),
            ("a.gpx", "<gpx><trk><trkseg>" + spaces), ("b.gpx", gpx(3)),
        ])

        let read = try scratch.read(path)

        #expect(read.summary.firstUnreadRoute?.path == "/a.gpx")
        #expect(read.summary.firstUnreadRoute?.message.contains("larger than any route") == true)
        #expect(read.summary.rejections[.unreadableRoute] == 2)
        #expect(await read.allWorkouts().count == 2)
    }

    @Test("A pipe beside the XML, which never ends, is not read")
    func pipe() async throws {
        #expect(mkfifo(scratch.path + "/a.gpx", 0o600) == 0)

        let read = try scratch.read(xml: export(workout("/a.gpx")))

        #expect(await read.allWorkouts().first?.route == .unreadable)
        #expect(read.summary.firstUnreadRoute?.message.contains("not a regular file") == true)
    }

    @Test("An uncompressed file in the zip is read")
    func stored() async throws {
        let stored = scratch.zip(
            [("export.xml", export(workout("/a.gpx"))), ("a.gpx", gpx(3))],
            options: "zip:compression=store"
        )

        #expect(try await summary(try scratch.read(stored)).points == 3)
    }

    @Test("A file whose content does not match its checksum is unreadable")
    func wrongChecksum() async throws {
        let path = scratch.zip([("export.xml", export(workout("/a.gpx"))), ("a.gpx", gpx(3))])
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let entry: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
        let place = bytes.indices.last(where: { bytes[$0...].starts(with: entry) })
        bytes[try #require(place) + 16] ^= 1

        let read = try scratch.read(try scratch.write(Data(bytes), to: "changed.zip"))

        #expect(await read.allWorkouts().first?.route == .unreadable)
        #expect(read.summary.firstUnreadRoute?.path == "/a.gpx")
        #expect(
            read.summary.firstUnreadRoute?.message == "Its content is damaged or cut off."
        )
        #expect(read.summary.warning == nil)
    }

    @Test("A path that two workouts name is one file and is counted once")
    func shared() async throws {
        let read = try scratch.read(
            scratch.zip([
                ("export.xml", export(workout("/a.gpx") + workout("a.gpx", hour: 12))),
                ("a.gpx", gpx(3)),
            ])
        )

        #expect(read.summary.routes == 1)
        #expect(await read.allWorkouts().allSatisfy { $0.route != .unreadable })
        #expect(read.summary.firstUnreadRoute == nil)
    }

    @Test("Progress continues through the routes and never goes back")
    func progress() async throws {
        let path = scratch.zip(
            [("export.xml", export(workout("/0.gpx", "/1.gpx", "/2.gpx")))]
                + (0..<3).map { ("\($0).gpx", gpx(20)) }
        )
        let recorder = ProgressRecorder()

        let read = try AppleHealthExport.read(path: path, spoolDirectory: scratch.path) {
            recorder.note($0, $1)
        }

        let steps = recorder.steps
        #expect(steps.count == 3)
        #expect(steps.map(\.read) == steps.map(\.read).sorted())
        #expect(steps.allSatisfy { $0.read > read.summary.bytes && $0.total == $0.read })
    }

    @Test("Progress continues through the routes of a folder")
    func folderProgress() async throws {
        for name in ["0.gpx", "2.gpx"] { _ = try scratch.write(gpx(20), to: name) }
        let path = try scratch.write(export(workout("/0.gpx", "/1.gpx", "/2.gpx")))
        let recorder = ProgressRecorder()

        let read = try AppleHealthExport.read(path: path, spoolDirectory: scratch.path) {
            recorder.note($0, $1)
        }

        let size = Int64(gpx(20).utf8.count)
        #expect(recorder.steps.map { $0.read - read.summary.bytes } == [size, 2 * size])
        #expect(read.summary.routes == 2)
    }

    @Test("Cancelling an import stops it in the middle of its routes")
    func cancelled() async throws {
        let path = scratch.zip(
            [("export.xml", export(workout("/0.gpx", "/1.gpx")))]
                + (0..<2).map { ("\($0).gpx", gpx(3)) }
        )
        let directory = scratch.path
        let reading = Task {
            try AppleHealthExport.read(path: path, spoolDirectory: directory) { _, _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }

        await #expect(throws: CancellationError.self) { _ = try await reading.value }
    }

    private final class ProgressRecorder: @unchecked Sendable {
        // Unchecked: one thread reads the export.
        private(set) var steps: [(read: Int64, total: Int64?)] = []

        func note(_ read: Int64, _ total: Int64?) { steps.append((read, total)) }
    }
}
