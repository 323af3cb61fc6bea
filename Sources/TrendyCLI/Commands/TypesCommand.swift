import ArgumentParser
import TrendyKit
import TrendyModel
import TrendyStore

struct TypesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "List the types of events.",
        discussion: """
            Examples:
              trendy types
              trendy types --json           every field, with the ids for 'trendy edit'

            'trendy log NAME' creates a type with its first event.
            """
    )

    @OptionGroup var device: DeviceOptions

    func run() async throws {
        try await Device.with(device.directory) { opened in
            let types = try await opened.engine.store.read {
                try $0.entities.fetchAll(kind: .eventType)
            }
            if device.output.json { return printEntities(types) }
            guard !types.isEmpty else {
                return Console.text("No types. 'trendy log NAME' creates one.")
            }
            var table = Table([.flexible("Type"), "Color", "Symbol"])
            for entity in types {
                let type = EventTypeFormatter.type(entity)
                table.add([type.name, type.color, type.icon], mark: Style.dot(type.color))
            }
            try Console.list(table.text, device.output)
        }
    }
}
