/// The numbers of equal samples or elements of one import.
enum Ordinals {
    /// The maximum number of equal ones; further ones are not kept.
    static let maximum: Int64 = 65_535

    /// Finds the first number that the current import has not used, in a logarithmic number of
    /// steps; `nil` when all are used.
    ///
    /// The used numbers have no gaps: each search takes the first unused one.
    static func firstFree(_ isUsed: (Int64) throws -> Bool) rethrows -> Int64? {
        var used: Int64 = 0
        var free: Int64 = 1
        while try isUsed(free) {
            used = free
            guard free < maximum else { return nil }
            free = min(free * 2, maximum)
        }
        while free - used > 1 {
            let middle = (used + free) / 2
            if try isUsed(middle) { used = middle } else { free = middle }
        }
        return free
    }
}
