import ArgumentParser
import Foundation

/// The options for an account: its server, its address and its password.
struct AccountOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's address.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("The account's e-mail address.", valueName: "address"))
    var email: String

    @Flag(
        help: ArgumentHelp(
            "Read the password from standard input (default: $TRENDY_PASSWORD, else a prompt)."
        )
    )
    var passwordStdin = false

    /// The password, which is never echoed and never an argument that other users could see.
    func password() throws -> String {
        try PasswordPrompt("Password: ", variable: "TRENDY_PASSWORD").read(
            fromStandardInput: passwordStdin
        )
    }
}
