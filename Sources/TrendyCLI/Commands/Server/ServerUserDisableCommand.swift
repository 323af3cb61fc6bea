import ArgumentParser
import TrendyServer

struct ServerUserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Keep an account's data but refuse to sign it in; its sessions end.",
        discussion: "'trendy server user enable' takes it back."
    )

    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        try await user.database.administration().setDisabled(email: user.email, true)
        if user.database.output.json { return try printJSON(["disabled": user.email]) }
        Console.text("\(user.email) is disabled and signed out everywhere. Its data stays.")
    }
}

struct ServerUserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let a disabled account sign in again."
    )

    @OptionGroup var user: ServerUserOptions

    func run() async throws {
        try await user.database.administration().setDisabled(email: user.email, false)
        if user.database.output.json { return try printJSON(["enabled": user.email]) }
        Console.text("\(user.email) can sign in again.")
    }
}
