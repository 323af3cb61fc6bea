import ArgumentParser
import TrendyServer

struct ServerRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Install a backup as the server's database; stop the server first.",
        discussion: """
            The backup is verified before anything changes, and the database that it replaces is \
            kept beside it under a dated name. Devices notice the restore at their next sync: \
            they read everything anew and send again what the backup lacks, so 'trendy serve' \
            needs no --restored afterwards.
            """
    )

    @Argument(help: ArgumentHelp("The backup to install; it is only read.", valueName: "file"))
    var file: String
    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().restore(from: file)
        if options.output.json { return try printJSON(report) }
        Console.text(
            "\(report.file) holds the backup now. Accounts: \(report.accounts); "
                + "entities: \(report.entities)."
        )
        if let replaced = report.replaced {
            Console.text(
                "The database that it replaced is \(replaced). Delete it when you are sure."
            )
        }
        Console.text("Start the server with 'trendy serve --database \(report.file)'.")
    }
}
