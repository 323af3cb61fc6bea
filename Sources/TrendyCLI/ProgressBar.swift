import Foundation
import Synchronization
import TrendyKit
import TrendyModel

/// A progress bar with a rate and the remaining time, on standard error when that is a terminal.
final class ProgressBar: Sendable {
    private struct State {
        var label = ""
        var startedAt: Instant
        var drawnAt: Instant
        var isDrawn = false
    }

    private static let width = 24

    private let isShown: Bool
    private let clock = SystemWallClock()
    private let state: Mutex<State>

    /// A bar.
    ///
    /// - Parameter isQuiet: whether it is never drawn, also on a terminal.
    init(isQuiet: Bool) {
        isShown = !isQuiet && Stream.standardError.isTerminal
        let now = clock.now()
        state = Mutex(State(startedAt: now, drawnAt: Instant(milliseconds: 0)))
    }

    /// Shows the progress of a piece of work.
    ///
    /// - `label`: the name of the work; another label starts another bar.
    /// - `unit`: the unit of `done` and `total`, such as `MB`.
    func update(_ label: String, done: Double, total: Double, unit: String) {
        guard isShown else { return }
        let now = clock.now()
        let line = state.withLock { state -> String? in
            if state.label != label {
                state.label = label
                state.startedAt = now
                state.drawnAt = Instant(milliseconds: 0)
            }
            guard now - state.drawnAt >= .milliseconds(100) || done >= total else { return nil }
            state.drawnAt = now
            state.isDrawn = true
            return Self.line(
                label,
                done: done,
                total: total,
                unit: unit,
                elapsed: Double((now - state.startedAt).wholeMilliseconds) / 1000
            )
        }
        if let line { write("\r\u{1B}[2K" + line) }
    }

    /// Erases the bar.
    func clear() {
        let wasDrawn = state.withLock { state in
            defer { state.isDrawn = false }
            return state.isDrawn
        }
        if wasDrawn { write("\r\u{1B}[2K") }
    }

    private static func line(
        _ label: String,
        done: Double,
        total: Double,
        unit: String,
        elapsed: Double
    ) -> String {
        let fraction = total > 0 ? min(1, done / total) : 0
        let filled = Int(fraction * Double(width))
        let bar =
            String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        let rate = elapsed > 0.2 ? done / elapsed : 0
        let remaining = rate > 0 && total > done ? (total - done) / rate : 0
        let percent = Int(fraction * 100)
        var line = "\(label) \(bar) \(percent) %  \(number(done)) of \(number(total)) \(unit)"
        if rate > 0 { line += ", \(number(rate)) \(unit)/s" }
        if remaining >= 1 { line += ", \(time(remaining)) left" }
        return line
    }

    private static func number(_ value: Double) -> String {
        value < 100 && value != value.rounded()
            ? String(format: "%.1f", value) : String(Int(value))
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(seconds)
        return whole < 60 || whole >= 3600
            ? DisplayFormatter.duration(.seconds(whole)) : "\(whole / 60) min \(whole % 60) s"
    }

    private func write(_ text: String) {
        Console.error(text)
    }
}
