package import TrendyHealth
package import TrendyModel

/// An element of an export with the time at which it arrived in the phone's health store.
package struct ExportArrival: Sendable {
    /// The kind of element.
    package enum Content: Sendable {
        /// A sample, in the unit of its category's type.
        case sample(HealthSample)
        case workout(WorkoutSample)
        /// The points of a route in order, and the ``ExportArrival/number`` of its workout.
        case route([RoutePoint], workout: Int)
    }

    /// The element.
    package let content: Content
    /// The category of the element.
    package let category: HealthMetric
    /// The time of arrival: the creation date in the export, or else the end of the element.
    package let time: Instant
    /// A unique number within the export.
    package fileprivate(set) var number = 0

    init(_ content: Content, of category: HealthMetric, at time: Instant?) {
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
    /// Returns the sources and the elements of an export, in the order of their arrival.
    ///
    /// Unlike ``read(path:strict:spoolDirectory:progress:)``, this keeps everything in memory.
    ///
    /// Elements of one type and second keep the order of the export, which is the order of the
    /// phone's store.
    package static func arrivals(
        path: String,
        spoolDirectory: String
    ) throws -> (arrivals: [ExportArrival], sources: [HealthSourceDescription]) {
        var arrivals: [ExportArrival] = []
        let stream = try open(path)
        var reader = ExportReader(path: path, spoolDirectory: spoolDirectory)
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
    /// Appends the routes of workouts after the elements of the XML.
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
        // Routes are read in the order of their files, which is arbitrary.
        return routes.sorted { $0.time < $1.time }
    }
}
