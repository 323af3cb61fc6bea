import ArgumentParser
import TrendyModel
import TrendySync
import TrendyWire

struct AccountEndSessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-session",
        abstract: "Sign another device out of your account.",
        discussion: """
            The session can do nothing from then on; what its device has recorded stays on it. \
            'trendy account sessions' lists the ids. To sign this device out, use 'trendy logout'.
            """
    )

    @Argument(help: ArgumentHelp("The session's id.", valueName: "id"))
    var session: String?
    @Flag(help: "End all sessions but this device's.")
    var others = false
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard (session == nil) == others else {
            throw ValidationError("Give a session's id, or --others.")
        }
        if let session, EntityID(session) == nil {
            throw ValidationError(
                "'\(session)' is no session's id. 'trendy account sessions' lists them."
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
