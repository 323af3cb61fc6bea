import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyServer

/// The options of every `trendy server` command.
struct ServerDatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's database file.", valueName: "file"))
    var database = "trendy-server.sqlite"

    @OptionGroup var output: OutputOptions

    /// Maintenance of the database; nothing is opened yet.
    func administration() -> ServerAdministration {
        // Nothing that a command makes is for other users of the machine.
        FileAccess.restrictNewFiles()
        return ServerAdministration(path: database, dependencies: .live())
    }
}
