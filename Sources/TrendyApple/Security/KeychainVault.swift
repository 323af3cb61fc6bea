#if canImport(Security)
import Foundation
import Security
import TrendyKit

/// Keeps sessions in the keychain of this device.
///
/// An item is readable after the first unlock, because syncs run in the background, and neither
/// leaves the device nor is part of a backup.
struct KeychainVault: SessionVault {
    /// An error of the keychain.
    struct Failure: Error {
        /// The code, for logs.
        let status: OSStatus
    }

    private let service: String

    /// Creates a vault for the items of a service.
    init(service: String = "trendy.session") {
        self.service = service
    }

    func read(account: String) throws -> [UInt8]? {
        var query = query(account)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = item as? Data else {
            throw Failure(status: status)
        }
        return Array(data)
    }

    func write(_ bytes: [UInt8], account: String) throws {
        let attributes: [CFString: Any] = [
            kSecValueData: Data(bytes),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query(account) as CFDictionary, attributes as CFDictionary)
        if status == errSecItemNotFound {
            let item = query(account).merging(attributes) { $1 }
            status = SecItemAdd(item as CFDictionary, nil)
        }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }

    func removeAll(except account: String?) throws {
        for other in try accounts() where other != account {
            let status = SecItemDelete(query(other) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else {
                throw Failure(status: status)
            }
        }
    }

    private func accounts() throws -> [String] {
        var query = query(nil)
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var items: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &items)
        if status == errSecItemNotFound { return [] }
        guard status == errSecSuccess, let items = items as? [[CFString: Any]] else {
            throw Failure(status: status)
        }
        return items.compactMap { $0[kSecAttrAccount] as? String }
    }

    private func query(_ account: String?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            // On macOS, the items are in the same kind of keychain as on iOS.
            kSecUseDataProtectionKeychain: true,
        ]
        if let account { query[kSecAttrAccount] = account }
        return query
    }
}
#endif
