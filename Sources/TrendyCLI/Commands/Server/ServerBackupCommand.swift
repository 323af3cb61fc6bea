import ArgumentParser
import TrendyServer

struct ServerBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a verified copy of the database, also while the server runs.",
        discussion: """
            The copy is of one moment, is read back and compared, and appears under its name only \
            when it is whole and on the disk. It holds the keys that sessions are signed with: \
            only its owner can read it, and it should be kept as private as the data.

            Example:
              trendy server backup /backups/trendy-$(date +%F).sqlite
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
            "\(report.file) is written and verified: \(ByteText.text(report.bytes)) in "
                + "\(report.seconds) s. Accounts: \(report.accounts); entities: \(report.entities)."
        )
    }
}
