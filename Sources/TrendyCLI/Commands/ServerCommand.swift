import ArgumentParser

/// The commands that administer a server.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Administer a server: accounts, invites, backup, restore, check.",
        discussion: """
            Examples:
              trendy server backup backup.sqlite --database server.sqlite
              trendy server check --database server.sqlite
              trendy server user list --database server.sqlite
              trendy server invite --database server.sqlite

            The commands use the database file on this machine, as the user who runs the server. \
            'migrate', 'user', 'invite' and 'rotate-keys' also take the URL of a PostgreSQL \
            database, which has its own tools for the rest. Stop the server of a file before \
            'restore', 'vacuum' and 'rotate-keys'; the others work while it runs. 'trendy serve' runs the server.
            """,
        subcommands: [
            ServerBackupCommand.self, ServerRestoreCommand.self, ServerCheckCommand.self,
            ServerMigrateCommand.self, ServerVacuumCommand.self, ServerStatsCommand.self,
            ServerRotateKeysCommand.self, ServerUserCommand.self, ServerInviteCommand.self,
            ServerShardCommand.self,
        ]
    )
}
