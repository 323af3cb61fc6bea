import ArgumentParser
import Foundation
import TrendyArchive
import TrendyKit
import TrendyStore
import TrendyWire

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Delete the data of the account from this device, and sign it out.",
        discussion: """
            Examples:
              trendy erase --confirm you@example.org
              trendy erase --confirm local           on a device that never signed in

            The server and other devices keep their data. Changes that were never synced would be \
            lost, so the command refuses: run 'trendy sync' first, or give --with-unsent.
            """
    )

    @Option(
        help: "The account's address as a confirmation; 'local' on a device that never signed in."
    )
    var confirm: String
    @Flag(help: "Also delete changes that were never synced.")
    var withUnsent = false
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        let profile = try Profile(directory: device.directory)
        let email = profile.file.account?.email ?? "local"
        guard confirm == email else {
            throw CommandFailure(
                code: EX_USAGE,
                message: "This device holds the data of \(email). Nothing was deleted. "
                    + "Confirm with --confirm \(email)."
            )
        }
        let unsent = try await Device.with(device.directory) { opened in
            let status = try await opened.engine.store.read { try $0.queue.status() }
            return status.pending + status.failed + status.stale
        }
        guard unsent == 0 || withUnsent else {
            throw CommandFailure(
                code: 1,
                message: "\(unsent) changes are on this device only. Nothing was deleted. Send "
                    + "them with 'trendy sync', list refused ones with 'trendy failed', or give "
                    + "--with-unsent to delete them."
            )
        }
        try SampleArchive.remove(in: device.directory)
        try await profile.eraseData()
        if device.output.json { return try printJSON(["erased": email]) }
        Console.text("Deleted the data of \(email) from this device and signed it out.")
    }
}
