import ArgumentParser
import TrendySync
import TrendyWire

struct AccountSessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List where your account is signed in."
    )

    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let list = try await AccountCommand.withTransport(device.directory) { transport, _ in
            try await transport.sessions()
        }
        if device.output.json { return try printJSON(list.sessions) }
        var table = Table(["Session", "Signed in", "Last refreshed", "Program"])
        for session in list.sessions {
            table.add([
                session.id + (session.isCurrent ? " (this one)" : ""), session.createdAt,
                session.refreshedAt, session.client.isEmpty ? "-" : session.client,
            ])
        }
        Console.text(table.text)
    }
}
