import SimulationKit
import TrendyModel
import TrendyPlaces

/// The system's regions on one phone: crossings that nobody listens to wait for the next process.
final class FakeRegionMonitor: RegionMonitor, @unchecked Sendable {
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
