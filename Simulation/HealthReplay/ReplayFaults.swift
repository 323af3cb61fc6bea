import Foundation
import SimulatedHealthKit
import SimulatedPhone
import SimulationKit
import TrendyHealth
import TrendyModel

/// The faults of a phone and its app on each day of a replay, drawn from a seed.
struct ReplayFaults {
    let phone: ReplayPhone
    var random: SplitMix64
    /// Draws the times at which the person changes read authorization.
    private var revocationRandom: SplitMix64

    init(_ phone: ReplayPhone) {
        self.phone = phone
        random = phone.simulation.random("life-faults")
        revocationRandom = phone.simulation.random("life-revocations")
        // Behaviour that Apple does not specify is drawn for each life.
        var behavior = phone.health.behavior
        behavior.observerDelay = random.duration(.milliseconds(10), .seconds(60))
        behavior.jitter = random.pick([.zero, .seconds(2)])
        behavior.wakeDelay = random.pick([.zero, .seconds(900), .seconds(4 * 3600)])
        behavior.shortensPages = random.happens(500)
        behavior.firstPageHasDeletions = random.happens(500)
        behavior.predicateFiltersDeletions = random.happens(500)
        behavior.callsObserversInBackground = random.happens(500)
        behavior.unmergedDataWakes = random.happens(500)
        behavior.wakesWhileLocked = random.happens(700)
        behavior.wakesAfterForceQuit = random.happens(500)
        behavior.deletedObjectLifetime = random.pick([nil, .seconds(3 * 86_400)])
        phone.health.behavior = behavior
    }

    /// Plans the faults of a day that begins now.
    mutating func planDay() {
        planPerson()
        planRevocation()
        if random.happens(600) { at(hours: 0, to: 24) { $0.die(with: &$1) } }
        if random.happens(200) { at(hours: 0, to: 24) { $0.die(with: &$1) } }
        if random.happens(25) { at(hours: 0, to: 24) { phone, _ in phone.losePower() } }
        if random.happens(150) {
            at(hours: 0, to: 24) { phone, random in phone.failDisk(with: &random) }
        }
        if random.happens(700) {
            at(hours: 1, to: 5) { phone, _ in
                phone.wake(.backgroundTask)
                phone.capture(.periodic)
            }
        }
        if random.happens(100) {
            at(hours: 0, to: 24) { phone, _ in
                phone.health.expireDeletedObjects(before: Date(phone.simulation.wallTime))
            }
        }
        if random.happens(50) {
            at(hours: 0, to: 12) { phone, _ in phone.health.systemAllowsWakes = false }
            after(random.duration(.seconds(86_400), .seconds(3 * 86_400))) { phone in
                phone.health.systemAllowsWakes = true
            }
        }
    }

    /// Plans locking and unlocking, and opening the app.
    private mutating func planPerson() {
        at(hours: 6, to: 8) { phone, _ in
            phone.turnOn()
            phone.unlock()
        }
        for _ in 0..<Int(random.next() % 3) {
            let lock = random.duration(.seconds(8 * 3600), .seconds(21 * 3600))
            after(lock) { $0.phone.lock() }
            after(lock + random.duration(.seconds(60), .seconds(3 * 3600))) { $0.unlock() }
        }
        for _ in 0..<Int(random.next() % 3) {
            let time = random.duration(.seconds(8 * 3600), .seconds(22 * 3600))
            after(time) { $0.open() }
            after(time + random.duration(.seconds(1), .seconds(600))) { $0.phone.enterBackground() }
        }
        at(hours: 22, to: 24) { phone, _ in phone.phone.lock() }
    }

    /// Occasionally plans to revoke read access to a category, for minutes or for days.
    private mutating func planRevocation() {
        guard revocationRandom.happens(50) else { return }
        let category = revocationRandom.pick(HealthMetric.standard)
        let start = revocationRandom.duration(.zero, .seconds(86_400))
        let longest = revocationRandom.pick([Duration.seconds(3600), .seconds(3 * 86_400)])
        after(start) { $0.revokeReading(category) }
        after(start + revocationRandom.duration(.seconds(60), longest)) {
            $0.allowReading(category)
        }
    }

    private mutating func at(
        hours first: Int64,
        to last: Int64,
        _ action: @escaping (ReplayPhone, inout SplitMix64) -> Void
    ) {
        var own = random.fork("action")
        after(random.duration(.seconds(first * 3600), .seconds(last * 3600))) { action($0, &own) }
        _ = random.next()
    }

    private func after(_ span: Duration, _ action: @escaping (ReplayPhone) -> Void) {
        phone.simulation.after(span) { [weak phone] in
            guard let phone else { return }
            action(phone)
        }
    }
}

extension ReplayPhone {
    /// Ends the app's process: by a kill, a power loss, or a kill during a pass.
    fileprivate func die(with random: inout SplitMix64) {
        guard app != nil else { return }
        switch random.next() % 4 {
        case 0: kill()
        case 1:
            kill()
            phone.forceQuit()
        default:
            // Kill during a pass: start one and die at one of its writes.
            disk.kill(afterWrites: Int(random.next() % 60))
            capture(.launch)
        }
    }

    /// Makes one of the next reads, writes or syncs fail.
    fileprivate func failDisk(with random: inout SplitMix64) {
        let count = Int(random.next() % 100)
        switch random.next() % 4 {
        case 0: disk.failWrite(after: count, .full)
        case 1: disk.failWrite(after: count, .ioError)
        case 2: disk.failSync(after: count / 10)
        default: disk.failRead(after: count)
        }
    }

    /// Turns the phone on if it is off.
    func turnOn() {
        if !phone.isPoweredOn { phone.powerOn() }
    }
}
