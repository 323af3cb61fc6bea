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

        mutating func live(_ event: Machine.Event, _ use: Machine.Use) {
            switch event {
            case .taskBegan: tasks += 1
            case .taskEnded: tasks -= 1
            case .settled: isSettling = false
            default: break
            }
            let actions = machine.received(event, use)
            let what: Comment = "\(event), \(use), \(actions)"
            let had = hasTime
            for action in actions { perform(action, use, what) }

            #expect(machine.hasTime == hasTime, what)
            if !machine.isInBackground {
                #expect(!hasTime && !letsGo, what)
            } else if use == .working, had, !hasTime {
                #expect(event == .expired || event == .taskBegan, what)
            } else if use != .working, hasTime, tasks == 0, event != .left || !actions.isEmpty {
                // Nobody else would give the time back.
                #expect(isSettling, what)
            } else if use != .shut, event != .expired, !actions.isEmpty {
                // The system may suspend the process as soon as it wants to.
                #expect(hasTime || tasks > 0, what)
            }
            if event == .didReturn, !actions.isEmpty {
                #expect(actions.contains(.resume), what)
            }
        }

        private mutating func perform(
            _ action: Machine.Action,
            _ use: Machine.Use,
            _ what: Comment
        ) {
            switch action {
            case .takeTime:
                #expect(!hasTime && machine.isInBackground && tasks == 0, what)
                hasTime = true
                sendsSinceTime = 0
            case .releaseTime:
                #expect(hasTime, what)
                hasTime = false
            case .settle(let sends):
                #expect(use != .working && hasTime && tasks == 0, what)
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
                .left, .didReturn, .workBegan, .workEnded, .settled, .expired, .taskBegan,
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
                    for use in [Machine.Use.working, .idle, .shut] {
                        var after = life
                        after.live(event, use)
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
            machine.received(.left, .idle)
                == [.takeTime, .submitTasks, .settle(sends: true)]
        )
        #expect(machine.received(.settled, .shut) == [.releaseTime])
    }

    @Test("Work that begins as the database was let go of keeps the time until it has ended")
    func late() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.left, .idle)

        #expect(machine.received(.workBegan, .working) == [])
        #expect(machine.received(.settled, .working) == [])
        #expect(machine.received(.workEnded, .idle) == [.settle(sends: false)])
        #expect(machine.received(.settled, .shut) == [.releaseTime])
    }

    @Test("When the time is over, everything is let go of at once; the next wake is a new one")
    func expiring() {
        var machine = Machine(isInBackground: false)
        #expect(machine.received(.left, .working) == [.takeTime, .submitTasks])

        #expect(machine.received(.expired, .working) == [.abandon, .releaseTime])
        #expect(machine.received(.settled, .shut) == [])
        #expect(machine.received(.workBegan, .working) == [.takeTime, .submitTasks])
        #expect(machine.received(.workEnded, .idle) == [.settle(sends: true)])
    }

    @Test(
        "What ended as fast as it began in the background has time until the database is let go of"
    )
    func brief() {
        var machine = Machine(isInBackground: true)

        #expect(
            machine.received(.workEnded, .idle)
                == [.takeTime, .submitTasks, .settle(sends: true)]
        )
        #expect(machine.received(.settled, .shut) == [.releaseTime])
    }

    @Test("A task that leaves the database let go of asks for nothing more")
    func task() {
        var machine = Machine(isInBackground: true)

        #expect(machine.received(.taskBegan, .idle) == [])
        #expect(machine.received(.taskBegan, .working) == [])
        #expect(machine.received(.taskEnded, .working) == [])
        #expect(machine.received(.taskEnded, .shut) == [])
    }

    @Test("A task that ends while somebody looks leaves the app all the time there is")
    func taskOnScreen() {
        var machine = Machine(isInBackground: true)
        _ = machine.received(.taskBegan, .working)

        #expect(machine.received(.didReturn, .working) == [.open, .resume])
        #expect(machine.received(.taskEnded, .working) == [.open, .resume])
    }

    @Test("Who comes back in the middle of it finds everything open, whatever is told late")
    func returning() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.left, .idle)

        #expect(
            machine.received(.didReturn, .idle) == [.open, .resume, .releaseTime]
        )
        #expect(machine.received(.settled, .shut) == [.open])
        #expect(machine.received(.didReturn, .idle) == [])
    }
}
