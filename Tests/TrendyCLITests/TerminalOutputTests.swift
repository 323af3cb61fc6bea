import Foundation
import Testing

@Suite("Escaping, broken pipes and full disks at standard output", .serialized)
struct TerminalOutputTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var profile: String { scratch.path + "/a" }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", profile]).wait()
    }

    /// Runs a line of a shell, in which `$TRENDY` is the executable.
    private func shell(_ line: String) async throws -> TrendyProcess.Result {
        try await TrendyProcess.shell(line, profile: profile)
    }

    /// Whether a terminal acts on a character, or the character reorders a line.
    private func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static let name = "Cof\u{1B}[31mfee\nSecond\tline\u{202E}txt\u{2066}\u{9B}2J\u{7F}\r"

    @Test("Control characters in recorded text are escaped in every command but not in JSON")
    func escaped() async throws {
        let log = try await run(
            "log",
            Self.name,
            "--note",
            Self.name,
            "--text",
            "k\u{1B}[2J=\(Self.name)"
        )
        #expect(log.code == 0, "\(log.error)")
        #expect(log.output.hasPrefix(#"Recorded Cof\u{1b}[31mfee\nSecond\tline\u{202e}txt"#))
        let place = try await run("places", "add", Self.name, "--at", "47,8", "--radius", "150")
        #expect(place.code == 0, "\(place.error)")
        let commands = [
            ["events"], ["types"], ["timeline"], ["places"], ["status"], ["doctor"], ["today"],
            ["events", "--daily"], ["health"], ["places", "health"],
            ["events", "--type", "x\u{1B}[2Jy"], ["edit", "\u{1B}[2J", "--set", "a=1"],
            ["log", "Tea", "--at", "\u{1B}]0;title\u{7}"], ["events", "--\u{1B}[2J"],
            ["events", "--limit", "\u{1B}[2J"],
            ["login", "--email", "a", "--server", "http://\u{202E}"],
        ]
        for command in commands {
            let result = try await TrendyProcess(command + ["--profile", profile]).wait()
            let text = result.output + result.error
            #expect(!text.unicodeScalars.contains(where: isActive), "\(command): \(text)")
        }

        // A line for the header and one for the event.
        #expect(try await run("types").output.split(separator: "\n").count == 2)
        let json = try await run("types", "--json").output
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        #expect(value?.first?["name"] as? String == Self.name)
    }

    @Test(
        "A full or closed standard output ends a command with 74 and an error",
        arguments: [
            "types", "types --json", "doctor", "status", "events", "--help", "--version",
            "help events", "events --help", "log Tea",
        ]
    )
    func full(command: String) async throws {
        for target in [">/dev/full", ">&-"] {
            let result = try await shell("$TRENDY \(command) \(target)")

            #expect(result.code == 74, "\(command) \(target)")
            #expect(result.error.contains("could not be written"))
        }
    }

    @Test("With --json the error is JSON, and the command's change is stored")
    func fullJSON() async throws {
        let result = try await shell("$TRENDY log Coffee --json >/dev/full")

        #expect(result.code == 74)
        #expect(result.error.hasPrefix(#"{"code":74,"error":"#))
        #expect(try await run("types").output.contains("Coffee"))
    }

    @Test("Closed standard streams are not reused for files")
    func closed() async throws {
        #expect(try await shell("$TRENDY log Coffee <&- >&- 2>&-").code == 74)
        #expect(try await shell("$TRENDY log Coffee 2>/dev/full").code == 0)
        #expect(try await run("types").output.contains("Coffee"))
        #expect(try await run("doctor", "--json").output.contains(#""pending" : 3"#))
    }

    @Test("A closed pipe ends the command with 141 and no error")
    func pipe() async throws {
        let result = try await shell(
            """
            mkfifo "$SCRATCH/pipe" "$SCRATCH/go"
            (read line <"$SCRATCH/go"; exec $TRENDY help) >"$SCRATCH/pipe" &
            exec 3<"$SCRATCH/pipe"; exec 3<&-; echo >"$SCRATCH/go"; wait $!; exit $?
            """
        )

        #expect(result.code == 141)
        #expect(result.error.isEmpty)
    }

    @Test(
        "With --json, wrong usage is a line of JSON on standard error",
        arguments: [
            ["events", "--nope"], ["import"], ["events", "--limit", "0"], ["nonsense"],
            ["events", "--limit", "x"], ["failed", "retry"], ["log", "Tea", "--at", "yesterday"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let result = try await TrendyProcess(arguments + ["--json"]).wait()

        #expect(result.code == 64)
        #expect(result.output.isEmpty)
        let line = try JSONSerialization.jsonObject(with: Data(result.error.utf8))
        let fields = try #require(line as? [String: Any])
        #expect(fields["code"] as? Int == 64)
        #expect((fields["error"] as? String)?.isEmpty == false)
        let text = try await TrendyProcess(arguments).wait()
        #expect(text.code == 64)
        #expect(text.error.lowercased().hasPrefix("error:"))
    }

    @Test("Help and the version are text, with --json as well")
    func help() async throws {
        let help = try await TrendyProcess.run("events", "--help", "--json")
        #expect(help.code == 0)
        #expect(help.output.contains("OVERVIEW"))
        #expect(try await TrendyProcess.run("--version").output == "0.1.0\n")
        #expect(try await TrendyProcess.run().output.contains("SUBCOMMANDS"))
        #expect(try await TrendyProcess.run("--help").output.contains("141"))
    }
}
