import ArgumentParser
import Foundation
import TrendyServer

struct ServerUserDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account and everything that the server holds of it.",
        discussion: """
            It cannot be undone; 'trendy server user export' keeps a copy. What backups hold stays \
            there. The account's devices keep what they hold and are signed out.
            """
    )

    @Option(help: ArgumentHelp("The account's address again, to confirm.", valueName: "address"))
    var confirm: String
    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        guard confirm == user.email else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "Nothing was deleted. Confirm with --confirm \(user.email)."
            )
        }
        try await user.database.administration().deleteUser(email: user.email)
        if user.database.output.json { return try printJSON(["deleted": user.email]) }
        Console.text("\(user.email) and everything that the server held of it is deleted.")
    }
}
