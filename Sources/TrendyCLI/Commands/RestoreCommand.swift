import ArgumentParser
import TrendyKit

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Install a backup of a device into a directory, as another device.",
        discussion: """
            Examples:
              trendy restore trendy.backup --profile ~/.trendy
              trendy restore trendy.backup --force      keep the old directory under another name

            The backup is verified before anything changes. It becomes a device of its own: the \
            device that was backed up can go on, and changes that both still have to send are \
            applied once. Sign in with 'trendy login' afterwards; 'trendy sync' then fetches what \
            is newer than the backup.
            """
    )

    @Argument(help: ArgumentHelp("The backup to install, which is not changed.", valueName: "file"))
    var file: String
    @Flag(help: "Keep a directory that has data under a dated name, and replace it.")
    var force = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let report = try RestoreDevice(directory: device.directory, dependencies: .live())(
            from: file,
            replacing: force
        )
        if device.output.json { return try printJSON(report) }
        Console.text(
            "Restored the backup of \(report.createdAt) into \(report.directory). "
                + "Unsent changes: \(report.unsent)."
        )
        if let replaced = report.replaced {
            Console.text(
                "The old directory is \(replaced). Delete it when you no longer need it."
            )
        }
        if let server = report.server, let email = report.email {
            Console.text("Sign in with 'trendy login --server \(server) --email \(email)'.")
        }
    }
}
