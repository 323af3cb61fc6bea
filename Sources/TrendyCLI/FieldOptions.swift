import ArgumentParser
import Foundation
import TrendyModel

/// The options for fields to set or clear.
struct FieldOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "A field and its new value: JSON such as true or 3, anything else is text.",
            valueName: "field=value"
        )
    )
    var set: [String] = []

    @Option(
        name: .customLong("clear"),
        help: ArgumentHelp("A field to clear.", valueName: "field")
    )
    var clear: [String] = []

    func validate() throws {
        guard !set.isEmpty || !clear.isEmpty else {
            throw ValidationError("Give a change with --set field=value or --clear field.")
        }
        for text in set where !text.contains("=") || text.hasPrefix("=") {
            throw ValidationError("'\(text)' is not a change. Give it as field=value.")
        }
    }

    /// The change of these options.
    var change: Document {
        var change = Document()
        for text in set {
            let name = String(text.prefix { $0 != "=" })
            let value = String(text.dropFirst(name.count + 1))
            change[name] = (try? RawJSON(checking: Array(value.utf8))) ?? RawJSON(value)
        }
        for name in clear { change[name] = .null }
        return change
    }
}

/// Parses an id that a person typed.
func entityID(_ text: String) throws -> EntityID {
    guard let id = EntityID(text) else {
        throw CommandFailure(
            code: EX_USAGE,
            message:
                "'\(text)' is not an id. 'trendy events --json' and 'trendy types --json' list the "
                + "ids."
        )
    }
    return id
}
