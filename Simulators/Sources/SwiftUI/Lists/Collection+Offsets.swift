public import Foundation

extension RangeReplaceableCollection where Self: MutableCollection {
    /// Removes all the elements at the specified offsets from the collection.
    public mutating func remove(atOffsets offsets: IndexSet) {
        for offset in offsets.reversed() {
            remove(at: index(startIndex, offsetBy: offset))
        }
    }
}

extension MutableCollection {
    /// Moves all the elements at the specified offsets to the specified destination offset,
    /// preserving ordering.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let elements = Array(self)
        let rest = elements.indices.filter { !source.contains($0) }
        let order =
            rest.filter { $0 < destination } + source + rest.filter { $0 >= destination }
        for (position, offset) in zip(indices, order) { self[position] = elements[offset] }
    }
}
