import ArgumentParser

/// The group of commands that administer a server.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Administer a server: accounts, invites, backup, restore, check.",
        discussion: """
            The commands work on the database file on this machine, as the user who runs the \
            server. 'restore', 'vacuum' and 'rotate-keys' ask you to stop the server first; the \
            others work while it runs. 'trendy serve' runs the server.
            """,
        subcommands: [
            ServerBackupCommand.self, ServerRestoreCommand.self, ServerCheckCommand.self,
            ServerVacuumCommand.self, ServerStatsCommand.self, ServerRotateKeysCommand.self,
            ServerUserCommand.self, ServerInviteCommand.self,
        ]
    )
}
