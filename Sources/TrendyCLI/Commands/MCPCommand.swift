import ArgumentParser
import Foundation
import TrendyModel
import TrendyQuery

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Answer an assistant's questions about your data (Model Context Protocol).",
        discussion: """
            Example:
              trendy mcp --profile ~/.trendy

            An MCP client starts this command and speaks over its standard input and output. The \
            server only reads this device's data and opens no network connection; what the client \
            does with the answers is its own. It ends when the client closes its input.
            """
    )

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func run() async throws {
        MCPServer(
            database: try QueryDatabase.open(device, zone),
            channel: StandardChannel(),
            programVersion: TrendyVersion.text
        ).run()
    }
}
