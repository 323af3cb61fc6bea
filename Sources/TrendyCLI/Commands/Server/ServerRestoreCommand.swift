import ArgumentParser
import TrendyServer

struct ServerRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Install a backup as the server's database; stop the server first.",
        discussion: """
            Example:
              trendy server restore backup.sqlite --database server.sqlite

            The backup is verified before anything changes, and the replaced database is kept \
            beside it under a dated name. At their next sync, devices read the whole account again \
            and send the changes that the backup lacks. 'trendy serve' needs no --restored \
            afterwards.
            """
    )

    @Argument(help: ArgumentHelp("The backup to install, which is not changed.", valueName: "file"))
    var file: String
    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().restore(from: file)
        if options.output.json { return try printJSON(report) }
        Console.text(
            "Installed the backup as \(report.file). Accounts: \(report.accounts); "
                + "entities: \(report.entities)."
        )
        if let replaced = report.replaced {
            Console.text(
                "The replaced database is \(replaced). Delete it when you no longer need it."
            )
        }
        Console.text("Start the server with 'trendy serve --database \(report.file)'.")
    }
}
