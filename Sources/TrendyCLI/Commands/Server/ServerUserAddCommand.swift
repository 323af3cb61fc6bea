import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerUserAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Create an account, independent of the server's --signup policy.",
        discussion: """
            Example:
              trendy server user add anna@example.org --database server.sqlite

            The password is read from $TRENDY_PASSWORD, else from a prompt. The person changes it \
            with 'trendy account password'.
            """
    )

    @Flag(help: "Read the password from standard input.")
    var passwordStdin = false
    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        let password = try PasswordPrompt(
            "Password of \(user.email): ",
            variable: "TRENDY_PASSWORD"
        )
        .read(fromStandardInput: passwordStdin)
        let account = try await user.database.withUsers { users in
            try await users.addUser(
                email: user.email,
                password: password
            )
        }
        if user.database.output.json {
            return try printJSON(["email": account.email, "id": account.id.description])
        }
        Console.text("Created the account \(account.email).")
    }
}
