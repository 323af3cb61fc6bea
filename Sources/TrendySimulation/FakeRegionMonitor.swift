import SimulationKit
import TrendyModel

/// The system's regions on one phone: crossings that nobody listens to wait for the next process.
final class FakeRegionMonitor: @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    private var waiting: [RegionCrossing] = []
    private var listener: AsyncStream<RegionCrossing>.Continuation?

    func crossings() -> AsyncStream<RegionCrossing> {
        listener?.finish()
        let (stream, continuation) = AsyncStream.makeStream(of: RegionCrossing.self)
        for crossing in waiting { continuation.yield(crossing) }
        waiting = []
        listener = continuation
        return stream
    }

    /// The person crosses a boundary.
    func cross(_ crossing: RegionCrossing) {
        if let listener { listener.yield(crossing) } else { waiting.append(crossing) }
    }

    /// The process that listened is gone.
    func stopListening() {
        listener?.finish()
        listener = nil
    }
}

/// A boundary that the person has crossed, as the system tells it: late, and perhaps never.
struct RegionCrossing: Sendable, Equatable {
    /// Which way.
    enum Direction: Sendable, Equatable {
        /// Into the geofence.
        case entry
        /// Out of it.
        case exit
    }

    /// The geofence.
    var geofenceID: EntityID
    /// Which way.
    var direction: Direction
    /// When the system says that it happened.
    var instant: Instant

    /// A crossing.
    init(geofenceID: EntityID, direction: Direction, instant: Instant) {
        self.geofenceID = geofenceID
        self.direction = direction
        self.instant = instant
    }
}
