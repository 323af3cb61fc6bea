import ArgumentParser
import Foundation
import TrendyKit
import TrendySync
import TrendyWire

struct AccountDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete your account and all its data from the server.",
        discussion: """
            Example:
              trendy account export account.jsonl
              trendy account delete --confirm you@example.org

            This cannot be undone, so export a copy first. Your devices keep their data and are \
            signed out; 'trendy erase' deletes this device's copy. The password is read from \
            $TRENDY_PASSWORD, else from a prompt.
            """
    )

    @Option(help: ArgumentHelp("The account's address as a confirmation.", valueName: "address"))
    var confirm: String
    @Flag(help: "Read the password from standard input.")
    var passwordStdin = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let profile = try Profile(directory: device.directory)
        let email = profile.file.account?.email
        guard let email, confirm == email else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "This device is signed in to \(email ?? "no account"). "
                    + "Nothing was deleted. Confirm with the account's address."
            )
        }
        let password = try PasswordPrompt("Password: ", variable: "TRENDY_PASSWORD")
            .read(fromStandardInput: passwordStdin)
        try await AccountCommand.withTransport(device.directory) { transport, profile in
            try await transport.deleteAccount(PasswordConfirmation(password: password))
            try await profile.signOut()
        }
        if device.output.json { return try printJSON(["deleted": email]) }
        Console.text(
            "The account \(email) is deleted on the server. This device keeps its copy; delete it "
                + "with 'trendy erase --confirm \(email)'."
        )
    }
}
