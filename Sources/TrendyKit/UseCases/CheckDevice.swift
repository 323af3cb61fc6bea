import Foundation
import TrendyLocalization
package import TrendyModel
import TrendySQLite
import TrendyStore

/// Checks a device's directory, a database or a backup for damage, unreadable rows, permissions and
/// free space, without changing anything.
///
/// Another process may use the directory meanwhile. Everything is read once. A backup is unpacked
/// into a private temporary directory.
package struct CheckDevice: Sendable {
    /// The free space below which recording is at risk.
    private static let minimumFreeBytes: UInt64 = 64 << 20

    private let dependencies: Dependencies

    /// Creates a use case.
    package init(dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Checks a path.
    ///
    /// - Throws: ``BackupError`` with code `missing` or `unsuitablePath`; damage is a finding.
    package func callAsFunction(_ path: String) throws -> DeviceCheck {
        var check: DeviceCheck
        // A symbolic link is followed, because nothing is written.
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        switch LocalFiles.type(of: resolved) {
        case .missing: throw BackupError(.missing, Strings.Backup.missing, path)
        case .special, .symbolicLink:
            throw BackupError(.unsuitablePath, Strings.Backup.notAFile, path)
        case .directory: check = try directory(resolved)
        case .file:
            if BackupReader.isBackup(resolved) {
                check = try backup(resolved)
            } else {
                check = DeviceCheck(path: path, kind: .database)
                add(resolved, isDevice: true, to: &check)
                check.findings += permissions(of: resolved)
            }
        }
        check.path = path
        check.freeBytes = LocalFiles().condition(of: resolved)?.freeBytes
        if let free = check.freeBytes, free < Self.minimumFreeBytes {
            check.findings.append(
                Diagnosis.Finding(
                    code: "low_space",
                    finding: Strings.Diagnosis.lowSpace(
                        ["free": String(free >> 20), "path": path]
                    ),
                    remedy: Strings.Diagnosis.lowSpaceRemedy()
                )
            )
        }
        return check
    }

    private func directory(_ path: String) throws -> DeviceCheck {
        let contents = ProfileContents(directory: path)
        guard contents.databases.contains(where: \.isDevice) else {
            throw BackupError(.missing, Strings.Backup.nothing, path)
        }
        var check = DeviceCheck(path: path, kind: .profile)
        for database in contents.databases {
            add("\(path)/\(database.name)", isDevice: database.isDevice, to: &check)
        }
        addProfile(contents, to: &check)
        for name in contents.names where LocalFiles.type(of: "\(path)/\(name)") == .file {
            check.findings += Self.excessMode(of: "\(path)/\(name)")
        }
        check.findings += Self.directoryFindings(path + "/" + ProfileContents.profileName)
        return check
    }

    private func addProfile(_ contents: ProfileContents, to check: inout DeviceCheck) {
        let path = "\(contents.directory)/\(ProfileContents.profileName)"
        guard let bytes = LocalFiles.bytes(of: path) else { return }
        check.files.append(
            DeviceCheck.File(name: ProfileContents.profileName, bytes: bytes)
        )
        do {
            guard try contents.profile() == nil else { return }
            check.findings.append(
                Diagnosis.Finding(
                    code: "profile_damaged",
                    finding: Strings.Profile.wasDamaged(),
                    remedy: Strings.Diagnosis.signInAgain()
                )
            )
        } catch {
            check.findings.append(Self.notChecked(String(describing: error)))
        }
    }

    private func backup(_ path: String) throws(BackupError) -> DeviceCheck {
        var check = DeviceCheck(path: path, kind: .backup)
        check.findings = permissions(of: path)
        do throws(SQLiteFileError) {
            let reader = try BackupReader(path: path)
            check.createdAt = reader.createdAt.rfc3339
            try reader.verify()
            let suffix = String(dependencies.random.next(), radix: 16)
            let temporary = try PrivateDirectory(
                FileManager.default.temporaryDirectory.path + "/trendy-check-\(suffix)"
            )
            try reader.extract(into: temporary.path)
            let contents = ProfileContents(directory: temporary.path)
            for database in contents.databases {
                add(
                    "\(temporary.path)/\(database.name)",
                    isDevice: database.isDevice,
                    to: &check
                )
            }
            addProfile(contents, to: &check)
        } catch {
            guard error.code == .notADatabase else {
                throw BackupError(error, .backup)
            }
            check.findings.append(
                Diagnosis.Finding(
                    code: "damaged",
                    finding: Strings.Backup.damaged(["path": path]),
                    remedy: Strings.Diagnosis.notCheckedRemedy()
                )
            )
        }
        return check
    }

    /// Adds a database and its findings.
    private func add(_ path: String, isDevice: Bool, to check: inout DeviceCheck) {
        let name = String(path.split(separator: "/").last ?? "")
        var file = DeviceCheck.File(name: name, bytes: LocalFiles.bytes(of: path) ?? 0)
        do {
            if isDevice {
                let (inside, status) = try DeviceStore.diagnose(
                    path: path,
                    dependencies: dependencies
                )
                file.schemaVersion = inside.schemaVersion
                file.isIntact = inside.damage.isEmpty && inside.brokenReferences.isEmpty
                if let status {
                    file.unsent = status.pending + status.failed + status.stale
                    file.entities = Dictionary(
                        inside.entities.map { ($0.key.name, $0.value) },
                        uniquingKeysWith: { first, _ in first }
                    )
                }
                check.findings += inside.findings
            } else {
                let structure = try DatabaseStructure(fileInUse: path, .full)
                file.isIntact = structure.isIntact
                check.findings += StoreDiagnosis(structure).findings
            }
        } catch let error as SQLiteFileError where error.code == .notADatabase {
            file.isIntact = false
            check.findings += StoreDiagnosis(DatabaseStructure(error: error)).findings
        } catch {
            let problem = (error as? SQLiteFileError).map { BackupError($0, .database).message }
            check.findings.append(Self.notChecked(problem ?? String(describing: error)))
        }
        check.files.append(file)
    }

    private static func notChecked(_ problem: String) -> Diagnosis.Finding {
        Diagnosis.Finding(
            code: "not_checked",
            finding: Strings.Diagnosis.notChecked(["problem": problem]),
            remedy: Strings.Diagnosis.notCheckedRemedy()
        )
    }

    /// The findings about a file or directory and the directory in which it is.
    private func permissions(of path: String) -> [Diagnosis.Finding] {
        Self.excessMode(of: path) + Self.directoryFindings(path)
    }

    /// The finding about the directory of a file in which all users can replace it.
    private static func directoryFindings(_ file: String) -> [Diagnosis.Finding] {
        guard let warning = LocalFiles.directoryWarning(of: file) else { return [] }
        return [
            Diagnosis.Finding(
                code: "permissions",
                finding: Strings.Diagnosis.directoryWritable(["path": warning.path]),
                remedy: Strings.Diagnosis.directoryWritableRemedy()
            )
        ]
    }

    private static func excessMode(of path: String) -> [Diagnosis.Finding] {
        guard let mode = LocalFiles.excessMode(of: path) else { return [] }
        return [
            Diagnosis.Finding(
                code: "permissions",
                finding: Strings.Diagnosis.permissions(
                    ["path": path, "mode": LocalFiles.text(mode)]
                ),
                remedy: Strings.Diagnosis.permissionsRemedy()
            )
        ]
    }
}
