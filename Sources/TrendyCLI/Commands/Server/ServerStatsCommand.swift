import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show the number of accounts and entities and the size of the file.",
        discussion: """
            Example:
              trendy server stats --database server.sqlite

            Works while the server runs. The output has counts and sizes only.
            """
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let statistics = try options.administration().statistics()
        if options.output.json { return try printJSON(statistics) }
        var counts = Table(["", .right("Count")])
        counts.add(["Accounts", String(statistics.accounts)])
        for kind in EntityKind.allCases {
            counts.add([Self.title(kind), String(statistics.entities[kind.name] ?? 0)])
        }
        counts.add(["Deletions kept for devices", String(statistics.tombstones)])
        counts.add(["Devices", String(statistics.devices)])
        counts.add(["Sessions", String(statistics.sessions)])
        Console.text(counts.text)
        let free = ByteText.text(statistics.freePages * statistics.pageBytes)
        Console.text(
            """

            File: \(ByteText.text(statistics.fileBytes)), \(free) of it free; \
            write-ahead log: \(ByteText.text(statistics.logBytes)); \
            entities: \(ByteText.text(statistics.contentBytes)); schema \(statistics.schema).
            """
        )
    }

    private static func title(_ kind: EntityKind) -> String {
        switch kind {
        case .eventType: "Event types"
        case .propertyDefinition: "Property definitions"
        case .geofence: "Geofences"
        case .event: "Events"
        }
    }
}
