import TrendyHealth
package import TrendyModel

/// A point of a workout's route.
package struct RoutePoint: Sendable, Equatable {
    /// The coordinates.
    package var coordinate: Coordinate
    /// Metres above sea level.
    package var altitude: Double?
    /// Metres; negative when the coordinates are invalid.
    package var horizontalAccuracy: Double?
    /// Metres; 0 or negative when the altitude is invalid.
    package var verticalAccuracy: Double?
    /// The time.
    package var time: Instant?
}

/// Reads the route files that workouts name, after the export's XML.
///
/// Files are read one after the other in constant memory. A missing, damaged or oversized file
/// affects no other file.
struct RouteReader {
    /// The maximum number of files: ten a day for thirteen years.
    static let maximumFiles = 50_000
    /// The maximum file size; one point a second makes 19 MB a day.
    static let maximumFileBytes: Int64 = 256 << 20
    /// The maximum length of a path in bytes.
    private static let maximumNameBytes = 1024
    /// The number of points between two checks for cancellation.
    private static let pointsBetweenChecks = 4096

    /// The outcome of reading a file.
    private enum Outcome {
        case waiting
        case read(RouteSummary)
        case unreadable(String)
    }

    private var outcomes: [String: Outcome] = [:]
    private var waiting = 0
    private(set) var bytes: Int64 = 0
    /// Receives the points of each file that was read completely.
    var onRoute: ((_ name: String, _ points: [RoutePoint]) -> Void)?

    /// Collects the routes that workouts name.
    init(_ workouts: [WorkoutSample]) {
        for path in workouts.lazy.flatMap(\.routes) where outcomes.count < Self.maximumFiles {
            guard let name = Self.name(path), outcomes[name] == nil else { continue }
            outcomes[name] = .waiting
            waiting += 1
        }
    }

    /// The path of a file relative to the folder of the XML; `nil` when it leads out of the folder.
    static func name(_ path: String) -> String? {
        let parts = path.split(separator: "/").filter { $0 != "." }
        guard !parts.isEmpty, path.utf8.count <= maximumNameBytes,
            !parts.contains(".."), !path.utf8.contains(0)
        else { return nil }
        return parts.joined(separator: "/")
    }

    /// Reads all files; opens nothing when no workout names one.
    ///
    /// - `progress`: receives the bytes read so far.
    ///
    /// Throws only `CancellationError`.
    mutating func read(from location: ExportLocation, progress: (Int64) -> Void) throws {
        guard waiting > 0 else { return }
        switch location {
        case .archive(let path, let limitBytes):
            do {
                try readArchive(path, limitBytes: limitBytes, progress)
            } catch let error as ImportError {
                giveUp(error.message)
            }
        case .folder(let path):
            for name in outcomes.keys.sorted() {
                try Task.checkCancellation()
                do {
                    let file = try OpenFile(path: path + "/" + name, isRegular: true)
                    outcomes[name] = try sum(FileStream(file), name, Self.maximumFileBytes)
                } catch let error as ImportError where error.code == .notFound {
                    continue
                } catch let error as ImportError {
                    outcomes[name] = .unreadable(error.message)
                }
                progress(bytes)
            }
        }
        giveUp("It is missing.")
    }

    /// The summary of all routes of a workout.
    func route(of workout: WorkoutSample) -> WorkoutSample.Route {
        guard !workout.routes.isEmpty else { return .unread }
        var whole = RouteSummary()
        for path in workout.routes {
            guard case .read(let summary) = Self.name(path).flatMap({ outcomes[$0] }) else {
                return .unreadable
            }
            whole = whole + summary
        }
        return .summary(whole)
    }

    /// Counts the read and the unread files of workouts.
    func count(_ workouts: [WorkoutSample], in summary: inout ImportSummary) {
        var counted: Set<String> = []
        for path in workouts.lazy.flatMap(\.routes) {
            let name = Self.name(path)
            guard counted.insert(name ?? path).inserted else { continue }
            let outcome = name.map { outcomes[$0] ?? .unreadable("There are too many.") }
            if case .read = outcome {
                summary.routes += 1
                continue
            }
            summary.rejections[.unreadableRoute, default: 0] += 1
            guard summary.firstUnreadRoute == nil else { continue }
            var message = "Its path is outside the export."
            if case .unreadable(let reason) = outcome { message = reason }
            summary.firstUnreadRoute = .init(path: path, message: message)
        }
    }

    private mutating func readArchive(
        _ path: String,
        limitBytes: Int64,
        _ progress: (Int64) -> Void
    ) throws {
        let archive = try ZipArchive(path: path)
        while waiting > 0, let entry = try archive.next() {
            try Task.checkCancellation()
            guard let name = entry.name.flatMap(wanted(in:)) else { continue }
            waiting -= 1
            if let format = entry.foreignPacking {
                outcomes[name] = .unreadable("Its compression method is unknown (\(format)).")
                continue
            }
            let limit = min(Self.maximumFileBytes, limitBytes - bytes)
            outcomes[name] = try sum(ZipFileStream(archive), name, limit)
            progress(bytes)
        }
    }

    /// The wanted file for a path in the archive; `nil` when no workout names it.
    ///
    /// The folder that holds the XML can have any name, or be absent.
    private func wanted(in path: String) -> String? {
        let parts = path.split(separator: "/")
        guard !parts.contains("__MACOSX"), path.utf8.count <= 2 * Self.maximumNameBytes else {
            return nil
        }
        for start in parts.indices {
            let name = parts[start...].joined(separator: "/")
            if case .waiting = outcomes[name] { return name }
        }
        return nil
    }

    private mutating func sum(
        _ stream: any ExportStream,
        _ name: String,
        _ limitBytes: Int64
    ) throws -> Outcome {
        let limited = LimitedStream(
            stream,
            path: name,
            content: "route",
            limitBytes: limitBytes
        )
        defer { bytes += limited.readBytes }
        var route = RouteAccumulator()
        var points: [RoutePoint] = []
        var count = 0
        do {
            var reader = GPXReader(limited, path: name)
            while let point = try reader.next() {
                count += 1
                if count.isMultiple(of: Self.pointsBetweenChecks) { try Task.checkCancellation() }
                let accuracy = reader.accuracy
                route.add(
                    latitude: point.coordinate.latitude,
                    longitude: point.coordinate.longitude,
                    altitude: point.elevation,
                    horizontalAccuracy: accuracy.horizontal,
                    verticalAccuracy: accuracy.vertical
                )
                guard onRoute != nil else { continue }
                points.append(
                    RoutePoint(
                        coordinate: point.coordinate,
                        altitude: point.elevation,
                        horizontalAccuracy: accuracy.horizontal,
                        verticalAccuracy: accuracy.vertical,
                        time: point.time
                    )
                )
            }
        } catch let error as ImportError {
            // A route without any valid point has been read.
            guard error.code == .noPoints else { return .unreadable(error.message) }
        }
        onRoute?(name, points)
        return .read(route.summary)
    }

    private mutating func giveUp(_ message: String) {
        for (name, outcome) in outcomes {
            if case .waiting = outcome { outcomes[name] = .unreadable(message) }
        }
        waiting = 0
    }
}
