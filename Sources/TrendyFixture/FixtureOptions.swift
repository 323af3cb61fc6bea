public import Foundation
public import TrendyModel

/// What a generated Apple Health export holds.
public struct FixtureOptions: Sendable {
    /// The same seed and options give the same bytes.
    public var seed: UInt64
    /// How many local days the export spans, from 1 on.
    public var days = 90
    /// The size the XML is to have, within 3 %; more days, or a lower density, bring it there.
    public var targetBytes: Int64?
    /// The day of the export; data ends in its evening.
    public var lastDay = CalendarDay(daysSinceEpoch: 20_555)
    /// The zone the person lives in, by its IANA rules.
    public var zone: TimeZone
    /// Where the person lives from when on, after ``zone``.
    public var moves: [ZoneHistory.Segment] = []
    /// Whether the DTD is the malformed one of iOS 16.
    public var hasMalformedDTD = false
    /// The part of the usual records that is written, above 0 and at most 1.
    public var density = 1.0

    /// Ninety days that end on 2026-04-12, in Europe/Paris unless another zone is given.
    public init(seed: UInt64, zone: TimeZone = TimeZone(identifier: "Europe/Paris") ?? .gmt) {
        self.seed = seed
        self.zone = zone
    }

    /// Where the person's clock stands over time.
    public var zones: ZoneHistory { ZoneHistory(zone, changes: moves) }
}

/// What was written.
public struct FixtureSummary: Sendable {
    /// The size of the XML, unpacked.
    public let bytes: Int64
    /// The number of `Record` elements, those inside correlations included.
    public let records: Int
    /// The number of local days.
    public let days: Int
    /// The number of workouts.
    public let workouts: Int
    /// The export's path.
    public let path: String
    /// The path of the true daily totals.
    public let expectedTotalsPath: String
}

/// Why an export could not be generated.
public struct FixtureError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String
        /// The options contradict themselves.
        public static let badOptions = Code(name: "badOptions")
        /// The file system refused.
        public static let cannotWrite = Code(name: "cannotWrite")
    }

    /// What went wrong.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The message.
    public var description: String { message }

    /// A failed system call on a path, told by `errno`.
    static func cannotWrite(_ path: String, errorNumber: Int32 = errno) -> FixtureError {
        cannotWrite(path, reason: String(cString: strerror(errorNumber)))
    }

    static func cannotWrite(_ path: String, reason: String) -> FixtureError {
        FixtureError(
            code: .cannotWrite,
            message: "Cannot write \(path): \(reason). "
                + "Choose a directory that exists, is writable and has room, and run it again."
        )
    }

    static func badOptions(_ message: String) -> FixtureError {
        FixtureError(code: .badOptions, message: message)
    }
}
