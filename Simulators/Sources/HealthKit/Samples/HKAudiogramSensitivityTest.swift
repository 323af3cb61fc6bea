public import Foundation

/// The way of the sound to the ear in a hearing test.
@available(iOS 18.1, *)
public enum HKAudiogramConductionType: Int, Sendable {
    /// Through the air.
    case air = 0
}

/// The tested ear.
@available(iOS 18.1, *)
public enum HKAudiogramSensitivityTestSide: Int, Sendable {
    /// The left ear.
    case left = 0
    /// The right ear.
    case right = 1
}

/// The test of an ear at a frequency.
@available(iOS 18.1, *)
public final class HKAudiogramSensitivityTest: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The sensitivity in decibels of hearing level.
    public let sensitivity: HKQuantity
    /// The way of the sound.
    public let type: HKAudiogramConductionType
    /// Whether the other ear heard a noise.
    public let masked: Bool
    /// The tested ear.
    public let side: HKAudiogramSensitivityTestSide
    /// The limits of the test; `nil` when there were none.
    public let clampingRange: HKAudiogramSensitivityPointClampingRange?

    /// A test; throws `errorInvalidArgument` for a unit that is not a hearing level.
    public init(
        sensitivity: HKQuantity,
        type: HKAudiogramConductionType,
        masked: Bool,
        side: HKAudiogramSensitivityTestSide,
        clampingRange: HKAudiogramSensitivityPointClampingRange?
    ) throws {
        guard sensitivity.is(compatibleWith: .decibelHearingLevel()) else {
            throw HKError(
                .errorInvalidArgument,
                "\(sensitivity.unit) is not a unit of hearing level."
            )
        }
        self.sensitivity = sensitivity
        self.type = type
        self.masked = masked
        self.side = side
        self.clampingRange = clampingRange
        super.init()
    }
}

/// The limits of a hearing test.
@available(iOS 18.1, *)
public final class HKAudiogramSensitivityPointClampingRange: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The lower limit; `nil` when there is none.
    public let lowerBound: HKQuantity?
    /// The upper limit; `nil` when there is none.
    public let upperBound: HKQuantity?

    /// Limits in decibels of hearing level; throws `errorInvalidArgument` without any, and when the
    /// lower one is above the upper one.
    public init(lowerBound: NSNumber?, upperBound: NSNumber?) throws {
        let (lower, upper) = (lowerBound?.doubleValue, upperBound?.doubleValue)
        guard lower ?? upper != nil, (lower ?? -.infinity) <= (upper ?? .infinity) else {
            throw HKError(
                .errorInvalidArgument,
                "A clamping range needs a limit, and its lower limit must not exceed the upper one."
            )
        }
        self.lowerBound = lower.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        self.upperBound = upper.map { HKQuantity(unit: .decibelHearingLevel(), doubleValue: $0) }
        super.init()
    }
}
