import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyStore

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change fields of an event, a type, a property or a place.",
        discussion: """
            trendy edit ID --set notes="with milk" --clear location_name

            A change that the server did not accept is tried again as it is then.
            """
    )

    @Argument(help: ArgumentHelp("What to change.", valueName: "id"))
    var id: String
    @OptionGroup var fields: FieldOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let id = try entityID(id)
        try await Device.with(device.directory) { opened in
            try await opened.engine.store.update(id: id, change: fields.change)
        }
        if device.output.json { return try printJSON(["entity": id.description]) }
        Console.text("Changed \(id).")
    }
}

struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an event, a type, a property or a place, on all devices.",
        discussion: "One that is gone already is fine."
    )

    @Argument(help: ArgumentHelp("What to delete.", valueName: "id"))
    var id: String
    @Flag(help: "With a type, delete its events too.")
    var cascade = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let id = try entityID(id)
        try await Device.with(device.directory) { opened in
            try await opened.engine.store.delete(id: id, cascade: cascade)
        }
        if device.output.json { return try printJSON(["entity": id.description]) }
        Console.text("Deleted \(id).")
    }
}
