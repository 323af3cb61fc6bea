import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerUserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts with their sizes, devices and sessions.",
        discussion: """
            Example:
              trendy server user list --database server.sqlite
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    private struct Line: Encodable {
        let id: String
        let email: String
        let createdAt: String
        let disabledAt: String?
        let entities: Int64
        let bytes: Int64
        let sessions: Int
        let devices: Int
        let lastReportAt: String?

        init(_ summary: AccountSummary) {
            id = summary.account.id.description
            email = summary.account.email
            createdAt = summary.account.createdAt.rfc3339
            disabledAt = summary.account.disabledAt?.rfc3339
            entities = summary.usage.entities
            bytes = summary.usage.bytes
            sessions = summary.sessions
            devices = summary.devices
            lastReportAt = summary.lastReportAt?.rfc3339
        }
    }

    func run() async throws {
        let accounts = try await options.withStore { try await $0.accounts() }
        if options.output.json { return try printJSON(accounts.map { Line($0) }) }
        guard !accounts.isEmpty else {
            return Console.text("No accounts. Add one with 'trendy server user add ADDRESS'.")
        }
        let times = LocalTime()
        var table = Table([
            .flexible("Account"), "State", .right("Entities"), .right("Size"), .right("Devices"),
            .right("Sessions"), "Last report",
        ])
        for summary in accounts {
            table.add([
                summary.account.email, summary.account.disabledAt == nil ? "active" : "disabled",
                "\(summary.usage.entities)", ByteText.text(Int(summary.usage.bytes)),
                "\(summary.devices)", "\(summary.sessions)",
                summary.lastReportAt.map { times.text($0) } ?? "never",
            ])
        }
        try Console.list(table.text, options.output)
    }
}
