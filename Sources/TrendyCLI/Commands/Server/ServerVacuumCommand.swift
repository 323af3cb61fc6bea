import ArgumentParser
import TrendyServer

struct ServerVacuumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacuum",
        abstract: "Free the disk space of deleted data; stop the server first.",
        discussion: """
            Example:
              trendy server vacuum --database server.sqlite

            Rewrites the file, which temporarily needs free space of twice its size. 'trendy \
            server stats' shows the space that can be freed.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().vacuum()
        if options.output.json { return try printJSON(report) }
        Console.text(
            "The database had \(ByteText.text(report.bytesBefore)) and now has "
                + "\(ByteText.text(report.bytesAfter))."
        )
    }
}
