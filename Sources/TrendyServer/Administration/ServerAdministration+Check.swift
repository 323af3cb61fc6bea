import GRDB
import TrendySQLite

extension ServerAdministration {
    /// Checks the database: structure, references, orphans, counts, versions, content, permissions.
    ///
    /// It reads everything once in one transaction and changes nothing. A server may run.
    ///
    /// - Returns: the findings, and the digest of each account.
    /// - Throws: ``ServerError`` when the path has no server database.
    package func check() throws -> CheckReport {
        var report = CheckReport(findings: permissionFindings())
        do {
            try read { db in
                report.findings += try DatabaseCheck.structure(db)
                do {
                    report.findings += try DatabaseCheck.orphans(db)
                    let (accounts, findings) = try DatabaseCheck.accounts(db)
                    report.accounts = accounts
                    report.findings += findings
                } catch {
                    let finding = try DatabaseCheck.damage(error)
                    if !report.findings.contains(where: { $0.code == finding.code }) {
                        report.findings.append(finding)
                    }
                }
            }
        } catch let error as ServerError where error.code == .damagedDatabase {
            report.findings.append(
                CheckReport.Finding(
                    code: "damaged",
                    finding: error.message,
                    remedy: "Install a backup with 'trendy server restore FILE'."
                )
            )
        }
        return report
    }

    private func permissionFindings() -> [CheckReport.Finding] {
        var findings: [CheckReport.Finding] = []
        for file in [path] + LocalFiles.companions.map({ path + $0 }) {
            guard let mode = LocalFiles.excessMode(of: file) else { continue }
            findings.append(
                CheckReport.Finding(
                    code: "permissions",
                    finding: "\(file) has mode \(LocalFiles.text(mode)): other users of this "
                        + "machine can use it.",
                    remedy: "Run 'chmod 600' on it. If you do not trust every user of this "
                        + "machine, run 'trendy server rotate-keys'."
                )
            )
        }
        if let warning = LocalFiles.directoryWarning(of: path) {
            findings.append(
                CheckReport.Finding(
                    code: "permissions",
                    finding: warning.message,
                    remedy: "Run 'chmod o-w' on the directory."
                )
            )
        }
        return findings
    }
}
