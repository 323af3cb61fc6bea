import ArgumentParser
import TrendyHealth
import TrendyKit
import TrendyModel

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what is wrong with this device, and say what helps.",
        discussion: """
            The output holds counts, states and times, and nothing that you recorded: it can be \
            shown to others. Exit code 1 when there is something to do.
            """
    )

    @Flag(help: "Ask the server as well, whether it holds the same.")
    var online = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let diagnosis = try await Device.with(device.directory) { opened in
            try await Diagnose(
                store: opened.engine.store,
                transport: opened.transport,
                wallClock: Dependencies.live().wallClock,
                profile: opened.profile.check()
            )(asksServer: online)
        }
        if device.output.json {
            try printJSON(diagnosis)
        } else {
            describe(diagnosis)
        }
        if !diagnosis.findings.isEmpty { throw ExitCode(1) }
    }

    private func describe(_ diagnosis: Diagnosis) {
        let megabytes = Double(diagnosis.databaseBytes) / 1_048_576
        Console.text(
            "Database: schema \(diagnosis.schemaVersion), "
                + "\((megabytes * 10).rounded() / 10) MB, "
                + (diagnosis.findings.contains { $0.code == "damaged" } ? "DAMAGED" : "whole")
        )
        Console.text(
            "Queue: \(diagnosis.pending) waiting, "
                + "\(diagnosis.undecided.values.reduce(0, +)) need you, "
                + "\(diagnosis.conflicts) conflicts"
        )
        let others = diagnosis.profile.databases
        if !others.isEmpty {
            let unsent = others.compactMap(\.unsent).reduce(0, +)
            Console.text("Other databases: \(others.count), with \(unsent) unsent changes")
        }
        if let seconds = diagnosis.lastSuccessSecondsAgo {
            Console.text("Last synced \(seconds) s ago")
        }
        for run in diagnosis.runs.filter({ $0.failure != nil }).prefix(3) {
            Console.text("A sync ended as \(run.failure ?? "") \(run.secondsAgo) s ago")
        }
        if let agrees = diagnosis.digestsAgree {
            Console.text(agrees ? "Device and server hold the same." : "Device and server differ.")
        }
        for line in diagnosis.health {
            if let flaws = line.rejectionText {
                Console.text("\(line.category): kept out \(flaws)")
            }
        }
        for finding in diagnosis.findings {
            Console.text("\n\(finding.finding)\n    \(finding.remedy)")
        }
        if diagnosis.findings.isEmpty { Console.text("Nothing is wrong.") }
    }
}
