import Foundation
import Synchronization
import Testing

@testable import SimulatedPhone

struct PhoneTests {
    let timeline = ManualTimeline()
    let phone: Phone

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
    }

    @Test("A phone starts unlocked without a process")
    func beginning() {
        #expect(phone.process == .notRunning)
        #expect(!phone.isLocked)
        #expect(phone.hasUnlockedSinceBoot)
    }

    @Test("Each launch of a new process has the next number")
    func generations() {
        phone.launch(.user)
        let first = phone.generation
        phone.launch(.user)
        #expect(phone.generation == first)

        phone.terminate()
        phone.launch(.healthKit)
        #expect(phone.generation == first + 1)
        #expect(phone.process == .background)
    }

    @Test("A background process is suspended when its time is over")
    func backgroundTime() {
        phone.launch(.healthKit)
        timeline.advance(by: .seconds(29))
        #expect(phone.process == .background)

        timeline.advance(by: .seconds(2))
        #expect(phone.process == .suspended)
    }

    @Test("A change made by a handler is reported after the current one reached all services")
    func changeDuringNotification() {
        let changes = Mutex<[AppProcess]>([])
        phone.onProcessChange = { change in changes.withLock { $0.append(change) } }
        _ = phone.service { WakingService($0) }
        let listener = phone.service { ListeningService($0) }
        phone.launch(.healthKit)

        phone.suspend()

        #expect(phone.process == .background)
        #expect(changes.withLock { $0.suffix(2) } == [.suspended, .background])
        #expect(listener.received.withLock { $0.suffix(2) } == [.suspended, .background])
    }

    @Test("A wake by the location service is shorter")
    func locationTime() {
        phone.launch(.location)
        timeline.advance(by: .seconds(9))
        #expect(phone.process == .background)

        timeline.advance(by: .seconds(2))
        #expect(phone.process == .suspended)
    }

    @Test("Calls to a suspended process wait and are dropped when it ends")
    func held() {
        let calls = Mutex(0)
        phone.launch(.user)
        phone.suspend()
        phone.deliver(to: phone.generation) { calls.withLock { $0 += 1 } }
        timeline.runUntilIdle()
        #expect(calls.withLock { $0 } == 0)

        phone.launch(.user)
        timeline.runUntilIdle()
        #expect(calls.withLock { $0 } == 1)

        phone.suspend()
        phone.deliver(to: phone.generation) { calls.withLock { $0 += 1 } }
        timeline.runUntilIdle()
        phone.terminate()
        phone.launch(.user)
        timeline.runUntilIdle()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("A reboot ends the process and locks the phone until the passcode is entered")
    func reboot() {
        phone.launch(.user)
        phone.reboot()
        #expect(phone.process == .notRunning)
        #expect(phone.isLocked)
        #expect(!phone.hasUnlockedSinceBoot)

        phone.unlock()
        #expect(phone.hasUnlockedSinceBoot)
        phone.lock()
        #expect(phone.hasUnlockedSinceBoot)
        #expect(phone.lockedSince == timeline.now)
    }

    @Test("A force quit is remembered until the person opens the app")
    func forceQuit() {
        phone.launch(.user)
        phone.forceQuit()
        phone.launch(.healthKit)
        #expect(phone.wasForceQuit)
        phone.launch(.user)
        #expect(!phone.wasForceQuit)
    }

    @Test("A launch is requested only when the app is not running")
    func launchRequests() {
        let reasons = Mutex<[LaunchReason]>([])
        phone.onLaunchRequest = { reason in reasons.withLock { $0.append(reason) } }

        phone.requestLaunch(.location)
        timeline.runUntilIdle()
        phone.launch(.user)
        phone.requestLaunch(.healthKit)
        timeline.runUntilIdle()

        #expect(reasons.withLock { $0 } == [.location])
    }

    @Test("Calls into the process find their phone")
    func current() {
        let found = Mutex<String?>(nil)
        phone.launch(.user)
        phone.deliver(to: phone.generation) { found.withLock { $0 = Phone.current?.name } }
        timeline.runUntilIdle()

        #expect(found.withLock { $0 } == "iPhone")
        #expect(Phone.current == nil)
        #expect(phone.run { Phone.current === phone })
    }
}

/// A service that ignores all calls.
///
/// The default implementations of `PhoneService` are visible in its package only.
private protocol IdleService: PhoneService {}

extension IdleService {
    func processDidLaunch(generation: Int, reason: LaunchReason) {}
    func processDidFinishLaunching() {}
    func processDidChange(to process: AppProcess) {}
    func processDidEnd(generation: Int) {}
    func didLock() {}
    func didUnlock(isFirst: Bool) {}
    func didReboot() {}
    func conditionsDidChange() {}
    func processWasReleased() {}
    var keepsProcessRunning: Bool { false }
}

/// Resumes the process during its suspension.
private final class WakingService: IdleService {
    private let wake: @Sendable () -> Void

    init(_ phone: Phone) {
        wake = { [weak phone] in phone?.allowBackgroundTime() }
    }

    func processDidChange(to process: AppProcess) {
        if process == .suspended { wake() }
    }
}

/// Records its calls.
private final class ListeningService: IdleService {
    let received = Mutex<[AppProcess]>([])

    init(_ phone: Phone) {}

    func processDidChange(to process: AppProcess) {
        received.withLock { $0.append(process) }
    }
}
