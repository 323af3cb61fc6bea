/// A bounded dictionary that drops the least recently used keys, one generation at a time.
///
/// There are two generations. A full younger generation replaces the older one, and the keys that
/// were not used since are dropped. Reads and writes are O(1).
package struct GenerationalCache<Key: Hashable, Value> {
    private let capacity: Int
    private var younger: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// Creates an empty cache.
    ///
    /// - `capacity`: the keys of one generation; the cache contains at most twice as many.
    package init(capacity: Int) {
        precondition(capacity > 0, "A cache needs a capacity of at least one key")
        self.capacity = capacity
    }

    /// The number of keys.
    var count: Int { younger.count + older.count }

    /// The value of a key; reading a key of the older generation moves it to the younger one.
    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = younger[key] { return value }
            guard let value = older.removeValue(forKey: key) else { return nil }
            insert(value, for: key)
            return value
        }
        set {
            older[key] = nil
            guard let newValue else {
                younger[key] = nil
                return
            }
            insert(newValue, for: key)
        }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        if younger[key] == nil, younger.count >= capacity {
            older = younger
            younger = [:]
        }
        younger[key] = value
    }
}

extension GenerationalCache: Sendable where Key: Sendable, Value: Sendable {}
