import ArgumentParser
import TrendyHealth
import TrendyKit
import TrendyModel

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this device for problems, and show how to solve them.",
        discussion: """
            Examples:
              trendy doctor
              trendy doctor --online        also compare this device with the server

            The output has counts, states and times, and nothing that you recorded, so that you \
            can show it to others. Exit code 1 when there is a problem.
            """
    )

    @Flag(help: "Also ask the server whether it holds the same data.")
    var online = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let diagnosis = try await Device.with(device.directory) { opened in
            try await Diagnose(
                store: opened.engine.store,
                transport: opened.transport,
                wallClock: Dependencies.live().wallClock,
                profile: opened.profile.check(),
                healthDelivery: .imports
            )(comparesWithServer: online)
        }
        if device.output.json {
            try printJSON(diagnosis)
        } else {
            Console.text(Self.text(diagnosis))
        }
        if !diagnosis.findings.isEmpty { throw ExitCode(1) }
    }

    /// The diagnosis for people.
    static func text(_ diagnosis: Diagnosis) -> DisplayText {
        var rows: [(String, String)] = []
        let isDamaged = diagnosis.findings.contains { $0.code == "damaged" }
        rows.append(
            (
                "Database",
                "\(ByteText.text(Int(diagnosis.databaseBytes))), "
                    + (isDamaged ? "DAMAGED" : "not damaged")
                    + ", schema \(diagnosis.schemaVersion)"
            )
        )
        rows.append(("Data", contents(diagnosis.entities)))
        let undecided = diagnosis.undecided.values.reduce(0, +)
        rows.append(
            (
                "Changes",
                "\(diagnosis.pending) pending, \(undecided) refused, "
                    + plural(diagnosis.conflicts, "conflict")
            )
        )
        rows.append(("Last sync", lastSync(diagnosis)))
        for run in diagnosis.runs.filter({ $0.failure != nil }).prefix(3) {
            rows.append(
                (
                    "",
                    "\(ago(run.secondsAgo)): \(run.failure?.replacing("_", with: " ") ?? "failed")"
                )
            )
        }
        let others = diagnosis.profile.databases
        if !others.isEmpty {
            let unsent = others.compactMap(\.unsent).reduce(0, +)
            rows.append(
                ("Other databases", "\(others.count), with \(plural(unsent, "unsent change"))")
            )
        }
        if let agrees = diagnosis.digestsAgree {
            rows.append(
                (
                    "Comparison",
                    agrees ? "Device and server hold the same." : "Device and server differ."
                )
            )
        }
        var table = Table(["", .flexible("")], hasHeader: false)
        for (title, value) in rows { table.add([title, value]) }
        var parts = [table.text]
        let rejections = HealthCommand.rejections(diagnosis.health)
        if !rejections.isEmpty {
            parts.append(DisplayText(lines: rejections))
        }
        parts.append(findingsText(diagnosis.findings.map { ($0.finding, $0.remedy) }))
        return DisplayText(rendered: parts.map(\.rendered).joined(separator: "\n\n"))
    }

    private static func contents(_ entities: [String: Int]) -> String {
        let texts = EntityKind.allCases.compactMap { kind -> String? in
            guard let count = entities[kind.name], count > 0 else { return nil }
            return switch kind {
            case .eventType: plural(count, "type")
            case .propertyDefinition: plural(count, "property definition")
            case .geofence: plural(count, "place")
            case .event: plural(count, "event")
            }
        }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }

    private static func lastSync(_ diagnosis: Diagnosis) -> String {
        guard diagnosis.isSignedIn else { return "not signed in" }
        return diagnosis.lastSuccessSecondsAgo.map(ago) ?? "never"
    }

    private static func ago(_ seconds: Int64) -> String {
        seconds < 60 ? "just now" : "\(DisplayFormatter.duration(.seconds(seconds))) ago"
    }
}
