import ArgumentParser
import TrendyServer

struct ServerUserResetPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password",
        abstract: "Set an account's password and end its sessions.",
        discussion: """
            Example:
              trendy server user reset-password anna@example.org

            The password is read from $TRENDY_PASSWORD, else from a prompt. The account's devices \
            keep their data and ask for the new password.
            """
    )

    @Flag(help: "Read the password from standard input.")
    var passwordStdin = false
    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        let password = try PasswordPrompt(
            "New password of \(user.email): ",
            variable: "TRENDY_PASSWORD"
        )
        .read(fromStandardInput: passwordStdin)
        try await user.database.withUsers { users in
            try await users.resetPassword(
                email: user.email,
                password: password
            )
        }
        if user.database.output.json { return try printJSON(["reset": user.email]) }
        Console.text("Set the new password of \(user.email) and ended its sessions.")
    }
}
