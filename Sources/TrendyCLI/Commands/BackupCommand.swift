import ArgumentParser
import TrendyKit
import TrendyStore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a verified copy of this device to one file, also while it is in use.",
        discussion: """
            Examples:
              trendy backup /backups/trendy-$(date +%F).backup
              trendy check /backups/trendy.backup

            The backup has everything in the device's directory: recorded events, changes that were \
            never synced, conflicts and settings. It is read back and compared, and gets its name \
            only when it is complete on the disk. Only its owner can read it, and it is not \
            encrypted: keep it as private as the data.

            The sign-in is not in it, because a copied session would sign out this device. After \
            'trendy restore', sign in with 'trendy login'.
            """
    )

    @Argument(help: ArgumentHelp("The backup to write.", valueName: "file"))
    var file: String
    @Flag(help: "Replace the file when it is an earlier backup.")
    var force = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let bar = ProgressBar(isQuiet: device.output.json)
        defer { bar.clear() }
        let report = try BackUpDevice(directory: device.directory, dependencies: .live())(
            to: file,
            replacing: force
        ) { name, progress in
            bar.update(
                "Copying \(name)",
                done: Double(progress.pages),
                total: Double(progress.total),
                unit: "pages"
            )
        }
        bar.clear()
        if device.output.json { return try printJSON(report) }
        Console.text(
            "Wrote and verified \(report.file): \(ByteText.text(report.bytes)). "
                + "Entities: \(report.entities); unsent changes: \(report.unsent)."
        )
    }
}
