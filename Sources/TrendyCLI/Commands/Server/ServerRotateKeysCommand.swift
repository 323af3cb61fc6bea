import ArgumentParser
import TrendyServer

struct ServerRotateKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys",
        abstract: "Replace the keys that sign sessions; stop the server first.",
        discussion: """
            Example:
              trendy server rotate-keys --database server.sqlite

            Use it when someone may have read the database or a backup. All sessions end: each \
            device has to sign in again and loses no changes. Older backups contain the old keys, \
            so rotate the keys again after restoring one.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().rotateKeys()
        if options.output.json { return try printJSON(report) }
        Console.text(
            "The server has new keys. Sessions ended: \(report.sessions). Each device has to "
                + "sign in again."
        )
    }
}
