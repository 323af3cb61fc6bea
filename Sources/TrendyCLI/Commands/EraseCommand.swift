import ArgumentParser
import Foundation
import TrendyKit
import TrendyStore
import TrendyWire

struct EraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Delete what this device holds for the account, and sign it out.",
        discussion: """
            The server and other devices keep what they have. What was never sent is lost for \
            good, so it has to be named: sync first, or say --with-unsent.
            """
    )

    @Option(help: "The account's address, to confirm; 'local' when nobody ever signed in.")
    var confirm: String
    @Flag(help: "Also delete what no server has.")
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
            let status = try await opened.engine.store.status()
            return status.pending + status.failed + status.stale
        }
        guard unsent == 0 || withUnsent else {
            throw CommandFailure(
                code: 1,
                message: "\(unsent) changes are on this device only. Nothing was deleted. Send "
                    + "them with 'trendy sync', look at them with 'trendy failed', or say "
                    + "--with-unsent."
            )
        }
        try await profile.eraseData()
        if device.output.json { return try printJSON(["erased": email]) }
        Console.text("This device holds nothing of \(email) any more, and is signed out.")
    }
}
