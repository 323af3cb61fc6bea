import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a password from standard input, the environment or the terminal.
///
/// It is never echoed and never an argument that other users could see.
struct PasswordPrompt {
    private let text: String
    private let variable: String

    /// A prompt, and the environment variable that replaces it.
    init(_ text: String, variable: String) {
        self.text = text
        self.variable = variable
    }

    /// Reads the password.
    ///
    /// - Parameter fromStandardInput: whether to read a line of standard input.
    /// - Returns: the password, which is not empty for a line of standard input.
    /// - Throws: `CommandFailure` when there is no password.
    func read(fromStandardInput: Bool) throws -> String {
        if fromStandardInput {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CommandFailure(
                    code: EX_NOINPUT,
                    message: "Standard input has no password. Pass it as one line."
                )
            }
            return line
        }
        if let password = ProcessInfo.processInfo.environment[variable] { return password }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass(text) else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "No password. Set \(variable), or pass it on standard input with "
                    + "--password-stdin."
            )
        }
        return String(cString: typed)
    }
}
