import ArgumentParser
import TrendyModel
import TrendyServer

struct ServerStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count accounts and entities, and measure the file.",
        discussion: "Works while the server runs. The output holds counts and sizes only."
    )

    @OptionGroup var options: ServerDatabaseOptions

    func run() async throws {
        let statistics = try options.administration().statistics()
        if options.output.json { return try printJSON(statistics) }
        var counts = Table(["", "count"])
        counts.add(["Accounts", String(statistics.accounts)])
        for kind in EntityKind.allCases {
            counts.add([Self.title(kind), String(statistics.entities[kind.name] ?? 0)])
        }
        counts.add(["Deleted, still told to devices", String(statistics.tombstones)])
        counts.add(["Devices", String(statistics.devices)])
        counts.add(["Sessions", String(statistics.sessions)])
        Console.text(counts.text)
        let free = ByteText.text(statistics.freePages * statistics.pageBytes)
        Console.text(
            """

            File: \(ByteText.text(statistics.fileBytes)), of which \(free) is free; \
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
