import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads a password from standard input, the environment or the terminal; never echoed, never an
/// argument that other users could see.
struct PasswordPrompt {
    private let text: String
    private let variable: String

    /// A prompt, and the environment variable that takes its place.
    init(_ text: String, variable: String) {
        self.text = text
        self.variable = variable
    }

    /// Reads the password: a line of standard input where that is asked for.
    func read(fromStandardInput: Bool) throws -> String {
        if fromStandardInput {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CommandFailure(
                    code: EX_NOINPUT,
                    message: "Standard input holds no password."
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
