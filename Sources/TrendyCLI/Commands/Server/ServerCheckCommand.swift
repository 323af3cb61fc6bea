import ArgumentParser
import TrendyServer

struct ServerCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the database for damage, and show how to repair it.",
        discussion: """
            Example:
              trendy server check --database server.sqlite

            Reads everything once and changes nothing; the server may run. Checks SQLite's \
            structures, references, rows without an account, counts, versions, content and \
            permissions. --json prints each account's digest, to compare with a backup. The output \
            has counts, ids and names of tables, and no personal data. Exit code 1 when there is a \
            problem.
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
