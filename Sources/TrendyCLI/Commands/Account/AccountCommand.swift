import ArgumentParser
import TrendyKit
import TrendySync

/// The group of commands for the account that this device is signed in to.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage your account: password, sessions, export, deletion.",
        subcommands: [
            AccountPasswordCommand.self, AccountSessionsCommand.self,
            AccountEndSessionCommand.self, AccountExportCommand.self, AccountDeleteCommand.self,
        ]
    )

    /// Hands the connection of the signed-in device to `body`.
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
