import Foundation
import TrendyModel
package import TrendySQLite
import TrendyWire

/// Profile files that keep the session in a ``SessionVault`` instead of `profile.json`.
///
/// The content of `profile.json` is the same for ``Profile``. A session of an earlier version moves
/// from the file to the vault at the first read.
package struct VaultedProfileFiles: ProfileFiles {
    private let base: any ProfileFiles
    private let vault: any SessionVault

    /// Creates the files of a profile over the files of a disk and a vault.
    package init(_ base: any ProfileFiles, vault: any SessionVault) {
        self.base = base
        self.vault = vault
    }

    package var databases: any DatabaseFiles { base.databases }

    package func prepare(_ directory: String) throws { try base.prepare(directory) }

    package func moveAside(_ path: String) throws { try base.moveAside(path) }

    package func names(in directory: String) -> [String] { base.names(in: directory) }

    /// Reads the file, and adds the session of its account.
    package func read(_ path: String) throws -> [UInt8]? {
        guard let bytes = try base.read(path) else { return nil }
        // A damaged file, or one of a later version, has no session that this version could use.
        guard var file = Self.file(bytes), let account = file.account?.id else { return bytes }
        if file.session != nil {
            try replace(path, with: bytes)
        } else {
            file.session = try vault.read(account: account).flatMap {
                // A damaged session signs the person out, and the data stays.
                try? UntrustedJSON.decode(Session.self, from: $0)
            }
        }
        return try file.encoded()
    }

    /// Replaces the file; its session goes to the vault.
    ///
    /// Each step alone leaves a valid profile: a new session is stored before the file names its
    /// account, and an ended one is removed before the file is written.
    package func replace(_ path: String, with bytes: [UInt8]) throws {
        guard var file = Self.file(bytes) else { return try base.replace(path, with: bytes) }
        let session = file.session
        file.session = nil
        guard let session, let account = file.account?.id else {
            try vault.removeAll(except: nil)
            return try base.replace(path, with: file.encoded())
        }
        try vault.write(Array(try JSONEncoder().encode(session)), account: account)
        try base.replace(path, with: file.encoded())
        // Another account's session has no use any more; the next sign-in tries again.
        try? vault.removeAll(except: account)
    }

    private static func file(_ bytes: [UInt8]) -> ProfileFile? {
        // The caller reads a damaged file itself.
        guard let file = try? UntrustedJSON.decode(ProfileFile.self, from: bytes),
            file.format.map({ $0 <= ProfileFile.currentFormat }) ?? true
        else { return nil }
        return file
    }
}
