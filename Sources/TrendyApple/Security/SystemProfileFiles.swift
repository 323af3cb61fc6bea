#if canImport(Security)
import TrendyKit

/// The files of a profile on Apple platforms: the session is in the keychain.
enum SystemProfileFiles {
    static func make() -> any ProfileFiles {
        VaultedProfileFiles(LocalProfileFiles(), vault: KeychainVault())
    }

    static func makeBackupExclusion() -> (any BackupExclusion)? { FileBackupExclusion() }
}
#endif
