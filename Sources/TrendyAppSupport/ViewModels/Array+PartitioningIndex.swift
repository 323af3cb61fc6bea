extension Array {
    /// The index of the first element that satisfies a predicate which all later elements satisfy
    /// as well; `endIndex` when none does.
    ///
    /// A binary search.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
