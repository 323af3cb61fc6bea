/// Ranks sources by priority, for times that several sources measured.
///
/// Manually entered samples come first, then Apple Watches, phones, and other apps and devices, as
/// Apple ranks them by default (support article HT204351). Equal kinds are ranked by name.
package struct SourcePriority: Sendable, Equatable {
    /// The rank of manually entered samples; sources have higher ranks.
    static let userEnteredRank = 0

    /// The ranks of the sources by index, from 1.
    let ranks: [Int]

    /// Ranks sources.
    ///
    /// Sources of the same kind and the same typed name share a rank.
    ///
    /// - `order`: the names of the sources that take priority over all others, in order.
    package init(_ sources: [HealthSourceDescription], order: [String] = []) {
        let first = order.map { HealthSourceDescription.typed($0) }
        let keys = sources.map { source in
            let name = source.typedName
            return Key(place: first.firstIndex(of: name) ?? .max, kind: source.kind, name: name)
        }
        let ranked = Set(keys).sorted()
        ranks = keys.map { key in (ranked.firstIndex(of: key) ?? 0) + 1 }
    }

    /// The number of ranks.
    var count: Int { (ranks.max() ?? 0) + 1 }

    /// The rank of a sample; the lowest rank has priority.
    func rank(of sample: HealthSample) -> Int {
        if sample.isUserEntered { return Self.userEnteredRank }
        return rank(ofSource: sample.source)
    }

    /// The rank of a source by index.
    func rank(ofSource source: Int) -> Int {
        ranks.indices.contains(source) ? ranks[source] : count
    }

    private struct Key: Hashable, Comparable {
        /// The position in the requested order.
        let place: Int
        let kind: HealthSourceDescription.Kind
        let name: String

        static func < (left: Key, right: Key) -> Bool {
            (left.place, left.kind, left.name) < (right.place, right.kind, right.name)
        }
    }
}
