import SimulationKit
import TrendyHealth
import TrendyModel

/// HealthKit on one phone of a person: it gets the person's samples late and in any order, and
/// outlives the processes.
final class FakeHealthSource: HealthSource, @unchecked Sendable {
    // Unchecked: a simulation is one thread, and nothing else holds this.

    /// Something that reached the phone.
    private struct Change {
        let arrival: Duration
        let place: Int64
        /// `nil` for a deletion.
        let steps: Double?
    }

    let sources = [HealthSourceDescription(name: "Phone", kind: .phone)]
    private let simulation: Simulation
    private var changes: [Change] = []
    private var knowsAll = false

    init(_ simulation: Simulation) {
        self.simulation = simulation
    }

    /// A sample, or its deletion, will have reached the phone after some time.
    func bring(_ place: Int64, steps: Double?, after delay: Duration) {
        var arrival = simulation.now + delay
        // A deletion never comes before what it deletes.
        if let added = changes.last(where: { $0.place == place }) {
            arrival = max(arrival, added.arrival)
        }
        let index = changes.firstIndex { $0.arrival > arrival } ?? changes.endIndex
        changes.insert(Change(arrival: arrival, place: place, steps: steps), at: index)
    }

    /// Nothing is under way any more.
    func bringAll() { knowsAll = true }

    /// What has reached the phone, in the order in which it did.
    private var known: ArraySlice<Change> {
        knowsAll ? changes[...] : changes.prefix { $0.arrival <= simulation.now }
    }

    let hasStamps = true
    let flaws: [SampleFlaw: Int] = [:]

    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) -> HealthChanges {
        let known = known
        let count = category == .steps ? known.count : 0
        let newAnchor = withUnsafeBytes(of: UInt64(count).littleEndian) { Array($0) }
        let start = anchor.map { bytes in
            bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let fresh = category == .steps ? known.dropFirst(start ?? 0) : []
        let spans = Set(fresh.map(\.place)).sorted().map { Walks.span(of: $0) }
        return HealthChanges(spans: spans, sampleCount: spans.count, anchor: newAnchor)
    }

    func samples(of category: HealthCategory, in span: Range<Instant>) -> [HealthSample] {
        samples(of: category, in: span, withDeleted: false)
    }

    /// As ``samples(of:in:)``, on demand with what was deleted.
    func samples(
        of category: HealthCategory,
        in span: Range<Instant>,
        withDeleted: Bool
    ) -> [HealthSample] {
        guard category == .steps else { return [] }
        var steps: [Int64: Double] = [:]
        for change in known where change.steps != nil || !withDeleted {
            steps[change.place] = change.steps
        }
        return steps.keys.sorted().compactMap { place in
            let whole = Walks.span(of: place)
            guard let value = steps[place], whole.overlaps(span) else { return nil }
            return HealthSample(
                start: whole.lowerBound,
                end: whole.upperBound,
                value: value,
                source: 0,
                stamp: UInt32(truncatingIfNeeded: Int64(value) << 20 ^ place)
            )
        }
    }

    func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
}
