import ArgumentParser
import TrendySync
import TrendyWire

struct AccountPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change your account's password.",
        discussion: """
            Example:
              trendy account password

            All other sessions end: other devices keep their data and ask for the new password. \
            The passwords are read from $TRENDY_PASSWORD and $TRENDY_NEW_PASSWORD, else from a \
            prompt.
            """
    )

    @Flag(help: "Read two lines from standard input: the current password, then the new one.")
    var passwordStdin = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let present = try PasswordPrompt("Current password: ", variable: "TRENDY_PASSWORD")
            .read(fromStandardInput: passwordStdin)
        let new = try PasswordPrompt("New password: ", variable: "TRENDY_NEW_PASSWORD")
            .read(fromStandardInput: passwordStdin)
        try await AccountCommand.withTransport(device.directory) { transport, _ in
            try await transport.changePassword(
                PasswordChange(currentPassword: present, password: new)
            )
        }
        if device.output.json { return try printJSON(["changed": true]) }
        Console.text("Changed the password. All other devices have to sign in again.")
    }
}
