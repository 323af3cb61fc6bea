import Foundation
import Glibc

/// One line of progress on a terminal's standard error; nothing elsewhere.
struct TerminalLine {
    private let isShown = isatty(STDERR_FILENO) == 1

    /// Replaces the line.
    func show(_ text: String) { write("\r\u{1B}[K" + text) }

    /// Clears the line for other output.
    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        guard isShown else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }
}
