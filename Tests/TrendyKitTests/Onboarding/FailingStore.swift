import Synchronization
import TrendyKit

/// A key-value store on a disk that may be full.
final class FailingStore: KeyValueStore {
    let base: FileKeyValueStore
    let isFull = Atomic(false)

    init(base: FileKeyValueStore) {
        self.base = base
    }

    func text(for key: String) throws -> String? { try base.text(for: key) }
    func keys() throws -> [String] { try base.keys() }

    func set(_ text: String?, for key: String) throws {
        try check()
        try base.set(text, for: key)
    }

    func move(_ key: String, to newKey: String) throws {
        try check()
        try base.move(key, to: newKey)
    }

    private func check() throws {
        if isFull.load(ordering: .relaxed) { throw KeyValueError(message: "The disk is full.") }
    }
}
