import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerUserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts with what they hold."
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
        let accounts = try await options.administration().withStore { try await $0.accounts() }
        if options.output.json { return try printJSON(accounts.map { Line($0) }) }
        guard !accounts.isEmpty else {
            return Console.text("No accounts. Add one with 'trendy server user add ADDRESS'.")
        }
        var table = Table([
            "Account", "State", "Entities", "Size", "Devices", "Sessions", "Last report",
        ])
        for summary in accounts {
            table.add([
                summary.account.email, summary.account.disabledAt == nil ? "active" : "disabled",
                "\(summary.usage.entities)", ByteText.text(Int(summary.usage.bytes)),
                "\(summary.devices)", "\(summary.sessions)",
                summary.lastReportAt?.rfc3339 ?? "never",
            ])
        }
        Console.text(table.text)
    }
}
