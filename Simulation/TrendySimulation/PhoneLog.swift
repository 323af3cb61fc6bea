import Foundation
import SimulationKit
import TrendyModel

/// The history of a phone: when its app ran, and which conditions kept the app from its work.
struct PhoneLog {
    /// A process of the app.
    private struct ProcessSpan {
        let account: String
        let start: Date
        /// The last moment at which the process worked.
        var end: Date?
        /// The time at which the world noticed the end.
        ///
        /// Signals delivered until then could not be stored.
        var noticedEnd: Date?
    }

    private var processes: [ProcessSpan] = []
    private var past: [Failure: [ClosedRange<Date>]] = [:]
    private var begun: [Failure: Date] = [:]

    /// A condition that keeps an app from its work for a while.
    enum Failure: CaseIterable {
        /// The app is suspended.
        case suspended
        /// The app could not store a region signal, and has stored nothing since.
        case failing
        /// The disk is full.
        case full
        /// The phone has not been unlocked since it started.
        case locked
        /// The phone has only coarse fixes.
        case coarse
        /// The app has no location access, reduced accuracy, or access only while in use.
        case restricted
        /// The phone cannot determine its location.
        case lost
        /// The system refuses to monitor some regions.
        case refused

        /// Whether the app cannot work at all; otherwise it still processes signals.
        var stopsWork: Bool { ![.coarse, .restricted, .lost, .refused].contains(self) }
    }

    mutating func started(_ account: String, at date: Date) {
        processes.append(ProcessSpan(account: account, start: date))
    }

    /// The process has ended.
    mutating func gone(at date: Date) {
        ended(at: date)
        guard let last = processes.indices.last, processes[last].noticedEnd == nil else { return }
        processes[last].noticedEnd = date
    }

    /// The process ended, unless its end is already noted.
    mutating func ended(at date: Date) {
        guard let last = processes.indices.last, processes[last].end == nil else { return }
        processes[last].end = date
        end(.suspended, at: date)
        end(.failing, at: date)
    }

    mutating func begin(_ failure: Failure, at date: Date) {
        if begun[failure] == nil { begun[failure] = date }
    }

    mutating func end(_ failure: Failure, at date: Date) {
        guard let start = begun.removeValue(forKey: failure) else { return }
        past[failure, default: []].append(start...max(start, date))
    }

    /// The ranges during which a condition applied.
    private func spans(_ failure: Failure) -> [ClosedRange<Date>] {
        let now = begun[failure].map { $0...Date.distantFuture }
        return (past[failure] ?? []) + [now].compactMap(\.self)
    }

    /// The ranges during which the app could not work.
    private var stops: [ClosedRange<Date>] {
        Failure.allCases.filter(\.stopsWork).flatMap { spans($0) }
    }

    /// Whether the app ran from a moment on, without an obstacle, for as long as its work takes.
    ///
    /// - `stalls`: the ranges during which the whole machine stalled.
    func worked(
        _ account: String,
        from date: Date,
        for seconds: Double,
        stalls: [ClosedRange<Date>]
    ) -> Bool {
        // Of two processes, the one that ended at that moment; the signals it received were lost
        // with it.
        let process = processes.first {
            $0.account == account && $0.start <= date && date <= $0.noticedEnd ?? .distantFuture
        }
        guard let process else { return false }
        var done = date.addingTimeInterval(seconds)
        for failure in (stops + stalls).sorted(by: { $0.lowerBound < $1.lowerBound })
        where failure.upperBound > date && failure.lowerBound < done {
            // Interrupted work starts again.
            done = max(done, failure.upperBound.addingTimeInterval(min(seconds, 1e9)))
        }
        return done <= process.end ?? .distantFuture
    }

    /// Whether the app ran without any obstacle for a whole range.
    func ranSmoothly(
        _ account: String,
        _ span: ClosedRange<Date>,
        stalls: [ClosedRange<Date>]
    ) -> Bool {
        let isAlive = processes.contains {
            $0.account == account && $0.start <= span.lowerBound
                && span.upperBound < $0.end ?? .distantFuture
        }
        return isAlive && !(stops + stalls).contains { $0.overlaps(span) }
    }

    /// Whether a condition applied at some moment of a range.
    func had(_ failure: Failure, _ span: ClosedRange<Date>) -> Bool {
        spans(failure).contains { $0.overlaps(span) }
    }
}

extension SimulatedDevice {
    /// The true wall-clock time, which phones use for their records.
    var date: Date { Date(world.simulation.wallTime) }

    /// Ends all conditions.
    func endFailures() {
        for failure in PhoneLog.Failure.allCases where failure != .suspended {
            log.end(failure, at: date)
        }
    }

    /// Records at once that a write was the last of its process.
    func noteDeath() {
        if process != nil, disk.isDead { log.ended(at: date) }
    }
}
