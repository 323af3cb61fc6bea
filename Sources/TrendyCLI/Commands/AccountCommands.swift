import ArgumentParser
import Foundation
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

struct SignUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup",
        abstract: "Make an account on a server and sign this device in.",
        discussion: "What was recorded before becomes the account's."
    )

    @Option(
        help: ArgumentHelp(
            "The code of an invitation, where the server asks for one.",
            valueName: "code"
        )
    )
    var invite: String?
    @OptionGroup var account: AccountOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await enter(device, account) { client, credentials in
            var credentials = credentials
            credentials.invite = invite
            return try await client.signUp(credentials)
        }
    }
}

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign this device in to an account."
    )

    @OptionGroup var account: AccountOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await enter(device, account) { try await $0.signIn($1) }
    }
}

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign this device out; what it recorded stays on it."
    )

    @OptionGroup var device: DeviceOptions

    private struct Result: Encodable {
        let signedOut: Bool
        let unsent: Int
    }

    func run() async throws {
        let unsent = try await Device.with(device.directory) { opened in
            try await opened.engine.store.status()
        }
        let profile = try Profile(directory: device.directory)
        let file = profile.file
        guard let session = file.session, let server = file.server else {
            throw CommandFailure(code: EX_NOPERM, message: "Nobody is signed in.")
        }
        let client = AccountClient(
            address: try storedAddress(server),
            wallClock: SystemWallClock()
        )
        // A server that cannot be reached does not keep anybody signed in here.
        try? await client.signOut(session)
        try await client.shutdown()
        try await profile.signOut()
        let waiting = unsent.pending + unsent.failed + unsent.stale
        if device.output.json {
            try printJSON(Result(signedOut: true, unsent: waiting))
        } else {
            Console.text("Signed out.")
            if waiting > 0 {
                Console.text(
                    "\(waiting) changes have not been sent. They are kept for this account."
                )
            }
        }
    }
}

private struct SignInResult: Encodable {
    let account: String
    let email: String
    let server: String
    let profile: String
    /// What the person should know of the connection; `nil` when there is nothing.
    let warning: String?
}

/// Says that a password and all data travel unencrypted; `nil` when they do not leave the machine
/// so.
private func warning(of address: ServerAddress) -> String? {
    guard !address.isEncrypted, !address.isLoopback else { return nil }
    return "The password and everything recorded travel unencrypted to \(address), and everybody "
        + "on the way can read them; use https://."
}

private func show(_ warning: String, isJSON: Bool) throws {
    guard isJSON else {
        let label = Style.error.paint("warning:", on: .standardError)
        return Console.error((label + " \(warning)\n").rendered)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let line = try encoder.encode(["warning": warning])
    Console.error(String(decoding: line, as: UTF8.self) + "\n")
}

private func enter(
    _ device: DeviceOptions,
    _ account: AccountOptions,
    _ obtain: (AccountClient, Credentials) async throws -> Session
) async throws {
    let profile = try Profile(directory: device.directory)
    let known = profile.file.server
    guard let server = account.server ?? known else {
        throw CommandFailure(code: EX_USAGE, message: "Give the server's address with --server.")
    }
    let dependencies = Dependencies.live()
    let address = try account.server == nil ? storedAddress(server) : ServerAddress.parse(server)
    let warning = warning(of: address)
    if let warning { try show(warning, isJSON: device.output.json) }
    let client = AccountClient(address: address, wallClock: dependencies.wallClock)
    do {
        let credentials = Credentials(email: account.email, password: try account.password())
        let session = try await obtain(client, credentials)
        try await profile.signIn(session, server: server, dependencies: dependencies)
        try await client.shutdown()
        let result = SignInResult(
            account: session.user.id,
            email: session.user.email,
            server: server,
            profile: device.directory,
            warning: warning
        )
        if device.output.json {
            try printJSON(result)
        } else {
            Console.text("Signed in as \(result.email) on \(server).")
        }
    } catch {
        // The first error is the one that tells what went wrong.
        try? await client.shutdown()
        guard let failure = error as? SyncFailure, failure.code == .needsSignIn else {
            throw error
        }
        throw CommandFailure(
            code: EX_NOPERM,
            message: "The server knows no account with this address and password. "
                + "Check both, or make an account with 'trendy signup'."
        )
    }
}
