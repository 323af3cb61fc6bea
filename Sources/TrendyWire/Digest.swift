package import TrendyModel

/// The digest of an id range: the number of live entities, and the XOR of their hashes.
package struct DigestBucket: Codable, Sendable, Hashable {
    /// The number of live entities.
    package var count = 0
    /// The XOR of the entities' hashes, as 16 hexadecimal digits on the wire.
    package var digest: UInt64 = 0

    /// Creates the bucket of an empty range.
    package init() {}

    /// Adds an entity.
    package mutating func add(id: EntityID, version: Int64) {
        count += 1
        digest ^= Self.hash(id: id, version: version)
    }

    /// A 64-bit hash of an id and a version: three rounds of the SplitMix64 finalizer (Steele, Lea
    /// and Flood, 2014).
    package static func hash(id: EntityID, version: Int64) -> UInt64 {
        mix(mix(mix(UInt64(bitPattern: version)) ^ id.high) ^ id.low)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Decodes `{count, digest}`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        guard count >= 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .count,
                in: container,
                debugDescription: "fewer than none"
            )
        }
        let text = try container.decode(String.self, forKey: .digest)
        guard let value = UInt64(text, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                forKey: .digest,
                in: container,
                debugDescription: "not 16 hexadecimal digits"
            )
        }
        digest = value
    }

    /// Encodes `{count, digest}`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(hexDigest, forKey: .digest)
    }

    /// The digest as 16 hexadecimal digits.
    package var hexDigest: String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    enum CodingKeys: String, CodingKey {
        case count, digest
    }
}

/// The answer of `GET /sync/digest`: a bucket for each next hexadecimal digit of the id.
package struct DigestAnswer: Codable, Sendable, Equatable {
    /// The server's epoch.
    package var epoch: String
    /// The cursor of the digest's state.
    package var cursor: String
    /// The common prefix of all ids.
    package var prefix: String
    /// The buckets by prefix; empty buckets are absent.
    package var buckets: [String: DigestBucket]

    /// Creates an answer.
    package init(epoch: String, cursor: String, prefix: String, buckets: [String: DigestBucket]) {
        self.epoch = epoch
        self.cursor = cursor
        self.prefix = prefix
        self.buckets = buckets
    }

    /// The sum of all buckets; the count saturates.
    package var total: DigestBucket {
        buckets.values.reduce(into: DigestBucket()) {
            let (count, isOver) = $0.count.addingReportingOverflow($1.count)
            $0.count = isOver ? .max : count
            $0.digest ^= $1.digest
        }
    }
}
