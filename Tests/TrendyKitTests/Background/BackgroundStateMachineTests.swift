import Testing

@testable import TrendyKit

/// Guards against apps that are ended for the time they keep, or suspended while they write.
@Suite("What the app does in the background")
struct BackgroundStateMachineTests {
    private typealias Machine = BackgroundStateMachine

    /// A machine and what it has asked for so far.
    private struct Life: Equatable {
        var machine: Machine
        var hasTime = false
        var sendsSinceTime = 0
        var tasks = 0
        var isSettling = false
        /// Whether the last word about the database was to let go of it.
        var letsGo = false

        init(isInBackground: Bool) {
            machine = Machine(isInBackground: isInBackground)
        }

        mutating func live(_ event: Machine.Event, isWorking: Bool) {
            switch event {
            case .taskBegan: tasks += 1
            case .taskEnded: tasks -= 1
            case .settled: isSettling = false
            default: break
            }
            let actions = machine.received(event, isWorking: isWorking)
            let what: Comment = "\(event), working: \(isWorking), \(actions)"
            let had = hasTime
            for action in actions { perform(action, isWorking, what) }

            #expect(machine.hasTime == hasTime, what)
            if !machine.isInBackground {
                #expect(!hasTime && !letsGo, what)
            } else if isWorking, had, !hasTime {
                #expect(event == .expired || event == .taskBegan, what)
            } else if !isWorking, hasTime, tasks == 0, event != .left || !actions.isEmpty {
                // Nobody else would give the time back.
                #expect(isSettling, what)
            }
            if event == .cameBack, !actions.isEmpty {
                #expect(actions.contains(.resume), what)
            }
        }

        private mutating func perform(
            _ action: Machine.Action,
            _ isWorking: Bool,
            _ what: Comment
        ) {
            switch action {
            case .takeTime:
                #expect(!hasTime && machine.isInBackground && tasks == 0, what)
                hasTime = true
                sendsSinceTime = 0
            case .giveTimeBack:
                #expect(hasTime, what)
                hasTime = false
            case .settle(let sends):
                #expect(!isWorking && machine.isInBackground && tasks == 0, what)
                isSettling = true
                letsGo = true
                sendsSinceTime += sends ? 1 : 0
                #expect(sendsSinceTime <= 1, what)
            case .abandon:
                #expect(machine.isInBackground, what)
                isSettling = true
                letsGo = true
            case .open:
                isSettling = false
                letsGo = false
            case .submitTasks, .resume: break
            }
        }

        var events: [Machine.Event] {
            [
                .left, .cameBack, .workBegan, .workEnded, .settled(isShut: true),
                .settled(isShut: false), .expired, .taskBegan,
            ] + (tasks > 0 ? [.taskEnded] : [])
        }
    }

    @Test(
        "Whatever happens in whatever order: time is given back once, and nobody is cut short",
        arguments: [true, false]
    )
    func sequences(beginsInBackground: Bool) {
        // Sequences that end in the same life go on alike: each is gone through once.
        var lives = [Life(isInBackground: beginsInBackground)]
        for _ in 1...6 {
            var next: [Life] = []
            for life in lives {
                for event in life.events {
                    for isWorking in [true, false] {
                        var after = life
                        after.live(event, isWorking: isWorking)
                        if !next.contains(after) { next.append(after) }
                    }
                }
            }
            lives = next
        }
        #expect(lives.count > 20)
    }

    @Test("Who leaves with nothing to do sends what waits, lets go, and gives the time back")
    func leaving() {
        var machine = Machine(isInBackground: false)

        #expect(
            machine.received(.left, isWorking: false)
                == [.takeTime, .submitTasks, .settle(sends: true)]
        )
        #expect(machine.received(.settled(isShut: true), isWorking: false) == [.giveTimeBack])
    }

    @Test("Work that begins as the database was let go of keeps the time until it has ended")
    func late() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.left, isWorking: false)

        #expect(machine.received(.workBegan, isWorking: true) == [])
        #expect(machine.received(.settled(isShut: true), isWorking: true) == [])
        #expect(machine.received(.workEnded, isWorking: false) == [.settle(sends: false)])
        #expect(machine.received(.settled(isShut: true), isWorking: false) == [.giveTimeBack])
    }

    @Test("When the time is over, everything is let go of at once; the next wake is a new one")
    func expiring() {
        var machine = Machine(isInBackground: false)
        #expect(machine.received(.left, isWorking: true) == [.takeTime, .submitTasks])

        #expect(machine.received(.expired, isWorking: true) == [.abandon, .giveTimeBack])
        #expect(machine.received(.settled(isShut: true), isWorking: true) == [])
        #expect(machine.received(.workBegan, isWorking: true) == [.takeTime, .submitTasks])
        #expect(machine.received(.workEnded, isWorking: false) == [.settle(sends: true)])
    }

    @Test("Who comes back in the middle of it finds everything open, whatever is told late")
    func returning() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.left, isWorking: false)

        #expect(
            machine.received(.cameBack, isWorking: false) == [.open, .resume, .giveTimeBack]
        )
        #expect(machine.received(.settled(isShut: true), isWorking: false) == [.open])
        #expect(machine.received(.cameBack, isWorking: false) == [])
    }
}
