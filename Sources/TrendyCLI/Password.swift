import ArgumentParser
import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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
        if passwordStdin {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CommandFailure(
                    code: EX_NOINPUT,
                    message: "Standard input holds no password."
                )
            }
            return line
        }
        if let password = ProcessInfo.processInfo.environment["TRENDY_PASSWORD"] {
            return password
        }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("Password: ") else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "No password. Set TRENDY_PASSWORD, or pass it on standard input with "
                    + "--password-stdin."
            )
        }
        return String(cString: typed)
    }
}
