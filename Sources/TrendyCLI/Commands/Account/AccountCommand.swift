import ArgumentParser
import TrendyKit
import TrendySync

/// The commands for the account that this device is signed in to.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage your account: password, sessions, export, deletion.",
        discussion: """
            Examples:
              trendy account password             change the password
              trendy account sessions             list the signed-in devices
              trendy account end-session ID       sign another device out
              trendy account export account.jsonl write the server's data to a file
              trendy account delete --confirm you@example.org
            """,
        subcommands: [
            AccountPasswordCommand.self, AccountSessionsCommand.self,
            AccountEndSessionCommand.self, AccountExportCommand.self, AccountDeleteCommand.self,
        ]
    )

    /// Runs `body` with the connection of the signed-in device.
    static func withTransport<Value>(
        _ directory: String,
        _ body: (HTTPTransport, Profile) async throws -> Value
    ) async throws -> Value {
        try await Device.with(directory) { device in
            guard let transport = device.transport else { throw Device.notSignedIn }
            return try await body(transport, device.profile)
        }
    }
}
