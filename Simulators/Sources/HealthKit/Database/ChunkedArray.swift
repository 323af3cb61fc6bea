/// Values in order of unique keys, in chunks of bounded size.
///
/// Appending costs O(1). Inserting elsewhere and removing cost O(log n) plus a move within one
/// chunk.
struct ChunkedArray<Key: Comparable, Value> {
    private struct Chunk {
        var keys: [Key] = []
        var values: [Value] = []
    }

    /// The largest number of elements of a chunk.
    private static var capacity: Int { 512 }

    private var chunks: [Chunk] = []
    private(set) var count = 0

    /// The largest key.
    var lastKey: Key? { chunks.last?.keys.last }

    /// Inserts a value at the position of its key.
    mutating func insert(_ value: Value, for key: Key) {
        count += 1
        var place = lowerBound(key)
        if place.chunk == chunks.count {
            if let last = chunks.last, last.keys.count < Self.capacity {
                place = (chunks.count - 1, last.keys.count)
            } else {
                chunks.append(Chunk())
                place = (chunks.count - 1, 0)
            }
        }
        chunks[place.chunk].keys.insert(key, at: place.index)
        chunks[place.chunk].values.insert(value, at: place.index)
        if chunks[place.chunk].keys.count > Self.capacity { split(place.chunk) }
    }

    /// The value for a key.
    func value(for key: Key) -> Value? {
        let place = lowerBound(key)
        guard place.chunk < chunks.count, chunks[place.chunk].keys[place.index] == key else {
            return nil
        }
        return chunks[place.chunk].values[place.index]
    }

    /// Removes and returns the value for a key.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        let place = lowerBound(key)
        guard place.chunk < chunks.count, chunks[place.chunk].keys[place.index] == key else {
            return nil
        }
        count -= 1
        chunks[place.chunk].keys.remove(at: place.index)
        let value = chunks[place.chunk].values.remove(at: place.index)
        if chunks[place.chunk].keys.isEmpty { chunks.remove(at: place.chunk) }
        return value
    }

    /// Iterates over the values from a key on, until `body` returns false.
    func forEach(from key: Key?, _ body: (Key, Value) -> Bool) {
        var (chunk, index) = key.map(lowerBound) ?? (0, 0)
        while chunk < chunks.count {
            let piece = chunks[chunk]
            while index < piece.keys.count {
                guard body(piece.keys[index], piece.values[index]) else { return }
                index += 1
            }
            chunk += 1
            index = 0
        }
    }

    private mutating func split(_ index: Int) {
        let half = Self.capacity / 2
        let upper = Chunk(
            keys: Array(chunks[index].keys[half...]),
            values: Array(chunks[index].values[half...])
        )
        chunks[index].keys.removeSubrange(half...)
        chunks[index].values.removeSubrange(half...)
        chunks.insert(upper, at: index + 1)
    }

    /// The position of the first key that is not less than `key`.
    private func lowerBound(_ key: Key) -> (chunk: Int, index: Int) {
        var low = 0
        var high = chunks.count
        while low < high {
            let middle = (low + high) / 2
            if let last = chunks[middle].keys.last, last < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < chunks.count else { return (low, 0) }
        let chunk = low
        low = 0
        high = chunks[chunk].keys.count
        while low < high {
            let middle = (low + high) / 2
            if chunks[chunk].keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return (chunk, low)
    }
}
