import ArgumentParser
import TrendyServer

struct ServerUserExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all data of an account to a file.",
        discussion: """
            Example:
              trendy server user export anna@example.org anna.jsonl

            The file has one JSON object a line, as 'trendy account export' writes it. Only you \
            can read it.
            """
    )

    @OptionGroup var user: ServerUserOptions
    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: String
    @Flag(help: "Replace the file when it exists.")
    var force = false

    private struct Result: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        let output = try PrivateOutputFile(file, replacing: force)
        var bytes = 0
        try await user.database.withUsers { users in
            try await users.exportUser(email: user.email) { piece in
                try output.write(piece)
                bytes += piece.count
            }
        }
        try output.install()
        if user.database.output.json { return try printJSON(Result(file: file, bytes: bytes)) }
        Console.text("Wrote the account \(user.email) to \(file): \(ByteText.text(bytes)).")
    }
}
