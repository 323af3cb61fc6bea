// TrendyCLI: the commands and their output; the logic is in the modules below.

import ArgumentParser

/// The `trendy` command.
@main
struct TrendyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trendy",
        abstract: "Record your health events on your devices, and sync them with your own server.",
        discussion: """
            A device is a directory (--profile). It stores what you record first, and then syncs \
            with your other devices through a server that you run with 'trendy serve'.

            Record and look at events, without a server:
              trendy log Coffee --at 08:30 --note "with milk"
              trendy import export.zip
              trendy timeline
              trendy today

            Sync with a server:
              trendy serve --database server.sqlite
              trendy signup --server http://127.0.0.1:8080 --email you@example.org
              trendy sync

            If something does not work:
              trendy doctor

            Times are shown and read in the local time zone ($TZ, else the machine's). On a \
            terminal, long lists use $PAGER (default: less); --no-pager prints them at once. \
            NO_COLOR switches colours and icons off, COLUMNS sets the width of tables.

            Exit codes: 0 done; 1 failed, or problems found; 64 wrong usage; 65 the input is \
            damaged or invalid; 66 the input is missing; 69 the server cannot be reached; 70 a \
            defect of this program; 73 a file cannot be created; 74 reading or writing failed, \
            also to standard output, or the disk is full; 75 in use or busy, try again later; 76 \
            the address answers, but not as a Trendy server; 77 sign in first; 130 stopped; 141 \
            the reader of the output closed it, such as 'head'.

            With --json, an error is one line of JSON on standard error with its code and message.
            """,
        version: TrendyVersion.text,
        subcommands: subcommands
    )

    private static var subcommands: [any ParsableCommand.Type] {
        var subcommands: [any ParsableCommand.Type] = [
            ServeCommand.self, ServerCommand.self, WebCommand.self, SignUpCommand.self,
            LoginCommand.self,
            LogoutCommand.self,
            EraseCommand.self, AccountCommand.self, ImportCommand.self, ExportCommand.self,
            SyncCommand.self, PublishCommand.self,
            TodayCommand.self, TimelineCommand.self,
            StatusCommand.self, FailedCommand.self, ConflictsCommand.self, HealthCommand.self,
            SamplesCommand.self,
            PlacesCommand.self, DoctorCommand.self,
            BackupCommand.self, RestoreCommand.self, CheckCommand.self,
            LogCommand.self, EditCommand.self, DeleteCommand.self, EventsCommand.self,
            TypesCommand.self,
            SQLCommand.self, MCPCommand.self, ExplainCommand.self,
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
