import ArgumentParser
import TrendyServer

struct ServerVacuumCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vacuum",
        abstract: "Give back the space of deleted data; stop the server first.",
        discussion: """
            Rewrites the file, which needs free space of twice its size meanwhile. \
            'trendy server stats' tells how much there is to gain.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let report = try options.administration().vacuum()
        if options.output.json { return try printJSON(report) }
        Console.text(
            "\(ByteText.text(report.bytesBefore)) before, \(ByteText.text(report.bytesAfter)) after."
        )
    }
}
