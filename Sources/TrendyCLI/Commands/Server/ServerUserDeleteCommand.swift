import ArgumentParser
import Foundation
import TrendyServer

struct ServerUserDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account and all its data from the server.",
        discussion: """
            Example:
              trendy server user export anna@example.org anna.jsonl
              trendy server user delete anna@example.org --confirm anna@example.org

            This cannot be undone, so export a copy first. Backups keep their copies. The \
            account's devices keep their data and are signed out.
            """
    )

    @Option(
        help: ArgumentHelp("The account's address again as a confirmation.", valueName: "address")
    )
    var confirm: String
    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        guard confirm == user.email else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "Nothing was deleted. Confirm with --confirm \(user.email)."
            )
        }
        try await user.database.withUsers {
            try await $0.deleteUser(email: user.email)
        }
        if user.database.output.json { return try printJSON(["deleted": user.email]) }
        Console.text("Deleted the account \(user.email) and all its data.")
    }
}
