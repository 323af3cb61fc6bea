import Testing

@testable import TrendyServer

@Suite("A cache of two generations")
struct GenerationalCacheTests {
    @Test("Writing known keys again drops no other key")
    func rewriting() {
        var cache = GenerationalCache<String, Int>(capacity: 2)
        cache["a"] = 1
        cache["b"] = 2

        for value in 3..<9 { cache["b"] = value }
        let count = cache.count
        let values = ["a", "b"].map { cache[$0] }

        #expect(count == 2)
        #expect(values == [1, 8])
    }

    @Test("Keys that were used stay, keys that were not used are dropped")
    func dropping() {
        var cache = GenerationalCache<String, Int>(capacity: 2)
        for (value, key) in ["a", "b", "c"].enumerated() { cache[key] = value }

        let used = cache["a"]
        cache["d"] = 3
        let count = cache.count
        let values = ["a", "b", "c", "d"].map { cache[$0] }

        #expect(used == 0)
        #expect(count == 3)
        #expect(values == [0, nil, 2, 3])
    }

    @Test("The cache has at most two generations of keys, and a removed key is gone from both")
    func bounds() {
        var cache = GenerationalCache<Int, Int>(capacity: 3)
        for key in 0..<100 { cache[key] = key }

        let full = cache.count
        cache[99] = nil
        cache[98] = nil
        let rest = cache.count
        let values = [96, 97, 98, 99].map { cache[$0] }

        #expect(full == 4)
        #expect(rest == 2)
        #expect(values == [96, 97, nil, nil])
    }
}
