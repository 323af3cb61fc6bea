import ArgumentParser
import TrendyModel
import TrendyServer

/// The group of commands for a server's accounts.
struct ServerUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Manage a server's accounts, also while the server runs.",
        subcommands: [
            ServerUserListCommand.self, ServerUserAddCommand.self,
            ServerUserResetPasswordCommand.self, ServerUserDisableCommand.self,
            ServerUserEnableCommand.self, ServerUserDeleteCommand.self,
            ServerUserExportCommand.self,
        ]
    )
}

/// The account that a command is about.
struct ServerUserOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The account's e-mail address.", valueName: "address"))
    var email: String

    @OptionGroup var database: ServerDatabaseOptions
}
