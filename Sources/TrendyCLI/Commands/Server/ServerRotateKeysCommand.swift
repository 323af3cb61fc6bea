import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyPostgres
import TrendyServer

struct ServerRotateKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys",
        abstract: "Replace the keys that sign sessions.",
        discussion: """
            Examples:
              trendy server rotate-keys --database server.sqlite
              trendy server rotate-keys --now --database server.sqlite

            Stop the server of a database file first. The servers of a PostgreSQL database run on \
            and use the new key within half a minute.

            Sessions stay: the old key is accepted until the last token that it has signed \
            expires, an hour later. A second rotation within this hour replaces the old key, and \
            devices get new tokens by themselves.

            Use --now when someone may have read the database or a backup. All sessions end: each \
            device has to sign in again and loses no changes. Older backups contain the old keys, \
            so rotate the keys again after restoring one.
            """
    )

    @Flag(help: "Refuse the old keys at once and end all sessions.")
    var now = false

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try await rotate()
        if options.output.json { return try printJSON(report) }
        guard now else {
            return Console.text("The server has a new signing key. All sessions continue.")
        }
        Console.text(
            "The server has new keys. Sessions ended: \(report.sessions). Each device has to "
                + "sign in again."
        )
    }

    private func rotate() async throws -> KeyRotationReport {
        let isPostgres =
            if case .postgres = try ServerDatabaseLocation(options.database) { true } else { false }
        guard isPostgres else {
            return try options.administration().rotateKeys(endsSessions: now)
        }
        let dependencies = Dependencies.live()
        return try await options.withPostgres { store in
            try await store.rotateKeys(
                endsSessions: now,
                random: dependencies.random,
                now: dependencies.wallClock.now()
            )
        }
    }
}
