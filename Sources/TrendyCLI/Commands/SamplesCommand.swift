import ArgumentParser
import Foundation
import TrendyArchive
import TrendyKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

struct SamplesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "List and delete the raw samples of Apple Health that this device keeps.",
        discussion: """
            An import computes events from an export. With --keep-samples it also keeps every \
            record with all its attributes, in the file samples.sqlite of the device's directory. \
            They are never synced.

            Examples:
              trendy samples                    list the kinds with their number and size
              trendy samples keep on            keep the samples of later imports
              trendy samples delete HeartRate   delete the samples of a kind
            """,
        subcommands: [List.self, Keep.self, Delete.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the kinds of samples with their number, first and last day, and size.",
            discussion: """
                Example:
                  trendy samples list --json
                """
        )

        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let kinds =
                SampleArchive.exists(in: device.directory)
                ? try SampleArchive.with(device.directory) { try $0.kinds() } : []
            if device.output.json { return try printJSON(kinds) }
            guard !kinds.isEmpty else {
                return Console.text(
                    "No samples. Keep those of an export with 'trendy import PATH --keep-samples'."
                )
            }
            var table = Table([
                "Kind", .right("Samples"), "First", "Last", .right("Size"),
            ])
            for kind in kinds {
                table.add([
                    kind.kind, "\(kind.count)", String(kind.first.prefix(10)),
                    String(kind.last.prefix(10)), ByteText.text(kind.bytes),
                ])
            }
            try Console.list(table.text, device.output)
        }
    }

    struct Keep: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or set whether imports keep samples.",
            discussion: """
                Example:
                  trendy samples keep on

                'off' deletes no samples.
                """
        )

        enum Choice: String, ExpressibleByArgument, CaseIterable {
            case on, off
        }

        @Argument(help: "Whether to keep samples; shows the setting when it is missing.")
        var choice: Choice?
        @OptionGroup var device: DeviceOptions

        func run() async throws {
            let directory = device.directory
            if let choice { try Self.set(choice == .on, directory) }
            let keeps =
                try SampleArchive.exists(in: directory)
                && SampleArchive.with(directory) { try $0.keepsSamples() }
            if device.output.json { return try printJSON(["keep": keeps]) }
            Console.text(keeps ? "Imports keep samples." : "Imports keep no samples.")
        }

        private static func set(_ keeps: Bool, _ directory: String) throws {
            // Without an archive the setting is off already.
            guard keeps || SampleArchive.exists(in: directory) else { return }
            _ = try Profile(directory: directory)
            try SampleArchive.with(directory) { try $0.setKeepsSamples(keeps) }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete samples from this device and free their space.",
            discussion: """
                Examples:
                  trendy samples delete HeartRate StepCount
                  trendy samples delete --all --yes

                Events stay, and the Health app keeps its samples. Importing an export with \
                --keep-samples adds them again.
                """
        )

        @Argument(help: "The kinds, as 'trendy samples list' names them.")
        var kind: [String] = []
        @Flag(help: "Delete the samples of every kind.")
        var all = false
        @Flag(help: "Do not ask.")
        var yes = false
        @OptionGroup var device: DeviceOptions

        func validate() throws {
            guard all != !kind.isEmpty else {
                throw ValidationError("Give the kinds to delete, or --all.")
            }
        }

        func run() async throws {
            guard SampleArchive.exists(in: device.directory) else {
                if all { return try report(0) }
                throw CommandFailure(
                    code: EX_NOINPUT,
                    message: "This device keeps no samples. Nothing was deleted."
                )
            }
            try confirm()
            let deleted = try SampleArchive.with(device.directory) {
                try $0.delete(all ? nil : kind)
            }
            try report(deleted)
        }

        private func report(_ deleted: Int) throws {
            if device.output.json { return try printJSON(["deleted": deleted]) }
            Console.text("Deleted \(plural(deleted, "sample")).")
        }

        private func confirm() throws {
            guard !yes else { return }
            let what = all ? "all samples" : "the samples of \(kind.joined(separator: ", "))"
            guard isatty(STDIN_FILENO) == 1 else {
                throw CommandFailure(
                    code: EX_USAGE,
                    message: "Nothing was deleted. Give --yes to delete \(what)."
                )
            }
            Console.error(DisplayText.escaped("Delete \(what) from this device? [y/N] "))
            guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
                throw CommandFailure(code: 1, message: "Nothing was deleted.")
            }
        }
    }
}
