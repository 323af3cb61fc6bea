import Foundation
import Synchronization

/// The disk space that the uploads of all accounts share.
final class ImportSpace: Sendable {
    /// Why a file cannot be stored.
    enum Refusal: Error, Equatable {
        /// The account's files are too large together.
        case account
        /// The files of all accounts are too large together, or the disk is full.
        case disk
    }

    private let directory: String
    private let limits: ImportLimits
    /// The bytes that are still expected, by upload.
    private let expected = Mutex<[String: Int64]>([:])
    private let freeBytes: @Sendable (String) -> Int64?

    /// Creates the space of a directory with one folder for each account.
    init(
        directory: String,
        limits: ImportLimits,
        freeBytes: @escaping @Sendable (String) -> Int64? = SpoolFile.freeBytes
    ) {
        self.directory = directory
        self.limits = limits
        self.freeBytes = freeBytes
    }

    /// Reserves space for bytes that will arrive.
    ///
    /// - `used`: the bytes of the account's files, with those that are expected.
    func reserve(_ bytes: Int64, for id: String, used: Int64) throws(Refusal) {
        guard used + bytes <= limits.accountBytes else { throw .account }
        let stored = storedBytes()
        let free = freeBytes(directory)
        let fits = expected.withLock { expected in
            let others = expected.filter { $0.key != id }.values.reduce(0, +)
            guard stored + others + bytes <= limits.totalBytes,
                free.map({ $0 - others - bytes >= limits.freeBytes }) ?? true
            else { return false }
            expected[id] = bytes
            return true
        }
        guard fits else { throw .disk }
    }

    /// Counts bytes that arrived.
    func received(_ bytes: Int64, for id: String) {
        expected.withLock { expected in
            if let rest = expected[id] { expected[id] = max(0, rest - bytes) }
        }
    }

    /// Ends a reservation.
    func release(_ id: String) {
        expected.withLock { $0[id] = nil }
    }

    /// The size of the files of all accounts.
    private func storedBytes() -> Int64 {
        let files = FileManager.default
        // A folder that cannot be listed has no files that this process wrote.
        let accounts = (try? files.contentsOfDirectory(atPath: directory)) ?? []
        return accounts.reduce(0) { sum, account in
            let folder = directory + "/" + account
            let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return sum + names.reduce(0) { $0 + (SpoolFile.size(of: folder + "/" + $1) ?? 0) }
        }
    }
}
