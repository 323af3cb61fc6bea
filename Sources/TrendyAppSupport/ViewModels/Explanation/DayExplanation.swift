/// Where the number of a metric on a day comes from, in words.
public struct DayExplanation: Sendable, Equatable {
    /// A stored result of the day.
    public struct Result: Sendable, Equatable, Identifiable {
        /// The event's id.
        public let id: String
        /// The value with its unit.
        public let value: String
        /// Its origin: the device or person, and the time.
        public let origin: String
        /// The number of its samples and the end of the newest; `nil` when it has none.
        public let evidence: String?
    }

    /// What one source says.
    public struct Source: Sendable, Equatable, Identifiable {
        /// The position in the order of priority, from 1.
        public let id: Int
        /// The name of the app or device.
        public let name: String
        /// The number of its samples.
        public let samples: String
        /// What it says alone, with its unit.
        public let alone: String
        /// The part of a sum that counts, with its unit; `nil` for metrics that are not summed up.
        public let counted: String?
        /// The time that its samples cover.
        public let covered: String
        /// The part of that time that a source of higher priority covers as well.
        public let overlapped: String
        /// The end of its newest sample.
        public let newest: String
        /// Where its part of the number begins and ends, 0…1; `nil` when it has none.
        public let part: ClosedRange<Double>?
        /// The colour of its part, `#RRGGBB`.
        public let color: String
    }

    /// A named fact.
    public struct Fact: Sendable, Equatable, Identifiable {
        /// The name.
        public let id: String
        /// The value.
        public let text: String
    }

    /// The number of the day with its unit; `nil` when there are none or several.
    public var value: String?
    /// The stored results, oldest first.
    public var results: [Result] = []
    /// What each source says, in the order of priority.
    public var sources: [Source] = []
    /// How the sources become the number; `nil` without sources.
    public var merging: String?
    /// Whether the samples give the stored number; `nil` when that cannot be compared.
    public var agreement: String?
    /// Whether ``agreement`` says that they do.
    public var agrees = true
    /// The newest sample, the last reading, and the like.
    public var facts: [Fact] = []
    /// What is missing from the number.
    public var missing: [String] = []
    /// What is not known here, and why.
    public var unknown: [String] = []
}
