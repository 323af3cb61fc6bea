import Testing
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("The onboarding's state machine")
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
        let actions = machine.received(.did(.welcome, time))
        let change = OnboardingStatus.change(step: "welcome", at: time)
        #expect(
            actions == [
                .store(machine.record), .show(.step(.firstEventType)), .push(change),
            ]
        )
    }

    @Test("The steps lead from the welcome to the end; an account is not asked to sign in")
    func path() {
        for (owner, expected) in [
            (ada, OnboardingStep.all.filter { $0 != .signIn }), (.nobody, OnboardingStep.all),
        ] {
            var machine = machine(owner)
            var seen: [OnboardingStep] = []
            while case .step(let step) = machine.place {
                seen.append(step)
                if case .permission(let permission) = step {
                    _ = machine.received(.answered(permission, .skipped, time))
                } else {
                    _ = machine.received(.did(step, time))
                }
                if seen.count > 20 { break }
            }
            #expect(seen == expected)
            #expect(machine.record.status.isCompleted)
            #expect(machine.record.status.completedAt("permissions") == time)
        }
    }

    @Test("One change is on its way at a time, and the next follows it in order")
    func oneAtATime() {
        var machine = machine()
        let first = pushed(machine.received(.did(.welcome, time)))
        #expect(pushed(machine.received(.did(.firstEventType, time))) == nil)
        #expect(pushed(machine.received(.did(.firstEvent, time))) == nil)
        let second = pushed(machine.received(.sent(first ?? Document(), OnboardingStatus())))
        let third = pushed(machine.received(.sent(second ?? Document(), OnboardingStatus())))

        #expect(second == OnboardingStatus.change(step: "first_event_type", at: time))
        #expect(third == OnboardingStatus.change(step: "first_event", at: time))
        #expect(machine.place == .step(.permission(.notifications)))
    }

    @Test("An ended session pauses what is sent and nothing else, until there is a new one")
    func needsSignIn() {
        var machine = machine()
        let change = pushed(machine.received(.did(.welcome, time)))
        #expect(machine.received(.failed(change, .needsSignIn)) == [])
        #expect(machine.needsSignIn)
        let next = machine.received(.did(.firstEventType, time))
        #expect(next == [.store(machine.record), .show(.step(.firstEvent))])
        #expect(machine.received(.waited) == [])
        #expect(machine.received(.didComeOnline) == [])

        let again = machine.received(.signedIn(time))

        #expect(pushed(again) == change)
        #expect(!machine.needsSignIn)
    }

    @Test("What failed waits longer each time; the network ends the wait and the counting")
    func pauses() {
        var machine = machine()
        let change = pushed(machine.received(.did(.welcome, time)))
        #expect(
            machine.received(.failed(change, .later(nil))) == [.pause(failures: 1, atLeast: nil)]
        )
        #expect(machine.received(.waited) == [.push(change ?? Document())])
        #expect(
            machine.received(.failed(change, .later(.seconds(7))))
                == [.pause(failures: 2, atLeast: .seconds(7))]
        )
        #expect(machine.received(.didComeOnline) == [.push(change ?? Document())])
        #expect(
            machine.received(.failed(change, .later(nil))) == [.pause(failures: 1, atLeast: nil)]
        )
    }

    @Test("A refused change lets those behind it go on, and is tried again at the next launch")
    func refused() {
        var machine = machine()
        let first = pushed(machine.received(.did(.welcome, time)))
        _ = machine.received(.did(.firstEventType, time))

        let second = pushed(machine.received(.failed(first, .refused)))
        let rest = machine.received(.sent(second ?? Document(), OnboardingStatus()))

        #expect(second == OnboardingStatus.change(step: "first_event_type", at: time))
        #expect(pushed(rest) == nil)
        #expect(machine.record.unsent == [first])
        var next = self.machine(ada, machine.record)
        #expect(pushed(next.received(.waited)) == first)
    }

    @Test("A server that knows less takes nothing back; one that knows more is believed")
    func hearing() {
        var machine = machine(ada, OnboardingRecord([.welcome], isCompleted: true))
        _ = machine.received(.heard(OnboardingStatus()))
        #expect(machine.place == .finished)
        #expect(machine.record.status.completedAt("welcome") != nil)

        var fresh = self.machine()
        var status = OnboardingStatus()
        status.isCompleted = true
        _ = fresh.received(.did(.welcome, time))
        let actions = fresh.received(.heard(status))
        // It is not shown: whoever is at a step stays there until they go on.
        #expect(actions == [.store(fresh.record)])
        #expect(fresh.received(.did(.firstEventType, time)).contains(.show(.finished)))
    }

    @Test("What is answered anew replaces what waits; what is on its way stays")
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
        // The same answer once more is none.
        #expect(machine.received(.answered(.location, .granted, time)) == [.show(machine.place)])
    }

    @Test("Nobody's steps are kept for whoever signs in, and sent by them")
    func nobody() {
        var machine = machine(.nobody)
        for event in [Machine.Event.did(.welcome, time), .did(.signIn, time), .waited] {
            #expect(pushed(machine.received(event)) == nil)
        }
        #expect(machine.place == .step(.firstEventType))
        #expect(machine.record.unsent == [OnboardingStatus.change(step: "welcome", at: time)])
    }

    @Test("Whatever happens in whatever order, every step is at the server or waits on the disk")
    func nothingIsLost() {
        for seed in 0..<60 as Range<UInt64> {
            var random = SplitMix(state: seed)
            var machine = machine()
            var stored = machine.record
            var server = OnboardingStatus()
            var done: Set<String> = []
            var onItsWay: Document?
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
                        actions = machine.received(.did(step, now))
                        done.insert(names[step] ?? "")
                    }
                case 3:
                    guard let change = onItsWay else { break }
                    server.merge(change)
                    onItsWay = nil
                    actions = machine.received(.sent(change, server))
                case 4:
                    guard let change = onItsWay else { break }
                    // The server did it, or did not; nobody here can tell.
                    if random.next() % 2 == 0 { server.merge(change) }
                    onItsWay = nil
                    let failures: [Machine.Failure] = [.later(nil), .needsSignIn, .refused]
                    actions = machine.received(
                        .failed(change, failures[Int(random.next() % 3)])
                    )
                case 5: actions = machine.received(.heard(server))
                case 6: actions = machine.received(.didComeOnline) + machine.received(.waited)
                default:
                    // A force-quit: only what was stored is there.
                    machine = self.machine(ada, stored)
                    onItsWay = nil
                }
                for action in actions {
                    switch action {
                    case .store(let record): stored = record
                    case .push(let change):
                        #expect(onItsWay == nil)
                        onItsWay = change
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
