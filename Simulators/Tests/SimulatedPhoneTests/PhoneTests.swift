import Foundation
import SimulatedPhone
import Synchronization
import Testing

struct PhoneTests {
    let timeline = ManualTimeline()
    let phone: Phone

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
    }

    @Test("A phone begins unlocked, with nothing running")
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

    @Test("A process in the background is suspended when its time is over")
    func backgroundTime() {
        phone.launch(.healthKit)
        timeline.advance(by: .seconds(29))
        #expect(phone.process == .background)

        timeline.advance(by: .seconds(2))
        #expect(phone.process == .suspended)
    }

    @Test("Who is told of a change and makes the next one is told of that after all the others")
    func changeWhileTelling() {
        let changes = Mutex<[AppProcess]>([])
        phone.onProcessChange = { change in changes.withLock { $0.append(change) } }
        _ = phone.service { WakingService($0) }
        let listener = phone.service { ListeningService($0) }
        phone.launch(.healthKit)

        phone.suspend()

        #expect(phone.process == .background)
        #expect(changes.withLock { $0.suffix(2) } == [.suspended, .background])
        #expect(listener.told.withLock { $0.suffix(2) } == [.suspended, .background])
    }

    @Test("A wake by the location service is shorter")
    func locationTime() {
        phone.launch(.location)
        timeline.advance(by: .seconds(9))
        #expect(phone.process == .background)

        timeline.advance(by: .seconds(2))
        #expect(phone.process == .suspended)
    }

    @Test("What is meant for a suspended process waits, and is dropped when the process ends")
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

    @Test("A restart ends the process and locks until the passcode is given")
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

    @Test("A launch is requested only where nothing runs")
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

/// Lets the process run again as it is suspended.
private final class WakingService: PhoneService {
    private let wake: @Sendable () -> Void

    init(_ phone: Phone) {
        wake = { [weak phone] in phone?.allowBackgroundTime() }
    }

    func processDidLaunch(generation: Int, reason: LaunchReason) {}

    func processDidChange(to process: AppProcess) {
        if process == .suspended { wake() }
    }
}

/// Keeps what it is told.
private final class ListeningService: PhoneService {
    let told = Mutex<[AppProcess]>([])

    init(_ phone: Phone) {}

    func processDidLaunch(generation: Int, reason: LaunchReason) {}

    func processDidChange(to process: AppProcess) {
        told.withLock { $0.append(process) }
    }
}
