import Foundation
import TrendyModel
import TrendyWire

/// Prints a value as JSON with sorted keys.
///
/// - `isLine`: whether it is one of several values, each on a line of its own.
func printJSON(_ value: some Encodable, isLine: Bool = false) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isLine { encoder.outputFormatting.insert(.prettyPrinted) }
    Console.json(String(decoding: try encoder.encode(value), as: UTF8.self))
}

/// Prints entities as one JSON array, each as it is sent to the server.
func printEntities(_ entities: [Entity]) {
    var writer = JSONWriter()
    writer.raw("[")
    for (index, entity) in entities.enumerated() {
        writer.raw(index > 0 ? ",\n" : "\n")
        writer.entity(entity)
    }
    writer.raw("\n]")
    Console.json(String(decoding: writer.bytes, as: UTF8.self))
}

/// The text of findings, each with its remedy.
func findingsText(_ findings: [(finding: String, remedy: String)]) -> DisplayText {
    guard !findings.isEmpty else { return Style.good.icon("✓") + "Nothing is wrong." }
    let texts: [DisplayText] = findings.map { item in
        "\(Style.error.icon("!"))\(item.finding)\n    \(item.remedy)"
    }
    return DisplayText(rendered: texts.map(\.rendered).joined(separator: "\n\n"))
}

/// A count and its noun, such as `1 change` or `3 changes`.
func plural(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
