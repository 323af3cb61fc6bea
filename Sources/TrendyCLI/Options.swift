import ArgumentParser
import Foundation

/// The options of every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON for programs instead of text for people.")
    var json = false

    @Flag(help: "Print long lists at once instead of through $PAGER.")
    var noPager = false
}

/// The options of the commands that use a device.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The device's directory (default: $TRENDY_PROFILE, else ~/.trendy).",
            valueName: "directory"
        )
    )
    var profile: String?

    @OptionGroup var output: OutputOptions

    /// The directory to use.
    var directory: String {
        profile ?? ProcessInfo.processInfo.environment["TRENDY_PROFILE"]
            ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.trendy"
    }
}

/// The option of the time zone that bounds the days.
struct ZoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The zone that days begin and end in, such as Europe/Paris (default: the machine's).",
            valueName: "zone"
        )
    )
    var timeZone: String?

    func validate() throws {
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError(
                "'\(timeZone)' is not a time zone. Give a name such as Europe/Paris or UTC."
            )
        }
    }

    /// The zone to use.
    var zone: TimeZone {
        timeZone.flatMap { TimeZone(identifier: $0) } ?? .current
    }
}
