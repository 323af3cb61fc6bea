package import TrendyModel

/// The thresholds of a hearing test.
package struct Audiogram: Sendable, Equatable {
    /// The frequencies of the pure-tone average, in hertz
    /// (https://www.who.int/publications/i/item/world-report-on-hearing).
    private static let averaged: Set<Double> = [500, 1000, 2000, 4000]
    /// The maximum number of points that are read.
    private static let maximumPoints = 200

    private var left: [Double] = []
    private var right: [Double] = []
    private var points: Int64 = 0

    /// Creates a test without points.
    package init() {}

    /// Adds the thresholds at one frequency, in dB HL; `nil` for an ear that was not tested.
    package mutating func add(hertz: Double, left leftLevel: Double?, right rightLevel: Double?) {
        guard points < Self.maximumPoints else { return }
        points += 1
        guard Self.averaged.contains(hertz) else { return }
        if let leftLevel, abs(leftLevel) < 1000 { left.append(leftLevel) }
        if let rightLevel, abs(rightLevel) < 1000 { right.append(rightLevel) }
    }

    /// The properties of the test's event: the mean threshold of each ear at 500, 1,000, 2,000 and
    /// 4,000 Hz, and the number of frequencies.
    package var properties: PropertyBag {
        var bag = PropertyBag()
        bag["left_threshold"] = mean(left).map { .number(rounded($0)) }
        bag["right_threshold"] = mean(right).map { .number(rounded($0)) }
        bag["frequencies"] = .number(JSONNumber(points))
        return bag
    }

    private func mean(_ levels: [Double]) -> Double? {
        levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
    }
}
