import Foundation
import SimulationKit
import TrendyModel

/// What a phone went through, as the world knows it: when its app ran, and what kept the app from
/// its work.
struct PhoneLog {
    /// A process of the app.
    private struct Workload {
        let account: String
        let start: Date
        /// Its last moment of work.
        var end: Date?
        /// When the world noticed: until then it was told what nobody could keep.
        var noticedEnd: Date?
    }

    private var lives: [Workload] = []
    private var past: [Failure: [ClosedRange<Date>]] = [:]
    private var begun: [Failure: Date] = [:]

    /// Something that keeps an app from its work for a while.
    enum Failure: CaseIterable {
        /// It is suspended.
        case suspended
        /// The app could not store what it was told of places, and has stored nothing since.
        case failing
        /// The disk is full.
        case full
        /// The phone was not unlocked since it started.
        case locked
        /// The phone does not know where it is, but roughly.
        case coarse
        /// The app may not know where the phone is, or only roughly, or while it is looked at.
        case restricted
        /// The phone cannot find out where it is.
        case lost
        /// The system refuses to watch some regions.
        case refused

        /// Whether the app cannot do anything then; else it takes what it is told all the same.
        var stopsWork: Bool { ![.coarse, .restricted, .lost, .refused].contains(self) }
    }

    mutating func started(_ account: String, at date: Date) {
        lives.append(Workload(account: account, start: date))
    }

    /// The process is gone.
    mutating func gone(at date: Date) {
        ended(at: date)
        guard let last = lives.indices.last, lives[last].noticedEnd == nil else { return }
        lives[last].noticedEnd = date
    }

    /// The process ended, if it had not already.
    mutating func ended(at date: Date) {
        guard let last = lives.indices.last, lives[last].end == nil else { return }
        lives[last].end = date
        end(.suspended, at: date)
        end(.failing, at: date)
    }

    mutating func begin(_ trouble: Failure, at date: Date) {
        if begun[trouble] == nil { begun[trouble] = date }
    }

    mutating func end(_ trouble: Failure, at date: Date) {
        guard let start = begun.removeValue(forKey: trouble) else { return }
        past[trouble, default: []].append(start...max(start, date))
    }

    /// When a trouble was, and is.
    private func spans(_ trouble: Failure) -> [ClosedRange<Date>] {
        let now = begun[trouble].map { $0...Date.distantFuture }
        return (past[trouble] ?? []) + [now].compactMap(\.self)
    }

    /// When the app could do nothing.
    private var stops: [ClosedRange<Date>] {
        Failure.allCases.filter(\.stopsWork).flatMap { spans($0) }
    }

    /// Whether the app ran from a moment on until it had had a span for its work, with nothing in
    /// its way.
    ///
    /// - `stalls`: when the whole machine stood still.
    func worked(
        _ account: String,
        from date: Date,
        for seconds: Double,
        stalls: [ClosedRange<Date>]
    ) -> Bool {
        // Of two, the one that ended at that moment: what it was told went with it.
        let life = lives.first {
            $0.account == account && $0.start <= date && date <= $0.noticedEnd ?? .distantFuture
        }
        guard let life else { return false }
        var done = date.addingTimeInterval(seconds)
        for trouble in (stops + stalls).sorted(by: { $0.lowerBound < $1.lowerBound })
        where trouble.upperBound > date && trouble.lowerBound < done {
            // It begins anew: what it was in the middle of is done again.
            done = max(done, trouble.upperBound.addingTimeInterval(min(seconds, 1e9)))
        }
        return done <= life.end ?? .distantFuture
    }

    /// Whether the app ran without anything in its way, all of a span.
    func ranSmoothly(
        _ account: String,
        _ span: ClosedRange<Date>,
        stalls: [ClosedRange<Date>]
    ) -> Bool {
        let isAlive = lives.contains {
            $0.account == account && $0.start <= span.lowerBound
                && span.upperBound < $0.end ?? .distantFuture
        }
        return isAlive && !(stops + stalls).contains { $0.overlaps(span) }
    }

    /// Whether there was a trouble at some moment of a span.
    func had(_ trouble: Failure, _ span: ClosedRange<Date>) -> Bool {
        spans(trouble).contains { $0.overlaps(span) }
    }
}

extension SimulatedDevice {
    /// The true wall time, in which phones keep their records.
    var date: Date { Date(world.simulation.wallTime) }

    /// Nothing is in the app's way any more.
    func endFailures() {
        for trouble in PhoneLog.Failure.allCases where trouble != .suspended {
            log.end(trouble, at: date)
        }
    }

    /// Notes at once that a write was the process's last, whoever notices it later.
    func noteDeath() {
        if process != nil, disk.isDead { log.ended(at: date) }
    }
}
