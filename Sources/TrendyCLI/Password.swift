import ArgumentParser
import Foundation

/// Where an account is and how to get in.
struct AccountOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server's address.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("The account's e-mail address.", valueName: "address"))
    var email: String

    @Flag(
        help: ArgumentHelp(
            "Read the password from standard input (else $TRENDY_PASSWORD, else it is asked for)."
        )
    )
    var passwordStdin = false

    /// The password; never echoed, never an argument that other users could see.
    func password() throws -> String {
        try PasswordPrompt("Password: ", variable: "TRENDY_PASSWORD").read(
            fromStandardInput: passwordStdin
        )
    }
}
