import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyStore

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change fields of an event, a type, a property or a place.",
        discussion: """
            Examples:
              trendy edit ID --set notes="with milk" --clear location_name
              trendy edit ID --set timestamp=2026-01-15T08:30:00.000Z

            'trendy events --json' lists the ids and fields. A change that the server refused is \
            sent again with the corrected fields.
            """
    )

    @Argument(help: ArgumentHelp("The id of the entity to change.", valueName: "id"))
    var id: String
    @OptionGroup var fields: FieldOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let id = try entityID(id)
        try await Device.with(device.directory) { opened in
            try await opened.engine.store.write {
                try $0.entities.update(id: id, change: fields.change)
            }
        }
        if device.output.json { return try printJSON(["entity": id.description]) }
        Console.text("Changed \(id).")
    }
}

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event, a type, a property or a place, on all devices.",
        discussion: """
            Examples:
              trendy delete ID
              trendy delete ID --cascade    a type together with its events

            'trendy events --json' and 'trendy types --json' list the ids. Deleting an entity \
            twice is not an error.
            """
    )

    @Argument(help: ArgumentHelp("The id of the entity to delete.", valueName: "id"))
    var id: String
    @Flag(help: "Delete the events of a type together with the type.")
    var cascade = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let id = try entityID(id)
        try await Device.with(device.directory) { opened in
            try await opened.engine.store.write { try $0.entities.delete(id: id, cascade: cascade) }
        }
        if device.output.json { return try printJSON(["entity": id.description]) }
        Console.text("Deleted \(id).")
    }
}
