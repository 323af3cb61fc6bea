import ArgumentParser
import TrendyKit

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the files of this device, a database or a backup for damage.",
        discussion: """
            Examples:
              trendy check
              trendy check trendy.backup

            Reads everything once and changes nothing, also while the device is in use. Checks \
            SQLite's structures, references, versions, unreadable rows, permissions and free space. \
            'trendy doctor' checks the state of sync and capture. The output has counts and names \
            of files, and nothing that you recorded. Exit code 1 when there is a problem.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A backup or a database (default: the device's directory).",
            valueName: "file"
        )
    )
    var file: String?
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let check = try CheckDevice(dependencies: .live())(file ?? device.directory)
        if device.output.json {
            try printJSON(check)
        } else {
            Console.text(Self.text(check))
        }
        if !check.findings.isEmpty { throw ExitCode(1) }
    }

    /// The check for people.
    static func text(_ check: DeviceCheck) -> DisplayText {
        var table = Table(["File", "Size", "Schema", "Entities", "Unsent", .flexible("State")])
        for file in check.files {
            table.add([
                file.name,
                ByteText.text(file.bytes),
                file.schemaVersion.map(String.init) ?? "",
                file.entities.map { String($0.values.reduce(0, +)) } ?? "",
                file.unsent.map(String.init) ?? "",
                file.isIntact.map { $0 ? "intact" : "DAMAGED" } ?? "",
            ])
        }
        var lines: [String] = []
        if let createdAt = check.createdAt { lines.append("Backup of \(createdAt).") }
        if let free = check.freeBytes { lines.append("Free space: \(ByteText.text(Int(free))).") }
        let parts = [
            table.text,
            DisplayText(lines: lines.map { "\($0)" }),
            findingsText(check.findings.map { ($0.finding, $0.remedy) }),
        ]
        return DisplayText(rendered: parts.map(\.rendered).joined(separator: "\n\n"))
    }
}
