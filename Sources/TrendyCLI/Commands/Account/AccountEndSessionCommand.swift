import ArgumentParser
import TrendyModel
import TrendySync
import TrendyWire

struct AccountEndSessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-session",
        abstract: "Sign another device out of your account.",
        discussion: """
            Examples:
              trendy account end-session ID
              trendy account end-session --others   all other devices

            'trendy account sessions' lists the ids. The other device keeps its data and has to \
            sign in again. To sign this device out, use 'trendy logout'.
            """
    )

    @Argument(help: ArgumentHelp("The session's id.", valueName: "id"))
    var session: String?
    @Flag(help: "End all sessions except this device's.")
    var others = false
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard (session == nil) == others else {
            throw ValidationError("Give a session's id, or --others.")
        }
        if let session, EntityID(session) == nil {
            throw ValidationError(
                "'\(session)' is not the id of a session. 'trendy account sessions' lists them."
            )
        }
    }

    func run() async throws {
        try await AccountCommand.withTransport(device.directory) { transport, _ in
            if let id = session.flatMap({ EntityID($0) }) {
                try await transport.endSession(id)
            } else {
                try await transport.signOut(.others)
            }
        }
        if device.output.json { return try printJSON(["ended": session ?? "others"]) }
        Console.text(others ? "All other sessions have ended." : "The session has ended.")
    }
}
