import ArgumentParser
import TrendyServer

struct ServerUserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Block sign-ins to an account and end its sessions; its data stays.",
        discussion: """
            Example:
              trendy server user disable anna@example.org

            'trendy server user enable' reverses it.
            """
    )

    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        try await user.database.withUsers {
            try await $0.setDisabled(email: user.email, true)
        }
        if user.database.output.json { return try printJSON(["disabled": user.email]) }
        Console.text("Disabled \(user.email) and ended its sessions. Its data stays.")
    }
}

struct ServerUserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Allow sign-ins to a disabled account again.",
        discussion: """
            Example:
              trendy server user enable anna@example.org
            """
    )

    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        try await user.database.withUsers {
            try await $0.setDisabled(email: user.email, false)
        }
        if user.database.output.json { return try printJSON(["enabled": user.email]) }
        Console.text("Enabled \(user.email). It can sign in again.")
    }
}
