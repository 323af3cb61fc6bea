extension DisplayFormatter {
    /// A size in bytes, kB, MB, GB or TB, with one decimal: `1.5 GB`.
    package static func bytes(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return "\(bytes) B" }
        // In tenths, so that rounding up reaches the next unit.
        var tenths = (bytes + 50) / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1000
            unit += 1
        }
        let whole = tenths / 10
        return (tenths % 10 == 0 ? "\(whole)" : "\(whole).\(tenths % 10)") + " \(units[unit])"
    }
}
