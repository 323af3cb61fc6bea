import TrendyLocalization
import TrendyStore

extension StoreDiagnosis {
    /// The findings about the file and its rows, of `trendy doctor` and `trendy check`.
    var findings: [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        if !damage.isEmpty {
            findings.append(
                Diagnosis.Finding(
                    code: "damaged",
                    finding: Strings.Diagnosis.damaged(damage.count),
                    remedy: Strings.Diagnosis.damagedRemedy()
                )
            )
        }
        let remedy = Strings.Diagnosis.unreadableRowsRemedy()
        for (table, count) in brokenReferences.sorted(by: { $0.key < $1.key }) {
            findings.append(
                Diagnosis.Finding(
                    code: "broken_references",
                    finding: Strings.Diagnosis.brokenReferences(count, ["table": table]),
                    remedy: remedy
                )
            )
        }
        for (table, count) in unreadableRows.sorted(by: { $0.key < $1.key }) {
            findings.append(
                Diagnosis.Finding(
                    code: "unreadable_rows",
                    finding: Strings.Diagnosis.unreadableRows(count, ["table": table]),
                    remedy: remedy
                )
            )
        }
        let quarantined = quarantinedByKind.values.reduce(0, +)
        if quarantined > 0 {
            findings.append(
                Diagnosis.Finding(
                    code: "quarantined",
                    finding: Strings.Diagnosis.quarantined(quarantined),
                    remedy: Strings.Diagnosis.quarantinedRemedy()
                )
            )
        }
        return findings
    }
}
