#if !canImport(Security)
import TrendyKit

/// The files of a profile where there is no keychain: the session is in a file that only its owner
/// can read.
enum SystemProfileFiles {
    static func make() -> any ProfileFiles { LocalProfileFiles() }

    static func makeBackupExclusion() -> (any BackupExclusion)? { nil }
}
#endif
