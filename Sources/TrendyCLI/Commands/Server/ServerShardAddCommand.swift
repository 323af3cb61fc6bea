import ArgumentParser
import TrendyPostgres

struct ServerShardAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a cluster for accounts.",
        discussion: """
            Example:
              trendy server shard add west postgres://trendy@db2.example.org/trendy \\
                  --new-accounts --database postgres://trendy@db.example.org/trendy

            Run 'trendy server migrate' on the new cluster first. Each server and 'main' must reach \
            it. Put its password into a password file of libpq, because the URL is stored in 'main'. \
            Adding a cluster again changes its URL and whether it gets new accounts.
            """
    )

    @Argument(help: ArgumentHelp("A name: letters, digits and hyphens.", valueName: "shard"))
    var shard: String

    @Argument(help: ArgumentHelp("The URL of its database.", valueName: "url"))
    var url: String

    @Flag(help: "Place new accounts in it, too.")
    var newAccounts = false

    @OptionGroup var options: ServerDatabaseOptions

    func validate() throws {
        let isName = shard.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isName, (1...63).contains(shard.utf8.count), shard != Shard.directoryName else {
            throw ValidationError(
                "A shard's name has 1 to 63 letters, digits and hyphens, and is not 'main'."
            )
        }
    }

    func run() async throws {
        let added = Shard(name: shard, url: url, acceptsAccounts: newAccounts)
        try await options.withShards { try await $0.add(added) }
        if options.output.json { return try printJSON(["added": shard]) }
        Console.text("Added '\(shard)'. 'trendy server shard move' moves accounts to it.")
    }
}
