import TrendyHealth
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The texts of a diagnosis.
struct DiagnosisReport {
    let findings: [DiagnosisViewModel.Finding]
    let sections: [DiagnosisViewModel.Section]
    let summary: String
    let text: String

    init(_ diagnosis: Diagnosis, _ formats: DisplayFormatter, now: Instant) {
        findings = diagnosis.findings.enumerated().map { index, finding in
            .init(id: index, text: finding.finding, remedy: Self.remedy(for: finding))
        }
        summary =
            findings.isEmpty
            ? Strings.Report.nothingFound() : Strings.Report.found(findings.count)
        sections = Self.sections(of: diagnosis, formats)
        var lines = [
            Strings.Report.title(["time": formats.dayAndTime(now)]), Strings.Report.privacy(), "",
            summary,
        ]
        for finding in findings { lines.append("- \(finding.text) \(finding.remedy)") }
        for section in sections {
            lines += ["", section.title]
            lines += section.lines.map { "\($0.label): \($0.value)" }
        }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// A remedy within the app; those of the diagnosis itself name commands of a terminal.
    private static func remedy(for finding: Diagnosis.Finding) -> String {
        switch finding.code {
        case "failed": Strings.Report.failedRemedy()
        case "conflicts": Strings.Report.conflictsRemedy()
        case "not_synced": Strings.Report.notSyncedRemedy()
        case "unconfirmed_visits": Strings.Report.visitsRemedy()
        case "place_types": Strings.Report.placesRemedy()
        case "signed_out", "quarantined", "clock", "low_space", "health": finding.remedy
        default: Strings.Report.shareRemedy()
        }
    }

    private static func sections(
        of diagnosis: Diagnosis,
        _ formats: DisplayFormatter
    ) -> [DiagnosisViewModel.Section] {
        func count(_ id: String, _ label: LocalizedText, _ value: Int) -> DiagnosisViewModel.Line {
            Self.count(id, label, value, formats)
        }
        let megabytes = formats.number(Double(diagnosis.databaseBytes) / 1_000_000, places: 1)
        let size = Strings.Report.megabytes(["value": megabytes])
        var sync = [
            count("pending", Strings.Report.pending, diagnosis.pending),
            count("failed", Strings.Report.failed, diagnosis.undecided.values.reduce(0, +)),
            count("conflicts", Strings.Report.conflicts, diagnosis.conflicts),
            age("last_sync", Strings.Report.lastSync, diagnosis.lastSuccessSecondsAgo),
        ]
        if let agrees = diagnosis.digestsAgree {
            let text = agrees ? Strings.Values.yes() : Strings.Values.no()
            sync.append(.init(id: "agreement", label: Strings.Report.agreement(), value: text))
        }
        let places = diagnosis.places
        let failing = diagnosis.health.count { $0.failure != nil }
        return [
            .init(
                id: "data",
                title: Strings.Report.data(),
                lines: [
                    count("entries", Strings.Report.entries, diagnosis.entities["event"] ?? 0),
                    count("types", Strings.Report.types, diagnosis.entities["event_type"] ?? 0),
                    .init(id: "size", label: Strings.Report.size(), value: size),
                ]
            ),
            .init(id: "sync", title: Strings.Report.sync(), lines: sync),
            .init(
                id: "places",
                title: Strings.Report.places(),
                lines: [
                    count("monitored", Strings.Report.monitored, places.active),
                    count("open_visits", Strings.Report.openVisits, places.openVisits),
                    age("last_signal", Strings.Report.lastSignal, places.lastSignalSecondsAgo),
                ]
            ),
            .init(
                id: "health",
                title: Strings.Report.health(),
                lines: [
                    count("captured", Strings.Report.captured, diagnosis.health.count),
                    count("failing", Strings.Report.failing, failing),
                ]
            ),
        ]
    }

    private static func count(
        _ id: String,
        _ label: LocalizedText,
        _ value: Int,
        _ formats: DisplayFormatter
    ) -> DiagnosisViewModel.Line {
        .init(id: id, label: label(), value: formats.number(Double(value)))
    }

    private static func age(
        _ id: String,
        _ label: LocalizedText,
        _ seconds: Int64?
    ) -> DiagnosisViewModel.Line {
        let text = seconds.map {
            Strings.Time.ago(["span": DisplayFormatter.duration(.seconds($0))])
        }
        return .init(id: id, label: label(), value: text ?? Strings.Report.never())
    }
}
