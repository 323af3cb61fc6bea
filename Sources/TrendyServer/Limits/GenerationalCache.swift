/// A dictionary of bounded size that drops the least recently used keys, a generation at a time.
///
/// Keys live in two generations. When the younger one is full it replaces the older one, and every
/// key that was not used since is dropped. Reads and writes are O(1).
struct GenerationalCache<Key: Hashable, Value> {
    private let capacity: Int
    private var younger: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// An empty cache.
    ///
    /// - `capacity`: keys in one generation; the cache holds at most twice as many.
    init(capacity: Int) {
        precondition(capacity > 0, "A cache holds at least one key a generation")
        self.capacity = capacity
    }

    /// How many keys it holds at most.
    var count: Int { younger.count + older.count }

    /// The value of a key; reading a key of the older generation moves it to the younger one.
    subscript(key: Key) -> Value? {
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
