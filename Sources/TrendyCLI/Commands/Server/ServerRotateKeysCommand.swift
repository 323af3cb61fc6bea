import ArgumentParser
import TrendyServer

struct ServerRotateKeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-keys",
        abstract: "Replace the keys that sessions are signed with; stop the server first.",
        discussion: """
            For when somebody may have read the database or a backup. All sessions end: everybody \
            signs in again on each device, and no device loses changes. Older backups hold the \
            old keys: after restoring one, rotate again.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().rotateKeys()
        if options.output.json { return try printJSON(report) }
        Console.text(
            "The server has new keys. Sessions ended: \(report.sessions); each device has to "
                + "sign in again."
        )
    }
}
