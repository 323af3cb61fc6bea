import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("Onboarding state machine")
struct OnboardingMachineTests {
    private typealias Machine = OnboardingStateMachine
    private let ada = OnboardingOwner.account(OnboardingFixture.ada)
    private let time = Instant(seconds: 1_768_000_000)

    private func machine(
        _ owner: OnboardingOwner? = nil,
        _ record: OnboardingRecord = OnboardingRecord()
    ) -> Machine {
        Machine(owner: owner ?? ada, record: record)
    }

    private func pushed(_ actions: [Machine.Action]) -> Document? {
        for case .push(let change) in actions { return change }
        return nil
    }

    @Test("A step is stored first, then shown, then sent")
    func order() {
        var machine = machine()
        let actions = machine.received(.completed(.welcome, time))
        let change = OnboardingStatus.change(step: "welcome", at: time)
        #expect(
            actions == [
                .store(machine.record), .show(.step(.firstEventType)), .push(change),
            ]
        )
    }

    @Test("The steps lead from the welcome to the end; with an account, the sign-in is skipped")
    func path() {
        for (owner, expected) in [
            (ada, OnboardingStep.all.filter { $0 != .signIn }), (.anonymous, OnboardingStep.all),
        ] {
            var machine = machine(owner)
            var seen: [OnboardingStep] = []
            while case .step(let step) = machine.place {
                seen.append(step)
                if case .permission(let permission) = step {
                    _ = machine.received(.answered(permission, .skipped, time))
                } else {
                    _ = machine.received(.completed(step, time))
                }
                if seen.count > 20 { break }
            }
            #expect(seen == expected)
            #expect(machine.record.status.isCompleted)
            #expect(machine.record.status.completedAt("permissions") == time)
        }
    }

    @Test("One change is in flight at a time, and the next follows in order")
    func oneAtATime() {
        var machine = machine()
        let first = pushed(machine.received(.completed(.welcome, time)))
        #expect(pushed(machine.received(.completed(.firstEventType, time))) == nil)
        #expect(pushed(machine.received(.completed(.firstEvent, time))) == nil)
        let second = pushed(machine.received(.sent(first ?? Document(), OnboardingStatus())))
        let third = pushed(machine.received(.sent(second ?? Document(), OnboardingStatus())))

        #expect(second == OnboardingStatus.change(step: "first_event_type", at: time))
        #expect(third == OnboardingStatus.change(step: "first_event", at: time))
        #expect(machine.place == .step(.permission(.notifications)))
    }

    @Test("An expired session pauses only the sending, until the next sign-in")
    func needsSignIn() {
        var machine = machine()
        let change = pushed(machine.received(.completed(.welcome, time)))
        #expect(machine.received(.failed(change, .needsSignIn)) == [])
        #expect(machine.needsSignIn)
        let next = machine.received(.completed(.firstEventType, time))
        #expect(next == [.store(machine.record), .show(.step(.firstEvent))])
        #expect(machine.received(.delayElapsed) == [])
        #expect(machine.received(.didComeOnline) == [])

        let again = machine.received(.signedIn(time))

        #expect(pushed(again) == change)
        #expect(!machine.needsSignIn)
    }

    @Test("Retry delays grow; a restored network ends the delay and resets the count")
    func pauses() {
        var machine = machine()
        let change = pushed(machine.received(.completed(.welcome, time)))
        #expect(
            machine.received(.failed(change, .later(nil))) == [.pause(failures: 1, atLeast: nil)]
        )
        #expect(machine.received(.delayElapsed) == [.push(change ?? Document())])
        #expect(
            machine.received(.failed(change, .later(.seconds(7))))
                == [.pause(failures: 2, atLeast: .seconds(7))]
        )
        #expect(machine.received(.didComeOnline) == [.push(change ?? Document())])
        #expect(
            machine.received(.failed(change, .later(nil))) == [.pause(failures: 1, atLeast: nil)]
        )
    }

    @Test("A rejected change does not block later ones, and is retried at the next launch")
    func refused() {
        var machine = machine()
        let first = pushed(machine.received(.completed(.welcome, time)))
        _ = machine.received(.completed(.firstEventType, time))

        let second = pushed(machine.received(.failed(first, .refused)))
        let rest = machine.received(.sent(second ?? Document(), OnboardingStatus()))

        #expect(second == OnboardingStatus.change(step: "first_event_type", at: time))
        #expect(pushed(rest) == nil)
        #expect(machine.record.unsent == [first])
        var next = self.machine(ada, machine.record)
        #expect(pushed(next.received(.delayElapsed)) == first)
    }

    @Test("A server with less progress removes nothing; more progress is merged")
    func mergingStatus() {
        var machine = machine(ada, OnboardingRecord([.welcome], isCompleted: true))
        _ = machine.received(.receivedStatus(OnboardingStatus()))
        #expect(machine.place == .finished)
        #expect(machine.record.status.completedAt("welcome") != nil)

        var fresh = self.machine()
        var status = OnboardingStatus()
        status.isCompleted = true
        _ = fresh.received(.completed(.welcome, time))
        let actions = fresh.received(.receivedStatus(status))
        // It is not shown: a person at a step stays there until they move on.
        #expect(actions == [.store(fresh.record)])
        #expect(fresh.received(.completed(.firstEventType, time)).contains(.show(.finished)))
    }

    @Test("A new answer replaces a queued one; the change in flight is kept")
    func replaced() {
        var machine = machine()
        let first = pushed(machine.received(.answered(.location, .denied, time)))
        for second in 1...5 {
            _ = machine.received(
                .answered(.location, second % 2 == 0 ? .denied : .granted, time + .seconds(second))
            )
        }
        #expect(machine.record.unsent.count == 2)
        #expect(machine.record.unsent.first == first)
        #expect(machine.record.status[.location] == .granted)
        // Repeating the same answer changes nothing.
        #expect(machine.received(.answered(.location, .granted, time)) == [.show(machine.place)])
    }

    @Test("Steps taken while signed out are kept, and sent by the account that signs in")
    func signedOut() {
        var machine = machine(.anonymous)
        let events: [Machine.Event] = [
            .completed(.welcome, time), .completed(.signIn, time), .delayElapsed,
        ]
        for event in events {
            #expect(pushed(machine.received(event)) == nil)
        }
        #expect(machine.place == .step(.firstEventType))
        #expect(machine.record.unsent == [OnboardingStatus.change(step: "welcome", at: time)])
    }

    @Test("In every sequence of events, each step is on the server or queued on the disk")
    func nothingIsLost() {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix(state: seed)
            var machine = machine()
            var stored = machine.record
            var server = OnboardingStatus()
            var done: Set<String> = []
            var inFlight: Document?
            for round in 0..<60 {
                let now = time + .seconds(round)
                var actions: [Machine.Action] = []
                switch random.next() % 8 {
                case 0...2:
                    guard case .step(let step) = machine.place, step != .finish else { break }
                    if case .permission(let permission) = step {
                        actions = machine.received(.answered(permission, .granted, now))
                        done.insert(permission.rawValue)
                    } else {
                        actions = machine.received(.completed(step, now))
                        done.insert(names[step] ?? "")
                    }
                case 3:
                    guard let change = inFlight else { break }
                    server.merge(change)
                    inFlight = nil
                    actions = machine.received(.sent(change, server))
                case 4:
                    guard let change = inFlight else { break }
                    // The server may or may not have processed the change.
                    if random.next() % 2 == 0 { server.merge(change) }
                    inFlight = nil
                    let failures: [Machine.Failure] = [.later(nil), .needsSignIn, .refused]
                    actions = machine.received(
                        .failed(change, failures[Int(random.next() % 3)])
                    )
                case 5: actions = machine.received(.receivedStatus(server))
                case 6: actions = machine.received(.didComeOnline) + machine.received(.delayElapsed)
                default:
                    // A force-quit: only the stored record remains.
                    machine = self.machine(ada, stored)
                    inFlight = nil
                }
                for action in actions {
                    switch action {
                    case .store(let record): stored = record
                    case .push(let change):
                        #expect(inFlight == nil)
                        inFlight = change
                    case .show, .pause: break
                    }
                }
                for name in done {
                    let isWaiting = stored.unsent.contains { $0["\(name)_completed_at"] != nil }
                    #expect(stored.status.completedAt(name) != nil)
                    #expect(isWaiting || server.completedAt(name) != nil)
                }
            }
        }
    }

    private let names: [OnboardingStep: String] = [
        .welcome: "welcome", .firstEventType: "first_event_type", .firstEvent: "first_event",
    ]

    private struct SplitMix {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}
