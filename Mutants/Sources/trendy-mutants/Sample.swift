import MutantSchemata

/// Chooses mutants: of each module the first of an order that depends on seed and keys alone, so
/// that a change elsewhere changes no sample.
///
/// Mutants that do not compile are not replaced by others.
struct Sample {
    var seed: UInt64
    /// The number in each module; 0 for all.
    var limit: Int
    /// Files as `Module/path`; empty for all.
    var files: Set<String>

    /// The numbers of the chosen mutants, the modules in turn.
    func of(_ schemata: Schemata) -> [Int] {
        let candidates = schemata.mutants.indices.filter {
            let mutant = schemata.mutants[$0]
            return files.isEmpty || files.contains("\(mutant.module)/\(mutant.file)")
        }
        var byModule = Dictionary(grouping: candidates) { schemata.mutants[$0].module }
            .mapValues { numbers in
                let ordered = numbers.map { (place(schemata.mutants[$0].key), $0) }.sorted {
                    $0 < $1
                }
                return ordered.prefix(limit == 0 ? ordered.count : limit).map(\.1)[...]
            }
        var chosen: [Int] = []
        while byModule.values.contains(where: { !$0.isEmpty }) {
            for module in byModule.keys.sorted() {
                if let next = byModule[module]?.popFirst() { chosen.append(next) }
            }
        }
        return chosen.filter(schemata.live.contains)
    }

    private func place(_ key: String) -> UInt64 {
        var hash = FNV1a()
        hash.add("\(seed) \(key)".utf8)
        // FNV's last bytes spread badly; the finalizer of SplitMix64 mixes them.
        var value = hash.value
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
