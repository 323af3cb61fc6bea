import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyServer

/// The commands for the clusters of a server on PostgreSQL.
struct ServerShardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shard",
        abstract: "Spread the accounts over several PostgreSQL clusters.",
        discussion: """
            Examples:
              trendy server shard add west postgres://trendy@db2/trendy --database postgres://…
              trendy server shard move anna@example.org --to west --database postgres://…
              trendy server shard status --database postgres://…

            --database is the first cluster, which is named 'main': it has the list of the others \
            and of the accounts. The servers run on.
            """,
        subcommands: [
            ServerShardAddCommand.self, ServerShardMoveCommand.self,
            ServerShardStatusCommand.self, ServerShardRestoredCommand.self,
        ]
    )
}

struct ServerShardStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "List the clusters, their accounts, and moves that were not completed.",
        discussion: """
            Example:
              trendy server shard status --database postgres://trendy@db.example.org/trendy
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let status = try await options.withShards { try await $0.status() }
        if options.output.json { return try printJSON(status) }
        var table = Table([
            .flexible("Shard"), .right("Accounts"), "New accounts", "State",
        ])
        for shard in status.shards {
            table.add([
                shard.name, shard.accounts.map(String.init) ?? "-",
                shard.acceptsAccounts ? "yes" : "no", shard.problem ?? "reachable",
            ])
        }
        try Console.list(table.text, options.output)
        for move in status.moves {
            Console.text(
                "The move of \(move.account) from '\(move.from)' to '\(move.to)' is not "
                    + "complete. Run: trendy server shard move \(move.account) --to \(move.to)"
            )
        }
    }
}

struct ServerShardRestoredCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored",
        abstract: "Start new epochs in a cluster that was restored to an earlier time.",
        discussion: """
            Example:
              trendy server shard restored west --database postgres://trendy@db.example.org/trendy

            The devices of its accounts read everything again and send what the backup lacks. The \
            accounts of other clusters go on. Stop the servers before the restore, and start them \
            after this command. 'main' is restored with 'trendy serve --restored'.
            """
    )

    @Argument(help: ArgumentHelp("The cluster's name.", valueName: "shard"))
    var shard: String

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let dependencies = Dependencies.live()
        let count = try await options.withShards {
            try await $0.renewEpochs(of: shard, random: dependencies.random)
        }
        if options.output.json { return try printJSON(["accounts": count]) }
        Console.text("The accounts of '\(shard)' have new epochs: \(count).")
    }
}
