import ArgumentParser
import Foundation
import TrendySync

struct AccountExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all data of your account on the server to a file.",
        discussion: """
            Example:
              trendy sync
              trendy account export account.jsonl

            The file has one JSON object a line: the account, its sessions, devices and onboarding \
            status, then every entity. Only you can read it. It lacks changes that this device has \
            not synced, so run 'trendy sync' first.
            """
    )

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var file: String
    @Flag(help: "Replace the file when it exists.")
    var force = false
    @OptionGroup var device: DeviceOptions

    private static let end = Array("{\"record\":\"end\",".utf8)

    private struct Result: Encodable {
        let file: String
        let bytes: Int
    }

    func run() async throws {
        let output = try PrivateOutputFile(file, replacing: force)
        var bytes = 0
        var tail: [UInt8] = []
        try await AccountCommand.withTransport(device.directory) { transport, _ in
            try await transport.export { piece in
                try output.write(piece)
                bytes += piece.count
                tail = Array((tail + piece).suffix(200))
            }
        }
        let lastLine = tail.dropLast().split(separator: UInt8(ascii: "\n")).last ?? []
        guard lastLine.starts(with: Self.end) else {
            throw CommandFailure(
                code: EX_PROTOCOL,
                message: "The export ended early. No file was written. Try again."
            )
        }
        try output.install()
        if device.output.json { return try printJSON(Result(file: file, bytes: bytes)) }
        Console.text("Wrote your account to \(file): \(ByteText.text(bytes)).")
    }
}
