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

    /// Opens the database's store, also beside a running server, hands it to `body` and closes it.
    func withStore<Value>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
        let store = try administration().openStore()
        do {
            let value = try await body(store)
            try await store.close()
            return value
        } catch {
            // The error of the work says more than one of closing after it.
            try? await store.close()
            throw error
        }
    }
}
