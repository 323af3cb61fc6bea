import Crypto
import TrendyModel
package import TrendyWire

/// Hashes that distinguish a repeated request from a different request with the same key.
package enum RequestHash {
    /// The hash of a mutation's content.
    package static func of(_ mutation: PushMutation) -> [UInt8] {
        var hash = SHA256()
        var numbers = (
            UInt64(mutation.kind.rawValue), mutation.entityID.high, mutation.entityID.low,
            mutation.baseVersion ?? -1, mutation.editedAt.milliseconds
        )
        withUnsafeBytes(of: &numbers) { hash.update(bufferPointer: $0) }
        mutation.operation.rawValue.utf8.withContiguousStorageIfAvailable {
            hash.update(bufferPointer: UnsafeRawBufferPointer($0))
        }
        mutation.fields.utf8.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return Array(hash.finalize().prefix(16))
    }

    /// The hash of a request for a resource.
    static func of(method: String, path: String, body: some Sequence<UInt8>) -> [UInt8] {
        Array(SHA256.hash(data: Array("\(method) \(path)\n".utf8) + Array(body)).prefix(16))
    }
}

/// Converts the `Idempotency-Key` of a request into a mutation id.
enum IdempotencyKey {
    /// A UUID of version 7 stays unchanged.
    ///
    /// Other text is hashed to an id that sorts before all of version 7, where the store searches
    /// for expired records.
    static func id(_ text: String) -> EntityID {
        if let id = EntityID(text), id.uuidVersion == 7 { return id }
        let hash = Array(SHA256.hash(data: Array(text.utf8)))
        return hash.withUnsafeBytes { bytes in
            EntityID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) >> 48,
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
