import ArgumentParser
import TrendyServer

struct ServerCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look for damage in the database, and say what to do about it.",
        discussion: """
            Reads everything once and changes nothing; the server may run. It checks SQLite's \
            structures, references, rows without an account, counts, versions, content and \
            permissions. With --json it prints each account's digest, to compare with a backup. \
            The output holds counts, ids and names of tables, and nothing that people entered. \
            Exit code 1 when something is wrong.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().check()
        if options.output.json {
            try printJSON(report)
        } else {
            for finding in report.findings {
                Console.text("\(finding.finding)\n    \(finding.remedy)\n")
            }
            let entities = report.accounts.reduce(0) { $0 + $1.entities }
            if report.findings.isEmpty {
                Console.text(
                    "Nothing is wrong. Accounts: \(report.accounts.count); entities: \(entities)."
                )
            }
        }
        if !report.findings.isEmpty { throw ExitCode(1) }
    }
}
