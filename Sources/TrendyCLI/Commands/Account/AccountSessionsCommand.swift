import ArgumentParser
import TrendySync
import TrendyWire

struct AccountSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List the sessions of your account, one for each signed-in device.",
        discussion: """
            Example:
              trendy account sessions

            'trendy account end-session ID' signs a device out.
            """
    )

    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let list = try await AccountCommand.withTransport(device.directory) { transport, _ in
            try await transport.sessions()
        }
        if device.output.json { return try printJSON(list.sessions) }
        let times = LocalTime()
        var table = Table(["Session", "Signed in", "Last refreshed", .flexible("Program")])
        for session in list.sessions {
            table.add([
                session.id + (session.isCurrent ? " (this device)" : ""),
                times.text(rfc3339: session.createdAt), times.text(rfc3339: session.refreshedAt),
                session.client.isEmpty ? "–" : session.client,
            ])
        }
        try Console.list(table.text, device.output)
    }
}
