// TrendyCLI: the commands; what they do lives in the modules below.

import ArgumentParser

/// The `trendy` command.
@main
struct TrendyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trendy",
        abstract: "Your health events, on your devices and your own server.",
        discussion: """
            A device is a directory (--profile): what it records is durable there first and \
            reaches your other devices through a server that you run with 'trendy serve'.

            Start:
              trendy serve --database server.sqlite
              trendy signup --server http://127.0.0.1:8080 --email you@example.org
              trendy import export.zip
              trendy sync

            Exit codes: 0 done; 1 failed; 64 wrong usage; 65 the input is damaged or breaks rules; \
            66 the input is missing; 69 the server cannot be reached; 70 a defect; 73 a file cannot \
            be made; 74 reading or writing failed, also to standard output, or the disk is full; 75 \
            in use or busy, try again later; 76 what answers is no Trendy server; 77 sign in \
            first; 130 stopped; 141 whoever read the output closed it, such as 'head'.

            With --json, an error is one line of JSON on standard error: its code and its message.
            """,
        version: TrendyVersion.text,
        subcommands: subcommands
    )

    private static var subcommands: [any ParsableCommand.Type] {
        var subcommands: [any ParsableCommand.Type] = [
            ServeCommand.self, ServerCommand.self, SignUpCommand.self, LoginCommand.self,
            LogoutCommand.self,
            EraseCommand.self, AccountCommand.self, ImportCommand.self, SyncCommand.self,
            FollowCommand.self,
            TodayCommand.self, TimelineCommand.self,
            StatusCommand.self, FailedCommand.self, ConflictsCommand.self, HealthCommand.self,
            PlacesCommand.self, DoctorCommand.self,
            LogCommand.self, EditCommand.self, DeleteCommand.self, EventsCommand.self,
            TypesCommand.self,
            DemoCommand.self, FixtureCommand.self,
        ]
        #if os(Linux)
        subcommands.append(ReplayTrackCommand.self)
        #endif
        return subcommands
    }

    static func main() async {
        Console.prepare()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            try Console.flush()
        } catch {
            Failure.exit(with: error)
        }
    }
}
