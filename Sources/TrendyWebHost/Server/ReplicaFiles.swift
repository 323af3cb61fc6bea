import Foundation
import Logging
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyStore

/// The files of replicas, in a directory beside the server's database that only its owner reads.
struct ReplicaFiles: Sendable {
    let directory: String
    private let logger: Logger

    /// The suffix of the name of a damaged database.
    private static let damaged = ".damaged"
    /// The maximum number of damaged databases that are kept of an account.
    private static let maximumDamaged = 5

    /// Creates the directory.
    init(beside database: String, logger: Logger) throws {
        directory = database + ".pages"
        self.logger = logger
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        // The directory may have existed with other permissions.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700],
            ofItemAtPath: directory
        )
        LocalFiles.copyOwner(of: database, to: directory)
    }

    func path(of account: EntityID) -> String { "\(directory)/\(account).sqlite" }

    /// Opens the replica of an account; a damaged file is set aside for a new one.
    func open(_ account: EntityID, _ parts: ServerParts) async throws -> AccountReplica {
        let path = path(of: account)
        do {
            return try AccountReplica(account: account, path: path, parts: parts)
        } catch let error as StoreError where Self.isUseless(error) {
            logger.warning("A replica of the pages cannot be read: made again")
            setAside(account)
            return try AccountReplica(account: account, path: path, parts: parts)
        }
    }

    /// Whether a database cannot be used any more, unlike one on a full disk.
    private static func isUseless(_ error: StoreError) -> Bool {
        guard case .databaseNotOpened(let failure, _, _) = error.reason else { return false }
        switch failure {
        case .damaged, .newerSchema, .foreign: return true
        default: return false
        }
    }

    /// Renames a damaged database, which may contain changes that were not sent; an earlier one that
    /// may contain some is kept under its name, and this one gets a number.
    func setAside(_ account: EntityID) {
        let path = path(of: account)
        let damaged = path + Self.damaged
        let target =
            (1...Self.maximumDamaged).lazy.map { $0 == 1 ? damaged : "\(damaged)-\($0)" }
            .first { !LocalFiles().exists($0) || UnsentChanges(path: $0) == .count(0) }
            ?? damaged
        if case .count(let unsent) = UnsentChanges(path: path), unsent > 0 {
            logger.warning(
                "The damaged replica contains changes that were not sent",
                metadata: [
                    "file": .string(target), "changes": .stringConvertible(unsent),
                ]
            )
        }
        for suffix in ["", "-wal"] { move(path + suffix, to: target + suffix) }
        removeFile(path + "-shm")
    }

    /// Deletes all files of an account.
    func remove(_ account: EntityID) {
        let prefix = "\(account).sqlite"
        for name in names where name.hasPrefix(prefix) { removeFile("\(directory)/\(name)") }
    }

    /// The accounts with files.
    var accounts: Set<EntityID> {
        Set(names.compactMap { EntityID(String($0.prefix { $0 != "." })) })
    }

    /// Whether everything in the file of an account was sent.
    func isSent(_ account: EntityID) -> Bool {
        UnsentChanges(path: path(of: account)) == .count(0)
    }

    /// Whether the file of an account was not used for a time, and everything in it was sent.
    func isUnused(_ account: EntityID, for age: Duration, at now: Instant) -> Bool {
        let path = path(of: account)
        guard
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let date = attributes[.modificationDate] as? Date, now - Instant(date) >= age
        else { return false }
        return isSent(account)
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    }

    private func move(_ path: String, to other: String) {
        guard LocalFiles().exists(path) else { return removeFile(other) }
        do {
            try LocalFiles().move(path, to: other)
        } catch {
            logger.error("A damaged replica of the pages could not be renamed")
            removeFile(path)
        }
    }

    private func removeFile(_ path: String) {
        do {
            try LocalFiles().remove(path)
        } catch {
            logger.error("A file of the pages could not be deleted")
        }
    }
}
