import Crypto

extension EntityID {
    /// Trendy's namespace for derived ids.
    ///
    /// It must never change, because all derived ids would change.
    static let derivationNamespace = EntityID(
        high: 0x6f1d_3c52_8a4b_5e07,
        low: 0x9b1e_74d2_c05a_33f8
    )

    /// Derives an id: a UUIDv5 (RFC 9562, section 5.5) of the kind and the natural key.
    ///
    /// The account is not a part of it, because every key on the server is (account, id). Two
    /// devices, a reinstall or an import before the first sign-in derive the same id.
    ///
    /// - `kind`: the derived kind, such as `event` or `event_type`.
    /// - `naturalKey`: the identifying key within the kind; compared byte by byte.
    package static func derived(kind: String, naturalKey: String) -> EntityID {
        var hasher = Insecure.SHA1()
        hasher.update(data: derivationNamespace.bytes)
        hasher.update(data: Array(kind.utf8))
        hasher.update(data: [0])
        hasher.update(data: Array(naturalKey.utf8))
        var bytes = Array(hasher.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        guard let id = EntityID(bytes: bytes) else {
            preconditionFailure("A SHA-1 digest has at least 16 bytes")
        }
        return id
    }
}
