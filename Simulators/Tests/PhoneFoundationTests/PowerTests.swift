import Foundation
import PhoneFoundation
import SimulatedPhone
import Synchronization
import Testing

import class PhoneFoundation.ProcessInfo

struct PowerTests {
    @Test("Each phone reports its own power state")
    func lowPowerMode() {
        let timeline = ManualTimeline()
        let phones = (0..<2).map { _ in
            Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        }
        let received = Mutex<[Int]>([])
        let tokens = phones.enumerated().map { index, phone in
            phone.launch(.user)
            return NotificationCenter.default.addObserver(
                forName: .NSProcessInfoPowerStateDidChange,
                object: phone.run { ProcessInfo.processInfo },
                queue: nil
            ) { _ in received.withLock { $0.append(index) } }
        }
        phones[1].isLowPowerModeOn = true
        phones[1].isCharging = true
        timeline.advance(by: .zero)

        #expect(received.withLock { $0 } == [1])
        #expect(
            phones.map { $0.run { ProcessInfo.processInfo.isLowPowerModeEnabled } } == [
                false, true,
            ]
        )
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
