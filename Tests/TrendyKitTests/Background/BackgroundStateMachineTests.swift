import Testing

@testable import TrendyKit

/// Guards against termination for held background time and suspension during a write.
@Suite("Background state machine")
struct BackgroundStateMachineTests {
    private typealias Machine = BackgroundStateMachine

    /// A machine and the effects of its actions so far.
    private struct Trace: Equatable {
        var machine: Machine
        var hasTime = false
        var sendsSinceTime = 0
        var tasks = 0
        var isSettling = false
        /// Whether the last action on the database was to suspend it.
        var isDatabaseSuspended = false

        init(isInBackground: Bool) {
            machine = Machine(isInBackground: isInBackground)
        }

        mutating func step(_ event: Machine.Event, _ use: Machine.Use) {
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
                #expect(!hasTime && !isDatabaseSuspended, what)
            } else if use == .working, had, !hasTime {
                #expect(event == .expired || event == .taskBegan, what)
            } else if use != .working, hasTime, tasks == 0,
                event != .didEnterBackground || !actions.isEmpty
            {
                // No other action would release the time.
                #expect(isSettling, what)
            } else if use != .suspended, event != .expired, !actions.isEmpty {
                // The system may suspend the process at any moment.
                #expect(hasTime || tasks > 0, what)
            }
            if event == .didEnterForeground, !actions.isEmpty {
                #expect(actions.contains(.resume), what)
            }
        }

        private mutating func perform(
            _ action: Machine.Action,
            _ use: Machine.Use,
            _ what: Comment
        ) {
            switch action {
            case .requestTime:
                #expect(!hasTime && machine.isInBackground && tasks == 0, what)
                hasTime = true
                sendsSinceTime = 0
            case .releaseTime:
                #expect(hasTime, what)
                hasTime = false
            case .settle(let sends):
                #expect(use != .working && hasTime && tasks == 0, what)
                isSettling = true
                isDatabaseSuspended = true
                sendsSinceTime += sends ? 1 : 0
                #expect(sendsSinceTime <= 1, what)
            case .abandon:
                #expect(machine.isInBackground, what)
                isSettling = true
                isDatabaseSuspended = true
            case .open:
                isSettling = false
                isDatabaseSuspended = false
            case .submitTasks, .resume: break
            }
        }

        var events: [Machine.Event] {
            [
                .didEnterBackground, .didEnterForeground, .workBegan, .workEnded, .settled,
                .expired, .taskBegan,
            ] + (tasks > 0 ? [.taskEnded] : [])
        }
    }

    @Test(
        "In every sequence of events, time is released once and no work is cut short",
        arguments: [true, false]
    )
    func sequences(beginsInBackground: Bool) {
        // Sequences that reach the same state continue equally, so each state is visited once.
        var traces = [Trace(isInBackground: beginsInBackground)]
        for _ in 1...6 {
            var next: [Trace] = []
            for trace in traces {
                for event in trace.events {
                    for use in [Machine.Use.working, .idle, .suspended] {
                        var after = trace
                        after.step(event, use)
                        if !next.contains(after) { next.append(after) }
                    }
                }
            }
            traces = next
        }
        #expect(traces.count > 20)
    }

    @Test("Entering the background idle sends pending changes, suspends, and releases the time")
    func leaving() {
        var machine = Machine(isInBackground: false)

        #expect(
            machine.received(.didEnterBackground, .idle)
                == [.requestTime, .submitTasks, .settle(sends: true)]
        )
        #expect(machine.received(.settled, .suspended) == [.releaseTime])
    }

    @Test("Work that begins during suspension keeps the time until it has ended")
    func late() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.didEnterBackground, .idle)

        #expect(machine.received(.workBegan, .working) == [])
        #expect(machine.received(.settled, .working) == [])
        #expect(machine.received(.workEnded, .idle) == [.settle(sends: false)])
        #expect(machine.received(.settled, .suspended) == [.releaseTime])
    }

    @Test("On expiration everything is suspended at once; the next wake starts afresh")
    func expiring() {
        var machine = Machine(isInBackground: false)
        #expect(machine.received(.didEnterBackground, .working) == [.requestTime, .submitTasks])

        #expect(machine.received(.expired, .working) == [.abandon, .releaseTime])
        #expect(machine.received(.settled, .suspended) == [])
        #expect(machine.received(.workBegan, .working) == [.requestTime, .submitTasks])
        #expect(machine.received(.workEnded, .idle) == [.settle(sends: true)])
    }

    @Test(
        "Work that ended as fast as it began keeps its time until the database is suspended"
    )
    func brief() {
        var machine = Machine(isInBackground: true)

        #expect(
            machine.received(.workEnded, .idle)
                == [.requestTime, .submitTasks, .settle(sends: true)]
        )
        #expect(machine.received(.settled, .suspended) == [.releaseTime])
    }

    @Test("A task that suspended the database requests nothing more")
    func task() {
        var machine = Machine(isInBackground: true)

        #expect(machine.received(.taskBegan, .idle) == [])
        #expect(machine.received(.taskBegan, .working) == [])
        #expect(machine.received(.taskEnded, .working) == [])
        #expect(machine.received(.taskEnded, .suspended) == [])
    }

    @Test("A task that ends in the foreground leaves the app without a time limit")
    func taskOnScreen() {
        var machine = Machine(isInBackground: true)
        _ = machine.received(.taskBegan, .working)

        #expect(machine.received(.didEnterForeground, .working) == [.open, .resume])
        #expect(machine.received(.taskEnded, .working) == [.open, .resume])
    }

    @Test("Returning during suspension reopens everything, whatever late events follow")
    func returning() {
        var machine = Machine(isInBackground: false)
        _ = machine.received(.didEnterBackground, .idle)

        #expect(
            machine.received(.didEnterForeground, .idle) == [.open, .resume, .releaseTime]
        )
        #expect(machine.received(.settled, .suspended) == [.open])
        #expect(machine.received(.didEnterForeground, .idle) == [])
    }
}
