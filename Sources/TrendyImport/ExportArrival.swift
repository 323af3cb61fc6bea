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
    }

    /// What it is.
    package let content: Content
    /// What it is of.
    package let category: HealthCategory
    /// When the store got it: what the export calls its creation; its end where it says nothing.
    package let time: Instant

    init(_ content: Content, of category: HealthCategory, at time: Instant?) {
        self.content = content
        self.category = category
        let end =
            switch content {
            case .sample(let sample): sample.end
            case .workout(let workout): workout.end
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
        var reader = try ExportReader(path: path, spoolDirectory: spoolDirectory)
        try withoutActuallyEscaping({ arrivals.append($0) }) { note in
            reader.onArrival = note
            defer { reader.onArrival = nil }
            try reader.read(try open(path)) { _ in }
        }
        let order = arrivals.indices.sorted {
            (arrivals[$0].time, $0) < (arrivals[$1].time, $1)
        }
        return (order.map { arrivals[$0] }, reader.sources.sources)
    }
}
