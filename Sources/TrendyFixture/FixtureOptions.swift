package import Foundation
package import TrendyModel

/// The options of a generated Apple Health export.
package struct FixtureOptions: Sendable {
    /// The seed.
    ///
    /// The same seed and options give the same bytes.
    package var seed: UInt64
    /// The number of local days, from 1.
    package var days = 90
    /// The target size of the XML in bytes, reached within 3 % by more days or a lower density;
    /// `nil` for no target.
    package var targetBytes: Int64?
    /// The day of the export; data ends in its evening.
    package var lastDay = CalendarDay(daysSinceEpoch: 20_555)
    /// The time zone of the person.
    package var zone: TimeZone
    /// Later changes of the person's time zone, after ``zone``.
    package var moves: [ZoneHistory.Segment] = []
    /// Whether to write the malformed DTD of iOS 16.
    package var hasMalformedDTD = false
    /// The share of the usual records that is written, above 0 and at most 1.
    package var density = 1.0
    /// The kinds of data.
    package var kinds = FixtureKinds.standard
    /// The units of the types that only an export of all types has.
    package var units = FixtureUnits.metric

    /// Creates options for ninety days that end on 2026-04-12, in Europe/Paris by default.
    package init(seed: UInt64, zone: TimeZone = TimeZone(identifier: "Europe/Paris") ?? .gmt) {
        self.seed = seed
        self.zone = zone
    }

    /// The person's time-zone history.
    package var zones: ZoneHistory { ZoneHistory(zone, changes: moves) }
}

/// Counts and paths of a generated export.
package struct FixtureSummary: Sendable {
    /// The size of the XML in bytes, uncompressed.
    package let bytes: Int64
    /// The number of `Record` elements, including those inside correlations.
    package let records: Int
    /// The number of local days.
    package let days: Int
    /// The number of workouts.
    package let workouts: Int
    /// The path of the export.
    package let path: String
    /// The path of the expected totals.
    package let expectedTotalsPath: String
    /// The expected results of an export of all types, by identifier and day; empty otherwise.
    package let kindTotals: [String: [CalendarDay: KindTotal]]
}

/// The reason why an export could not be generated.
package struct FixtureError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    package struct Code: Hashable, Sendable {
        /// The name of the code.
        package let name: String
        /// The options contradict each other.
        package static let badOptions = Code(name: "badOptions")
        /// A file could not be written.
        package static let cannotWrite = Code(name: "cannotWrite")
    }

    /// The kind of error.
    package let code: Code
    /// What happened and what to do.
    package let message: String
    /// The message.
    package var description: String { message }

    /// A failed system call on a path, described by `errno`.
    static func cannotWrite(_ path: String, errorNumber: Int32 = errno) -> FixtureError {
        cannotWrite(path, reason: String(cString: strerror(errorNumber)))
    }

    static func cannotWrite(_ path: String, reason: String) -> FixtureError {
        FixtureError(
            code: .cannotWrite,
            message: "Cannot write \(path): \(reason). "
                + "Choose a directory that exists, is writable and has free space, and try again."
        )
    }

    static func badOptions(_ message: String) -> FixtureError {
        FixtureError(code: .badOptions, message: message)
    }
}
