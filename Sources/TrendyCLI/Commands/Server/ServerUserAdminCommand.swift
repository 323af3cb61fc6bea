import ArgumentParser
import TrendyServer

struct ServerUserAdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Let an account administer the server in a browser.",
        discussion: """
            Examples:
              trendy server user admin anna@example.org
              trendy server user admin anna@example.org --remove

            An administrator sees the accounts with their sizes, invites people, disables accounts \
            and makes backups, but sees no data of others.
            """
    )

    @Flag(help: "Take the permission back.")
    var remove = false
    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        try await user.database.withUsers {
            try await $0.setAdministrator(email: user.email, !remove)
        }
        if user.database.output.json {
            return try printJSON([remove ? "removed" : "administrator": user.email])
        }
        Console.text(
            remove
                ? "\(user.email) no longer administers the server."
                : "\(user.email) administers the server: see Account in its pages."
        )
    }
}
