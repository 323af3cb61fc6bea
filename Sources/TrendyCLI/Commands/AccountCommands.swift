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
        abstract: "Create an account on a server and sign this device in.",
        discussion: """
            Example:
              trendy signup --server https://trendy.example --email you@example.org

            A server may require the code of an invitation: --invite CODE. Events that you \
            recorded before become part of the account. With an existing account, use 'trendy \
            login'.
            """
    )

    @Option(
        help: ArgumentHelp(
            "The code of an invitation, if the server requires one.",
            valueName: "code"
        )
    )
    var invite: String?
    @OptionGroup var account: AccountOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await enter(device, account.server) { client, _ in
            var credentials = Credentials(email: account.email, password: try account.password())
            credentials.invite = invite
            return try await client.signUp(credentials)
        }
    }
}

struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login",
        abstract: "Sign this device in to an account.",
        discussion: """
            Example:
              trendy login --server https://trendy.example --email you@example.org
              trendy login --server https://trendy.example --browser

            With --browser you sign in on the server's own page, also through a provider such as \
            your company's. The browser has to run on this machine.

            Later sign-ins need no --server. Without an account, use 'trendy signup'.
            """
    )

    @Option(help: ArgumentHelp("The server's address.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The account's e-mail address, for a sign-in with a password.",
            valueName: "address"
        )
    )
    var email: String?

    @Flag(
        help: ArgumentHelp(
            "Read the password from standard input (default: $TRENDY_PASSWORD, else a prompt)."
        )
    )
    var passwordStdin = false

    @Flag(help: "Sign in with a browser instead of a password.")
    var browser = false

    @Flag(
        inversion: .prefixedNo,
        help: "With --browser: open the address, besides printing it."
    )
    var open = true

    @Option(
        help: ArgumentHelp("With --browser: how long to wait for it.", valueName: "seconds")
    )
    var timeout = 300

    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard browser == (email == nil), !browser || !passwordStdin else {
            throw ValidationError("Give either --email or --browser.")
        }
        guard (1...3600).contains(timeout) else {
            throw ValidationError("--timeout takes seconds from 1 to 3600.")
        }
    }

    func run() async throws {
        try await enter(device, server) { client, address in
            guard let email else {
                return try await BrowserSignIn(
                    address: address,
                    dependencies: .live(),
                    opens: open,
                    isJSON: device.output.json,
                    timeLimit: .seconds(timeout)
                ).session(client)
            }
            let password = try PasswordPrompt("Password: ", variable: "TRENDY_PASSWORD").read(
                fromStandardInput: passwordStdin
            )
            return try await client.signIn(Credentials(email: email, password: password))
        }
    }
}

struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign this device out; its data stays on it.",
        discussion: """
            Example:
              trendy logout

            'trendy erase' also deletes the data from this device.
            """
    )

    @OptionGroup var device: DeviceOptions

    private struct Result: Encodable {
        let signedOut: Bool
        let unsent: Int
    }

    func run() async throws {
        let unsent = try await Device.with(device.directory) { opened in
            try await opened.engine.store.read { try $0.queue.status() }
        }
        let profile = try Profile(directory: device.directory)
        let file = profile.file
        guard let session = file.session, let server = file.server else {
            throw CommandFailure(code: EX_NOPERM, message: "This device is not signed in.")
        }
        let client = AccountClient(
            address: try storedAddress(server),
            wallClock: SystemWallClock()
        )
        // Signing out works offline: the device forgets the session in any case.
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
                    "\(plural(waiting, "change")) not synced yet. This device keeps them for the "
                        + "account and sends them after the next sign-in."
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
    /// A warning about the connection.
    let warning: String?
}

/// The warning that the password and all data are sent unencrypted; `nil` for an encrypted
/// connection and for one that does not leave this machine.
private func warning(of address: ServerAddress) -> String? {
    guard !address.isEncrypted, !address.isLoopback else { return nil }
    return "The password and all data travel unencrypted to \(address), so that others on the "
        + "network can read them; use https://."
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
    _ given: String?,
    _ obtain: (AccountClient, ServerAddress) async throws -> Session
) async throws {
    let profile = try Profile(directory: device.directory)
    let known = profile.file.server
    guard let server = given ?? known else {
        throw CommandFailure(
            code: EX_USAGE,
            message: "Give the address of the server with --server."
        )
    }
    let dependencies = Dependencies.live()
    let address = try given == nil ? storedAddress(server) : ServerAddress.parse(server)
    let warning = warning(of: address)
    if let warning { try show(warning, isJSON: device.output.json) }
    let client = AccountClient(address: address, wallClock: dependencies.wallClock)
    do {
        let session = try await obtain(client, address)
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
        // The first error has the cause.
        try? await client.shutdown()
        guard let failure = error as? SyncFailure, failure.code == .needsSignIn else {
            throw error
        }
        throw CommandFailure(
            code: EX_NOPERM,
            message: "The server has no account with this address and password. "
                + "Check both, or create an account with 'trendy signup'."
        )
    }
}
