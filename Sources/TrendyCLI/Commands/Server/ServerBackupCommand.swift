import ArgumentParser
import TrendyServer

struct ServerBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a verified copy of the database, also while the server runs.",
        discussion: """
            Example:
              trendy server backup /backups/trendy-$(date +%F).sqlite

            The copy is a snapshot of one moment. It is read back and compared, and gets its name \
            only when it is complete on the disk. It contains the keys that sign the sessions, so \
            only its owner can read it. Keep it as private as the data. 'trendy server restore' \
            installs it.
            """
    )

    @Argument(help: ArgumentHelp("The backup to write.", valueName: "file"))
    var file: String
    @Flag(help: "Replace the file when it exists.")
    var force = false
    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let bar = ProgressBar(isQuiet: options.output.json)
        defer { bar.clear() }
        let report = try options.administration().backup(to: file, replacing: force) { progress in
            bar.update(
                "Backing up",
                done: Double(progress.pages),
                total: Double(progress.total),
                unit: "pages"
            )
        }
        bar.clear()
        if options.output.json { return try printJSON(report) }
        Console.text(
            "Wrote and verified \(report.file): \(ByteText.text(report.bytes)) in "
                + "\(report.seconds) s. Accounts: \(report.accounts); entities: \(report.entities)."
        )
    }
}
