import ArgumentParser
import TrendyModel
import TrendyServer

/// The commands for the accounts of a server.
struct ServerUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Manage the accounts of a server, also while it runs.",
        discussion: """
            Examples:
              trendy server user list
              trendy server user add anna@example.org
              trendy server user reset-password anna@example.org
              trendy server user disable anna@example.org
            """,
        subcommands: [
            ServerUserListCommand.self, ServerUserAddCommand.self,
            ServerUserResetPasswordCommand.self, ServerUserDisableCommand.self,
            ServerUserEnableCommand.self, ServerUserAdminCommand.self,
            ServerUserDeleteCommand.self, ServerUserExportCommand.self,
        ]
    )
}

/// The options of the commands for one account.
struct ServerUserOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The account's e-mail address.", valueName: "address"))
    var email: String

    @OptionGroup var database: ServerDatabaseOptions
}
