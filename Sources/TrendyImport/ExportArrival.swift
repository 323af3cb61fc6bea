package import TrendyHealth
package import TrendyModel

/// Something that an export tells, with the moment at which the phone's store got it.
package struct ExportArrival: Sendable {
    /// What it is.
    package enum Content: Sendable {
        /// A sample, in the unit of its category's type.
        case sample(HealthSample)
        /// A workout.
        case workout(WorkoutSample)
        /// The points of a route, in order; and the ``ExportArrival/number`` of its workout.
        case route([RoutePoint], workout: Int)
    }

    /// What it is.
    package let content: Content
    /// What it is of.
    package let category: HealthCategory
    /// When the store got it: what the export calls its creation; its end where it says nothing.
    package let time: Instant
    /// What tells it from all others of the export.
    package fileprivate(set) var number = 0

    init(_ content: Content, of category: HealthCategory, at time: Instant?) {
        self.content = content
        self.category = category
        let end =
            switch content {
            case .sample(let sample): sample.end
            case .workout(let workout): workout.end
            case .route(let points, _): points.last?.time ?? Instant(seconds: 0)
            }
        self.time = time ?? end
    }
}

extension AppleHealthExport {
    /// What an export holds, in the order in which the phone's store got it, and who wrote it.
    ///
    /// All of it is in memory, unlike with ``read(path:strict:spoolDirectory:progress:)``.
    ///
    /// Within a type an export stands in the store's own order, which decides where two things came
    /// in one second.
    package static func arrivals(
        path: String,
        spoolDirectory: String
    ) throws -> (arrivals: [ExportArrival], sources: [HealthSourceDescription]) {
        var arrivals: [ExportArrival] = []
        let stream = try open(path)
        var reader = try ExportReader(path: path, spoolDirectory: spoolDirectory)
        try withoutActuallyEscaping({ arrivals.append($0) }) { note in
            reader.onArrival = note
            defer { reader.onArrival = nil }
            try reader.read(stream) { _ in }
        }
        arrivals += try reader.routeArrivals(of: arrivals, beside: stream)
        for index in arrivals.indices { arrivals[index].number = index }
        let order = arrivals.indices.sorted {
            (arrivals[$0].time, $0) < (arrivals[$1].time, $1)
        }
        return (order.map { arrivals[$0] }, reader.sources.sources)
    }
}

extension ExportReader {
    /// The routes of workouts, after what was read of the XML.
    fileprivate mutating func routeArrivals(
        of arrivals: [ExportArrival],
        beside stream: any ExportStream
    ) throws -> [ExportArrival] {
        var workouts: [String: (number: Int, path: String)] = [:]
        for (number, arrival) in arrivals.enumerated() {
            guard case .workout(let workout) = arrival.content else { continue }
            for path in workout.routes {
                guard let name = RouteReader.name(path), workouts[name] == nil else { continue }
                workouts[name] = (number, path)
            }
        }
        let created = routesCreated
        var routes: [ExportArrival] = []
        try withoutActuallyEscaping({ (name: String, points: [RoutePoint]) in
            guard let (number, path) = workouts[name], !points.isEmpty else { return }
            routes.append(
                ExportArrival(
                    .route(points, workout: number),
                    of: .workout,
                    at: max(created[path] ?? arrivals[number].time, arrivals[number].time)
                )
            )
        }) { note in
            try readRoutes(beside: stream, onRoute: note) { _ in }
        }
        // They come in the order of their files, whatever that is.
        return routes.sorted { $0.time < $1.time }
    }
}
