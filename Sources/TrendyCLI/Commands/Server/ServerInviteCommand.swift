import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Create an invite for a server that runs with '--signup invite'.",
        discussion: """
            Examples:
              trendy server invite
              trendy server invite --uses 5 --days 30

            The person signs up with 'trendy signup --invite CODE'. The server stores only the \
            hash of the code, so the code is shown once.
            """
    )

    @Option(help: ArgumentHelp("The number of accounts that it can create.", valueName: "number"))
    var uses = 1
    @Option(help: ArgumentHelp("The days until it expires.", valueName: "days"))
    var days = 7
    @OptionGroup var options: ServerDatabaseOptions

    func validate() throws {
        guard (1...1000).contains(uses) else {
            throw ValidationError("--uses takes a number from 1 to 1000.")
        }
        guard (1...365).contains(days) else {
            throw ValidationError("--days takes a number from 1 to 365.")
        }
    }

    private struct Result: Encodable {
        let code: String
        let uses: Int
        let expiresAt: String
    }

    func run() async throws {
        let invite = try await options.withUsers {
            try await $0.makeInvite(uses: uses, days: days)
        }
        let expiry = invite.expiresAt.rfc3339
        if options.output.json {
            return try printJSON(Result(code: invite.code, uses: uses, expiresAt: expiry))
        }
        Console.text("\(invite.code)")
        Console.text(
            "Valid until \(LocalTime().text(invite.expiresAt)), for \(plural(uses, "account"))."
        )
    }
}
