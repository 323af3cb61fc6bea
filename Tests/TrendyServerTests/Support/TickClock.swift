import TrendyModel

/// A clock whose sleepers all wake at each tick, whatever time they asked for.
final class TickClock: Clock {
    typealias Instant = ContinuousClock.Instant

    private let ticks = Broadcaster<Int>()

    let now = ContinuousClock.now
    let minimumResolution = Duration.nanoseconds(1)

    /// The number of sleepers.
    var sleepers: Int { ticks.count(of: 0) }

    /// Wakes the sleepers.
    func tick() { ticks.changed(0) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let listener = ticks.listen(to: 0)
        defer { listener.stop() }
        for await _ in listener.events { return }
        throw CancellationError()
    }
}
