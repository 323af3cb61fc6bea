import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Shows long output page by page, with the program that `$PAGER` names.
struct Pager {
    /// The command, for a shell.
    let command: String

    /// The pager for an output, or `nil` where the output is printed directly: standard output is
    /// not a terminal, the output fits on it, or `$PAGER` is empty or `cat`.
    ///
    /// - Parameters:
    ///   - lines: the number of lines of the output.
    ///   - rows: the rows of the terminal; `nil` when standard output is not a terminal.
    ///   - environment: the environment's variables; without `PAGER` it is `less`.
    init?(lines: Int, rows: Int?, environment: [String: String]) {
        // One row is for the shell's prompt.
        guard let rows, rows > 1, lines >= rows else { return nil }
        guard environment["TERM"] != "dumb" else { return nil }
        let command = environment["PAGER"] ?? "less"
        guard !command.trimmingCharacters(in: .whitespaces).isEmpty, command != "cat" else {
            return nil
        }
        self.command = command
    }

    /// Runs the pager until the person leaves it.
    ///
    /// - Returns: whether it showed the text; `false` when the program does not exist.
    func show(_ text: String) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        // Ctrl-C is the pager's while it runs.
        let previous = signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, previous) }
        guard let child = spawn(reading: ends[0], closing: ends[1]) else {
            close(ends[0])
            close(ends[1])
            return false
        }
        close(ends[0])
        // A person who leaves the pager early closes the pipe.
        _ = Console.write(Array(text.utf8), to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        let isMissing = status & 0x7F == 0 && [126, 127].contains((status >> 8) & 0xFF)
        return !isMissing
    }

    private func spawn(reading input: Int32, closing output: Int32) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_addclose(&actions, input)
        posix_spawn_file_actions_addclose(&actions, output)
        // This process ignores both; the pager must not.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigaddset(&signals, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // F: leave at once where it fits; R: show colours; X: leave the text on the screen.
        var variables = ProcessInfo.processInfo.environment
        variables["LESS"] = variables["LESS"] ?? "FRX"
        var arguments = ["sh", "-c", command].map { (text: String) in strdup(text) } + [nil]
        var environment = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, &environment)
        return code == 0 ? child : nil
    }
}
