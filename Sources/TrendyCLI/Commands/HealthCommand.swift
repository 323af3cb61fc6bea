import ArgumentParser
import Foundation
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Show the state of health capture, and change its settings.",
        discussion: """
            Examples:
              trendy health                          each metric with data, and its newest sample
              trendy health --all                    all metrics, by group
              trendy health set water --off          stop capturing water
              trendy health set nutrition --off      stop capturing a whole group
              trendy health set steps --type Walks   use your own type
              trendy health log water 250            record what you drank

            Here health data comes from exports: 'trendy import' adds newer data and takes all \
            metrics that are not switched off. Captured events stay when a metric is switched off.
            """,
        subcommands: [Show.self, Set.self, Log.self],
        defaultSubcommand: Show.self
    )

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show each metric: its newest sample, its last change and its state.",
            discussion: """
                Example:
                  trendy health show --json
                """
        )

        @Flag(help: "Show the metrics without data as well, by group.")
        var all = false

        @OptionGroup var device: DeviceOptions

        private struct Output: Encodable {
            struct Finding: Encodable {
                let finding: String
                let remedy: String
            }

            let categories: [HealthReport.Line]
            let findings: [Finding]
        }

        func run() async throws {
            let report = try await Device.with(device.directory) { opened in
                try await HealthReport(
                    of: opened.engine.store,
                    at: Dependencies.live().wallClock.now(),
                    delivery: .imports
                )
            }
            if device.output.json {
                return try printJSON(
                    Output(
                        categories: report.lines,
                        findings: report.findings.map {
                            .init(finding: $0.finding, remedy: $0.remedy)
                        }
                    )
                )
            }
            let text = Self.text(
                all ? HealthCommand.grouped(report.lines) : HealthCommand.used(report.lines),
                report.findings,
                LocalTime()
            )
            try Console.list(text, device.output)
        }

        /// The report for people.
        static func text(
            _ lines: [HealthReport.Line],
            _ findings: [HealthReport.Finding],
            _ times: LocalTime,
            width: Int? = Stream.columns
        ) -> DisplayText {
            var table = Table(["Metric", "Newest sample", "Last change", .flexible("State")])
            for line in lines {
                table.add([
                    HealthCommand.name(line), line.newestAt.map { times.text(rfc3339: $0) } ?? "–",
                    line.changedAt.map { times.text(rfc3339: $0) } ?? "–", state(line, times),
                ])
            }
            var parts = [table.text(width: width)]
            let rejections = HealthCommand.rejections(lines)
            if !rejections.isEmpty {
                parts.append(
                    DisplayText(lines: rejections)
                )
            }
            if lines.allSatisfy({ $0.newestAt == nil }) {
                parts.append(
                    "No health data yet. 'trendy import EXPORT' reads an export of Apple Health."
                )
            }
            if !findings.isEmpty {
                parts.append(findingsText(findings.map { ($0.finding, $0.remedy) }))
            }
            return DisplayText(rendered: parts.map(\.rendered).joined(separator: "\n\n"))
        }

        private static func state(_ line: HealthReport.Line, _ times: LocalTime) -> String {
            guard line.isEnabled else { return "off" }
            if line.failure != nil { return "failed" }
            guard let done = line.importedDays, let all = line.daysToImport else {
                guard line.newestAt != nil else { return "no data" }
                return line.readableFrom.map { "on, from \(times.text(rfc3339: $0))" } ?? "on"
            }
            let end = line.importEndsAt.map { ", until about \(times.text(rfc3339: $0))" } ?? ""
            return "importing: \(done) of \(all) days\(end)"
        }
    }

    /// The lines of metrics with data, and of those that a phone captures at first.
    static func used(_ lines: [HealthReport.Line]) -> [HealthReport.Line] {
        lines.filter { line in
            line.newestAt != nil || line.failure != nil || line.refusal != nil || !line.isEnabled
                || line.rejections != nil
                || HealthMetric(rawValue: line.category)?.isStandard == true
        }
    }

    /// The lines of all metrics, by group and name.
    static func grouped(_ lines: [HealthReport.Line]) -> [HealthReport.Line] {
        func key(_ line: HealthReport.Line) -> (String, String) {
            (HealthMetric(rawValue: line.category)?.group.text ?? "", name(line))
        }
        return lines.sorted { key($0) < key($1) }
    }

    /// The name of a category for people; the identifier of one that a newer version knows.
    static func name(_ line: HealthReport.Line) -> String {
        HealthMetric(rawValue: line.category)?.text ?? line.category
    }

    /// A line for each category of which samples were rejected.
    static func rejections(_ lines: [HealthReport.Line]) -> [DisplayText] {
        lines.compactMap { line in
            line.rejectionText.map { "\(name(line)): rejected samples: \($0)." }
        }
    }

    /// The metrics that a person typed: one, or those of a group.
    static func metrics(_ text: String) -> [HealthMetric] {
        if let metric = category(text) { return [metric] }
        return HealthMetric.allCases.filter { metric in
            [metric.group.rawValue, metric.group.text].contains {
                $0.caseInsensitiveCompare(text) == .orderedSame
            }
        }
    }

    /// The category that a person typed: its identifier or its name, without regard to case.
    static func category(_ text: String) -> HealthMetric? {
        HealthMetric(rawValue: text)
            ?? HealthMetric.allCases.first { category in
                [category.rawValue, category.text, category.eventType.name].contains {
                    $0.caseInsensitiveCompare(text) == .orderedSame
                }
            }
    }

    /// A category that does not exist.
    static func unknown(_ text: String) -> ValidationError {
        ValidationError(
            "There is no metric and no group '\(text)'. 'trendy health --all --json' lists the "
                + "metrics; the groups are "
                + HealthGroup.allCases.map(\.rawValue).joined(separator: ", ") + "."
        )
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change whether and how a metric or a group is captured.",
            discussion: """
                Examples:
                  trendy health set water --off
                  trendy health set steps --type Walks --notify
                  trendy health set steps --type own

                The settings apply to data that is captured from now on.
                """
        )

        @Argument(
            help: ArgumentHelp(
                "The metric, such as steps or oxygen_saturation, or a group: "
                    + HealthGroup.allCases.map(\.rawValue).joined(separator: ", ") + ".",
                valueName: "metric"
            )
        )
        var name: String
        @Flag(inversion: .prefixedNo, help: "Notify of new events.")
        var notify: Bool?
        @Flag(help: "Capture it.")
        var on = false
        @Flag(help: "Stop capturing it.")
        var off = false
        @Option(help: "The name of the type of its events; 'own' for the metric's own type.")
        var type: String?
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard !HealthCommand.metrics(name).isEmpty else { throw HealthCommand.unknown(name) }
            guard !(on && off) else { throw ValidationError("Give --on or --off, not both.") }
            guard on || off || notify != nil || type != nil else {
                throw ValidationError("Give a setting: --on, --off, --notify or --type.")
            }
        }

        func run() async throws {
            let metrics = HealthCommand.metrics(name)
            try await Device.with(device.directory) { opened in
                let store = opened.engine.store
                var typeID: EntityID?
                if let type { typeID = try await id(ofType: type, in: store) }
                let isSet = on || off
                try await store.write { [typeID] transaction in
                    for metric in metrics {
                        try transaction.health.changeSettings(category: metric.rawValue) {
                            [on, notify, type, typeID] in
                            if isSet { $0.isEnabled = on }
                            if let notify { $0.notifies = notify }
                            if type != nil { $0.eventTypeID = typeID }
                        }
                    }
                }
            }
            if device.output.json { return try printJSON(["categories": metrics.map(\.rawValue)]) }
            let names = metrics.count == 1 ? metrics[0].text : plural(metrics.count, "metric")
            Console.text("Changed \(names). The settings apply to new data.")
        }

        private func id(ofType type: String, in store: DeviceStore) async throws -> EntityID? {
            guard type != "own" else { return nil }
            guard
                let found = try await store.read({
                    try $0.entities.fetch(kind: .eventType, named: type)
                })
            else {
                throw CommandFailure(
                    code: EX_DATAERR,
                    message: "There is no type '\(type)'. 'trendy types' lists them."
                )
            }
            return found.id
        }
    }
}
