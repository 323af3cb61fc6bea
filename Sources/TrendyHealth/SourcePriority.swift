/// Ranks the sources of samples: which one is believed where several measured the same time.
///
/// What a person typed in comes first, then Watches, then phones, then other apps and devices, as
/// Apple ranks them by default (support article HT204351); among equals, by name.
public struct SourcePriority: Sendable, Equatable {
    /// The rank of typed-in samples; those of sources follow.
    static let userEnteredRank = 0

    /// The ranks of the sources, from 1 on, by their places.
    let ranks: [Int]

    /// Ranks sources; those with the same kind and the same name for people are one.
    ///
    /// - `order`: the names of those that come before all others, in their order.
    public init(_ sources: [HealthSourceDescription], order: [String] = []) {
        let first = order.map { HealthSourceDescription.typed($0) }
        let keys = sources.map { source in
            let name = source.typedName
            return Key(place: first.firstIndex(of: name) ?? .max, kind: source.kind, name: name)
        }
        let ranked = Set(keys).sorted()
        ranks = keys.map { key in (ranked.firstIndex(of: key) ?? 0) + 1 }
    }

    /// How many ranks there are.
    var count: Int { (ranks.max() ?? 0) + 1 }

    /// The rank of a sample; the lowest is believed first.
    func rank(of sample: HealthSample) -> Int {
        if sample.isUserEntered { return Self.userEnteredRank }
        return rank(ofSource: sample.source)
    }

    /// The rank of a source, by its place.
    func rank(ofSource source: Int) -> Int {
        ranks.indices.contains(source) ? ranks[source] : count
    }

    private struct Key: Hashable, Comparable {
        /// The place in the order that was asked for.
        let place: Int
        let kind: HealthSourceDescription.Kind
        let name: String

        static func < (left: Key, right: Key) -> Bool {
            (left.place, left.kind, left.name) < (right.place, right.kind, right.name)
        }
    }
}
