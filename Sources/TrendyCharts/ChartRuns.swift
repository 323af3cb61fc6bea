/// A value at a position of a chart.
struct ChartValue<Value> {
    let position: Int
    let value: Value
}

extension Array {
    /// The values that follow one another without a gap.
    func runs<Value>() -> [[ChartValue<Value>]] where Element == Value? {
        var runs: [[ChartValue<Value>]] = []
        var isOpen = false
        for (position, element) in enumerated() {
            guard let value = element else {
                isOpen = false
                continue
            }
            if !isOpen { runs.append([]) }
            isOpen = true
            runs[runs.count - 1].append(ChartValue(position: position, value: value))
        }
        return runs
    }
}
