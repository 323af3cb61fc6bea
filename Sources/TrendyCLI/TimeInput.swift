import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel

/// Parses the times that a person types.
///
/// Accepted: `08:30`, `today 08:30`, `yesterday 18:00`, `2026-01-15 08:30` (each also with
/// seconds), which are local times of ``zone``, and RFC 3339 with an offset. A local time that
/// daylight saving skips or repeats is an error, since it names no instant or two.
struct TimeInput: Sendable {
    /// Why a text is not a time.
    struct InputError: Error, Equatable {
        /// What is wrong, and what to type instead.
        let message: String
    }

    static let acceptedForms =
        "08:30, 'yesterday 18:00', '2026-01-15 08:30', or RFC 3339 such as "
        + "2026-01-15T08:30:00+01:00"

    /// The instant that `today` and `yesterday` are relative to.
    let now: Instant
    /// The zone of local times.
    let zone: TimeZone

    /// Parses a time.
    ///
    /// - Parameters:
    ///   - text: the text, without regard to case and surrounding white space.
    ///   - acceptsDays: whether `2026-01-15`, `today` and `yesterday` are accepted alone, as the
    ///     start of that day.
    /// - Returns: the instant.
    /// - Throws: ``InputError``, which lists the accepted forms.
    func instant(_ text: String, acceptsDays: Bool = false) throws(InputError) -> Instant {
        let typed = text.trimmingCharacters(in: .whitespaces)
        if let instant = Instant(rfc3339: typed) { return instant }
        // The "T" of ISO 8601 separates as a space does; "today" and "yesterday" have no hyphen.
        let isDate = typed.contains("-")
        let words = typed.lowercased().split { $0 == " " || isDate && $0 == "t" }
        let today = LocalTime(zone).calendarDay(now)
        switch words.count {
        case 1:
            if let seconds = Self.secondsOfDay(words[0]) {
                return try instant(today, seconds, text)
            }
            if acceptsDays, let day = Self.day(words[0], today: today) {
                return ZoneHistory(zone).start(of: day)
            }
        case 2:
            if let day = Self.day(words[0], today: today),
                let seconds = Self.secondsOfDay(words[1])
            {
                return try instant(day, seconds, text)
            }
        default: break
        }
        let days = acceptsDays ? ", or a day such as 2026-01-15 or yesterday" : ""
        throw InputError(
            message: "'\(text)' is not a time. Give one such as \(Self.acceptedForms)\(days)."
        )
    }

    private static func day(_ word: Substring, today: CalendarDay) -> CalendarDay? {
        switch word {
        case "today": today
        case "yesterday": today.advanced(by: -1)
        default: CalendarDay(word)
        }
    }

    /// Reads `8:30`, `08:30` or `08:30:15`.
    private static func secondsOfDay(_ word: Substring) -> Int64? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
            parts.dropFirst().allSatisfy({ $0.count == 2 }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, numbers[0] < 24,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }

    private func instant(
        _ day: CalendarDay,
        _ seconds: Int64,
        _ text: String
    ) throws(InputError) -> Instant {
        let local = Int64(day.daysSinceEpoch) * 86_400 + seconds
        // An offset in force up to 26 h before or after it: one on each side of a change.
        let offsets = [-93_600, 93_600].map { distance in
            Int64(zone.secondsFromGMT(for: Date(Instant(seconds: local + distance))))
        }
        let candidates = Set(offsets.map { local - $0 }).sorted().filter { second in
            Int64(zone.secondsFromGMT(for: Date(Instant(seconds: second)))) == local - second
        }
        if candidates.count == 1 { return Instant(seconds: candidates[0]) }
        let name = zone.identifier
        guard candidates.count == 2 else {
            throw InputError(
                message: "'\(text)' does not exist in \(name): the clock was set forward over it. "
                    + "Give an earlier or a later time."
            )
        }
        let choices = candidates.map { Self.rfc3339(local: local, utc: $0) }
        throw InputError(
            message: "'\(text)' occurred twice in \(name), since the clock was set back. Give "
                + "\(choices[0]) or \(choices[1])."
        )
    }

    private static func rfc3339(local: Int64, utc: Int64) -> String {
        let minutes = (local - utc) / 60
        let sign = minutes < 0 ? "-" : "+"
        let offset = String(format: "%02d:%02d", abs(minutes) / 60, abs(minutes) % 60)
        return Instant(seconds: local).rfc3339.prefix(19) + sign + offset
    }
}

extension TimeInput {
    /// Times relative to this machine's clock and zone.
    static func live() -> TimeInput {
        TimeInput(now: Dependencies.live().wallClock.now(), zone: .current)
    }
}

/// Parses the time that an option was given.
///
/// - Throws: ``CommandFailure`` with `EX_USAGE`, which lists the accepted forms.
func parseInstant(
    _ text: String,
    _ option: String,
    acceptsDays: Bool = false
) throws -> Instant {
    do {
        return try TimeInput.live().instant(text, acceptsDays: acceptsDays)
    } catch {
        throw CommandFailure(code: EX_USAGE, message: "\(option): \(error.message)")
    }
}
