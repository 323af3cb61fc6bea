import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyServer

/// The options of every `trendy server` command.
struct ServerDatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's database file.", valueName: "file"))
    var database = "trendy-server.sqlite"

    @OptionGroup var output: OutputOptions

    /// The maintenance of the database, which is not opened yet.
    func administration() -> ServerAdministration {
        // Other users of the machine must not read files of the server.
        FileAccess.restrictNewFiles()
        return ServerAdministration(path: database, dependencies: .live())
    }
}
