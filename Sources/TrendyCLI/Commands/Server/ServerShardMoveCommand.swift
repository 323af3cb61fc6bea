import ArgumentParser
import TrendyModel
import TrendyPostgres
import TrendyServer

struct ServerShardMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move an account to another cluster, while the servers run.",
        discussion: """
            Example:
              trendy server shard move anna@example.org --to west --database postgres://…

            Until the rows are copied and compared, the account's devices wait and try again; other \
            accounts go on. After an interruption run the same command again. With --to and the \
            cluster that the account comes from, an interrupted move is taken back.
            """
    )

    @Argument(help: ArgumentHelp("The account's e-mail address or id.", valueName: "account"))
    var account: String

    @Option(help: ArgumentHelp("The name of the cluster.", valueName: "shard"))
    var to: String

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let progress = ProgressBar(isQuiet: options.output.json)
        defer { progress.clear() }
        let report = try await options.withShards { shards in
            try await shards.move(account, to: to) { done, total in
                progress.update("Copying", done: Double(done), total: Double(total), unit: "rows")
            }
        }
        progress.clear()
        if options.output.json { return try printJSON(report) }
        Console.text(
            report.from == report.to
                ? "The account is in '\(report.to)'."
                : "Moved the account from '\(report.from)' to '\(report.to)': \(report.rows) rows."
        )
    }
}
