import ArgumentParser

/// The group of commands that maintain a server's database.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Maintain a server's database: backup, restore, check.",
        discussion: """
            The commands work on the database file on this machine, as the user who runs the \
            server. 'stats', 'check' and 'backup' work while the server runs; the others ask you \
            to stop it first. 'trendy serve' runs the server.
            """,
        subcommands: [
            ServerBackupCommand.self, ServerRestoreCommand.self, ServerCheckCommand.self,
            ServerVacuumCommand.self, ServerStatsCommand.self, ServerRotateKeysCommand.self,
        ]
    )
}
