public import Foundation

/// The sensitivity of both ears at a frequency.
@available(iOS 13.0, *)
public final class HKAudiogramSensitivityPoint: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`; the base class has none.

    /// The frequency.
    public let frequency: HKQuantity
    /// The tests at the frequency.
    @available(iOS 18.1, *)
    public let tests: [HKAudiogramSensitivityTest]

    /// A point with its tests; throws `errorInvalidArgument` for a unit that is not hertz.
    @available(iOS 18.1, *)
    public init(frequency: HKQuantity, tests: [HKAudiogramSensitivityTest]) throws {
        guard frequency.is(compatibleWith: .hertz()) else {
            throw HKError(.errorInvalidArgument, "\(frequency.unit) is not a unit of frequency.")
        }
        self.frequency = frequency
        self.tests = tests
        super.init()
    }

    /// A point with the sensitivity of each ear; throws `errorInvalidArgument` for a wrong unit.
    @available(iOS, introduced: 13.0, deprecated: 18.1)
    public convenience init(
        frequency: HKQuantity,
        leftEarSensitivity: HKQuantity?,
        rightEarSensitivity: HKQuantity?
    ) throws {
        var tests: [HKAudiogramSensitivityTest] = []
        let ears = [
            (HKAudiogramSensitivityTestSide.left, leftEarSensitivity),
            (.right, rightEarSensitivity),
        ]
        for case (let side, let sensitivity?) in ears {
            tests.append(
                try HKAudiogramSensitivityTest(
                    sensitivity: sensitivity,
                    type: .air,
                    masked: false,
                    side: side,
                    clampingRange: nil
                )
            )
        }
        try self.init(frequency: frequency, tests: tests)
    }

    /// The sensitivity of the left ear; `nil` when it was not tested.
    @available(iOS, introduced: 13.0, deprecated: 18.1)
    public var leftEarSensitivity: HKQuantity? { sensitivity(of: .left) }

    /// The sensitivity of the right ear; `nil` when it was not tested.
    @available(iOS, introduced: 13.0, deprecated: 18.1)
    public var rightEarSensitivity: HKQuantity? { sensitivity(of: .right) }

    private func sensitivity(of side: HKAudiogramSensitivityTestSide) -> HKQuantity? {
        tests.first { $0.side == side && $0.type == .air }?.sensitivity
    }
}
